import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  EXTENSION,
  oidDer,
  OTHER_NAME,
  readCertificate,
  type Bytes,
  type Certificate,
} from '@sign-session/certificates';
import { chainsIn } from '../../../src/certificate/a1/file-provider.ts';
import { KeyStore } from '../../../src/certificate/a1/key-store.ts';
import { suitabilityOf } from '../../../src/certificate/suitability.ts';
import {
  authorityDer,
  certificateDer,
  commonName,
  extensionDer,
  keyUsageDer,
  otherNameDer,
  sequence,
  stringDer,
  type CertificateParts,
  type StringType,
} from '../../../packages/certificates/test/builders.ts';
import { CPF, personData } from '../../../packages/certificates/test/cases.ts';
import { newKey, pkcs12Der } from '../../support/pkcs12-files.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const MARIA = { cpf: '***.982.247-**', cnpj: undefined };
const KEY_CERT_SIGN = 5;

/** No DER value. */
const RAW = extensionDer('1.3.6.1.4.1.99999.1', new TextEncoder().encode('hello world'));

const holderDer = (data: string, type?: StringType): Bytes => {
  const name = otherNameDer(OTHER_NAME.personData, stringDer(type ?? 'octet', data));
  return extensionDer(EXTENSION.alternativeNames, sequence(name));
};

const PERSON = holderDer(personData(CPF));
const POLICY = extensionDer(EXTENSION.policies, sequence(sequence(oidDer('2.16.76.1.2.1.9999'))));

const authority = (name: string, parts: CertificateParts = {}): Bytes =>
  certificateDer({
    subject: commonName(name),
    issuer: commonName('AC RAIZ'),
    extensions: [authorityDer(), keyUsageDer(KEY_CERT_SIGN)],
    ...parts,
  });

const ROOT = authority('AC RAIZ');

describe('the chain of a key in a file', () => {
  let pkcs8: Bytes;
  let key: Bytes;
  before(async () => {
    ({ pkcs8, publicKeyInfo: key } = await newKey());
  });

  const own = (parts: CertificateParts = {}): Bytes =>
    certificateDer({ key, extensions: [PERSON, POLICY], ...parts });

  async function chainOfFile(...certificates: readonly Bytes[]): Promise<[Certificate, ...Certificate[]]> {
    const opened = await new KeyStore().open(pkcs12Der([pkcs8], certificates), '');
    const [[leaf, ...above] = []] = chainsIn(opened);
    assert.ok(leaf);
    return [readCertificate(leaf), ...above.map(readCertificate)];
  }

  /** What is wrong with it, and how many certificates it has. */
  async function verdict(...certificates: readonly Bytes[]) {
    const chain = await chainOfFile(...certificates);
    const { problems, cautions } = suitabilityOf(chain, MARIA, NOW);
    return [chain.length, ...problems, ...cautions];
  }

  const GOOD: Readonly<Record<string, () => readonly [leaf: Bytes, issuer: Bytes]>> = {
    'as they should be': () => [own(), authority('AC TESTE')],
    'with a birth date of blanks': () => [
      own({ extensions: [holderDer(personData(CPF, ' '.repeat(8))), POLICY] }),
      authority('AC TESTE'),
    ],
    'with a name in a TeletexString': () => [
      own({ extensions: [holderDer(personData(CPF), 'teletex'), POLICY] }),
      authority('AC TESTE'),
    ],
    'with an extension that is no DER value': () => [
      own({ extensions: [PERSON, POLICY, RAW] }),
      authority('AC TESTE'),
    ],
    'with such an extension in the issuer’s certificate': () => [
      own(),
      authority('AC TESTE', { extensions: [authorityDer(), keyUsageDer(KEY_CERT_SIGN), RAW] }),
    ],
    'with the issuer’s name in another case, type and spacing': () => [
      own(),
      authority('', { subject: commonName('Ac  Teste ', 'printable') }),
    ],
  };
  for (const [what, certificates] of Object.entries(GOOD)) {
    it(`is whole, and nothing is wrong with it, where certificates are ${what}`, async () => {
      const [leaf, issuer] = certificates();
      assert.deepEqual(await verdict(ROOT, leaf, issuer), [3]);
    });
  }

  it('leaves out an authority whose key may not sign certificates', async () => {
    const withoutUse = authority('AC TESTE', { extensions: [authorityDer(), keyUsageDer(0)] });
    assert.deepEqual(await verdict(own(), withoutUse, ROOT), [1, 'incompleteChain']);
  });

  it('begins with the newest certificate of the key', async () => {
    const newer = own({ subject: commonName('NEWER'), validity: ['260101000000Z', '290101000000Z'] });
    const [leaf] = await chainOfFile(own(), newer, own({ subject: commonName('OTHER') }));
    assert.equal(leaf.subject.display, 'NEWER');
  });

  it('does without certificates that can’t be read, but not without the holder’s', async () => {
    const nameless = { subject: stringDer('utf8', 'no name') };
    assert.deepEqual(await verdict(own(), authority('', nameless), authority('AC TESTE'), ROOT), [3]);
    await assert.rejects(chainOfFile(own(nameless), ROOT), { code: 'MALFORMED', reason: 'damaged' });
  });
});
