import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { readCertificateFacts, type CertificateFacts } from '@sign-session/certificates';
import {
  addDays,
  authorityExtensions,
  type CertificateAuthority,
  holderExtensions,
  importPrivateKey,
  issueCertificate,
  newRsaKeys,
  personAlternativeNames,
  RSA_SHA256,
} from '../../src/pki/issue-certificate.ts';
import { certificationPath, CheckBudget } from '../../../verify/src/signatures/certification-path.ts';
import { START } from '../support/test-service.ts';
import { runTool, withoutTools } from '../support/tools.ts';

const PERSON = { name: 'A', birthDate: '17031985', cpf: '52998224725', email: 'a@example.com' };

interface Named {
  readonly name: string;
  readonly issuer?: CertificateAuthority;
  /** How many authorities may follow; absent for an end-entity certificate. */
  readonly pathLength?: number;
  readonly keys?: CryptoKeyPair;
  /** Days from the test's start until it expires. */
  readonly until?: number;
}

function factsOf({ certificate }: CertificateAuthority): CertificateFacts {
  return readCertificateFacts(new Uint8Array(certificate.rawData));
}

/** Made with OpenSSL: Node supports exponents up to 32 bits only. */
async function keysOfExponent(exponent: string): Promise<CryptoKeyPair> {
  const choices = ['rsa_keygen_bits:2048', `rsa_keygen_pubexp:${exponent}`].flatMap(choice => [
    '-pkeyopt',
    choice,
  ]);
  const pem = runTool('openssl', ['genpkey', '-algorithm', 'RSA', ...choices]).stdout.toString();
  const spki = createPublicKey(pem).export({ type: 'spki', format: 'der' });
  const publicKey = await crypto.subtle.importKey('spki', new Uint8Array(spki), RSA_SHA256, true, ['verify']);
  return { publicKey, privateKey: await importPrivateKey(pem) };
}

describe('the path to a trusted root', () => {
  let keys: CryptoKeyPair;
  let root: CertificateAuthority;

  async function issue({ name, issuer, pathLength, keys: own = keys, until = 100 }: Named) {
    const extensions =
      pathLength === undefined
        ? holderExtensions(personAlternativeNames(PERSON))
        : authorityExtensions(pathLength);
    const validity = { notBefore: addDays(START, -100), notAfter: addDays(START, until) };
    const certificate = await issueCertificate(
      { subject: `CN=${name}`, ...validity, extensions },
      own,
      issuer,
    );
    return { certificate, privateKey: own.privateKey };
  }

  before(async () => {
    keys = await newRsaKeys();
    root = await issue({ name: 'Root', pathLength: 1, keys: await newRsaKeys() });
  });

  async function path(leaf: CertificateAuthority, ...pool: readonly CertificateAuthority[]) {
    const options = { roots: [factsOf(root)], at: START };
    const { chain, failure } = await certificationPath(factsOf(leaf), pool.map(factsOf), options);
    return [chain.map(({ subjectName }) => subjectName), failure];
  }

  it('leads over an authority', async () => {
    const authority = await issue({ name: 'CA', issuer: root, pathLength: 0 });
    const leaf = await issue({ name: 'A', issuer: authority });
    assert.deepEqual(await path(leaf, authority), [['A', 'CA', 'Root'], undefined]);
    assert.deepEqual(await path(leaf), [['A'], 'NO_CERTIFICATE_CHAIN_FOUND']);
  });

  it('does not lead over a person', async () => {
    const person = await issue({ name: 'Person', issuer: root });
    const leaf = await issue({ name: 'A', issuer: person });
    assert.deepEqual(await path(leaf, person), [['A'], 'NO_CERTIFICATE_CHAIN_FOUND']);
  });

  it('does not lead over more authorities than a certificate allows', async () => {
    const first = await issue({ name: 'First', issuer: root, pathLength: 0 });
    const second = await issue({ name: 'Second', issuer: first, pathLength: 0, keys: await newRsaKeys() });
    const leaf = await issue({ name: 'A', issuer: second });
    const chain = ['A', 'Second', 'First', 'Root'];
    assert.deepEqual(await path(leaf, first, second), [chain, 'CERTIFICATE_CHAIN_GENERAL_FAILURE']);
  });

  it('does not lead over an authority that has expired', async () => {
    const authority = await issue({ name: 'CA', issuer: root, pathLength: 0, until: -1 });
    const leaf = await issue({ name: 'A', issuer: authority });
    assert.deepEqual(await path(leaf, authority), [['A', 'CA', 'Root'], 'CERTIFICATE_CHAIN_GENERAL_FAILURE']);
  });

  it('leads over the certificate that an authority was renewed with, whatever order they come in', async () => {
    const expired = await issue({ name: 'CA', issuer: root, pathLength: 0, until: -1 });
    const renewed = await issue({ name: 'CA', issuer: root, pathLength: 0 });
    const leaf = await issue({ name: 'A', issuer: expired });
    assert.deepEqual(await path(leaf, expired, renewed), [['A', 'CA', 'Root'], undefined]);
    assert.deepEqual(await path(leaf, renewed, expired), [['A', 'CA', 'Root'], undefined]);
  });

  it(
    'does not lead over a key that is made to keep a verifier busy',
    { skip: withoutTools('openssl') },
    async () => {
      const costly = await keysOfExponent('4294967311');
      const authority = await issue({ name: 'CA', issuer: root, pathLength: 0, keys: costly });
      const leaf = await issue({ name: 'A', issuer: authority });
      assert.deepEqual(await path(leaf, authority), [['A'], 'NO_CERTIFICATE_CHAIN_FOUND']);
    },
  );

  it('is not looked for past what a document may cost', async () => {
    const authority = await issue({ name: 'CA', issuer: root, pathLength: 0 });
    const leaf = factsOf(await issue({ name: 'A', issuer: authority }));
    const options = { roots: [factsOf(root)], at: START, budget: new CheckBudget(3) };
    const found = async () => (await certificationPath(leaf, [factsOf(authority)], options)).failure;
    assert.deepEqual([await found(), await found()], [undefined, 'NO_CERTIFICATE_CHAIN_FOUND']);
  });

  it('does not lead to an authority of the same name with another key', async () => {
    const authority = await issue({ name: 'CA', issuer: root, pathLength: 0 });
    const imposter = await issue({ name: 'CA', issuer: root, pathLength: 0, keys: await newRsaKeys() });
    const leaf = await issue({ name: 'A', issuer: imposter });
    assert.deepEqual(await path(leaf, authority), [['A'], 'NO_CERTIFICATE_CHAIN_FOUND']);
    assert.deepEqual(await path(leaf, authority, imposter), [['A', 'CA', 'Root'], undefined]);
  });

  it('ends where authorities certify each other in every way', async () => {
    const loops: CertificateAuthority[] = [];
    const start = await issue({ name: 'Loop', pathLength: 1 });
    for (let count = 0; count < 12; count += 1) {
      loops.push(await issue({ name: 'Loop', issuer: start, pathLength: 1 }));
    }
    const leaf = await issue({ name: 'A', issuer: start });
    const began = process.cpuUsage();
    assert.deepEqual(await path(leaf, ...loops), [['A'], 'NO_CERTIFICATE_CHAIN_FOUND']);
    const { user, system } = process.cpuUsage(began);
    assert.ok(user + system < 2_000_000, `${user + system} µs`);
  });
});
