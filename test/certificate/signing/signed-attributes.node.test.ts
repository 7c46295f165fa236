import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { der, TAG, type Bytes } from '@sign-session/certificates';
import { readSignedAttributes } from '../../../src/certificate/signing/prepared-signature.ts';
import {
  bytesToSign,
  PADES_AD_RB,
  PADES_AD_RT,
  signedAttributes,
} from '../../../packages/service/src/cms/signed-data.ts';
import { indefinite, sequence, octets } from '../../../packages/verify/test/attacks/der.ts';
import { policyWith, smuggledContract } from '../../../packages/verify/test/attacks/smuggled-document.ts';
import { attribute, signingCertificate } from '../../../packages/testing/src/signing-preparation.ts';

const hash = new Uint8Array(32).fill(7);
const ADDRESS = 'http://politicas.icpbrasil.gov.br/PA_PAdES_AD_RB_v1_3.der';
const latin1 = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0));
const honest = (options = {}) => signedAttributes({ messageDigest: hash, certificate: hash, ...options });
const read = (...attributes: readonly Uint8Array[]) => readSignedAttributes(der(TAG.set, ...attributes));
const refused = (what: string, ...attributes: readonly Uint8Array[]) =>
  assert.throws(() => read(...attributes), { name: 'BerError' }, what);

const [TYPE = hash, DIGEST = hash] = honest();
const REFERENCE = '1.2.840.113549.1.9.16.2.47';

describe('signed attributes', () => {
  it('are read as the service writes them', () => {
    for (const policy of [undefined, PADES_AD_RB, PADES_AD_RT])
      for (const signingTime of [undefined, new Date('2026-11-20T14:58:03Z')]) {
        const found = readSignedAttributes(bytesToSign(honest({ policy, signingTime })));
        assert.deepEqual([found.messageDigest, found.certificateHash.length], [hash, 32]);
      }
    assert.ok(read(...honest(), policyWith(latin1(ADDRESS))));
  });

  it('can hold no document', () => {
    const holder = { pems: [], sign: () => '' };
    let dataToSign: Bytes | undefined;
    const file = Buffer.from(smuggledContract(honest(), holder, signed => (dataToSign = signed)));
    assert.ok(file.includes('%PDF-') && dataToSign !== undefined);
    assert.throws(() => readSignedAttributes(dataToSign ?? new Uint8Array()), { name: 'BerError' });
  });

  it('name a policy of ICP-Brasil by its address, and say nothing else of it', () => {
    const address = latin1(ADDRESS);
    refused('a text', ...honest(), policyWith(address, { kind: '1.2.840.113549.1.9.16.5.2' }));
    refused('another policy', ...honest(), policyWith(address, { id: '1.2.3.4' }));
    for (const other of [`${ADDRESS} %PDF-1.7`, `${ADDRESS}\n`, ADDRESS.padEnd(150, 'x'), 'I owe a lot'])
      refused(other, ...honest(), policyWith(latin1(other)));
  });

  it('refer to one certificate, and to no policy', () => {
    const one = sequence(octets(hash));
    for (const value of [
      sequence(sequence(one, one)),
      sequence(sequence(one), sequence(sequence(octets(hash)))),
      sequence(sequence(sequence(octets(hash), octets(hash)))),
      sequence(sequence(sequence(octets(new Uint8Array(33))))),
    ])
      refused(String(value.length), TYPE, DIGEST, attribute(REFERENCE, value));
    assert.ok(read(TYPE, DIGEST, attribute(REFERENCE, signingCertificate(hash))));
  });

  it('are DER, and have one value each', () => {
    assert.throws(() => readSignedAttributes(indefinite(bytesToSign(honest()))), { name: 'BerError' });
    const time = der(TAG.utcTime, latin1('261120145803Z'));
    assert.ok(read(...honest(), attribute('1.2.840.113549.1.9.5', time)));
    refused('two', ...honest(), attribute('1.2.840.113549.1.9.5', Uint8Array.from([...time, ...time])));
    refused('no time', ...honest(), attribute('1.2.840.113549.1.9.5', der(TAG.utcTime, latin1('now'))));
    refused('another content', attribute('1.2.840.113549.1.9.3', der(TAG.oid, hash)), ...honest().slice(1));
  });
});
