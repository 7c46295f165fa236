import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BerError,
  checkSignature,
  child,
  der,
  KEY_ALGORITHM,
  oidDer,
  readCertificate,
  readCertificateKey,
  readPublicKey,
  readWhole,
  TAG,
  unsignedIntegerDer,
  type Bytes,
  type PublicKey,
  type SignatureAlgorithm,
} from '../src/index.ts';
import { certificateDer, keyUsageDer, sequence } from './builders.ts';

const MESSAGE = new TextEncoder().encode('Contrato');
const HASH = 'SHA-256';
const rsa = (name: string) => ({
  name,
  hash: HASH,
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
  saltLength: 32,
});
const ec = (namedCurve: string) => ({ name: 'ECDSA', namedCurve, hash: HASH });

async function signed(parameters: ReturnType<typeof rsa> | ReturnType<typeof ec>) {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(parameters, true, ['sign', 'verify']);
  const info = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  const signature = new Uint8Array(await crypto.subtle.sign(parameters, privateKey, MESSAGE));
  return { info, key: readPublicKey(readWhole(info)), signature };
}

/** `Ecdsa-Sig-Value` of two numbers of the same length. */
function ecdsaDer(pair: Bytes): Bytes {
  const half = pair.length / 2;
  return sequence(unsignedIntegerDer(pair.subarray(0, half)), unsignedIntegerDer(pair.subarray(half)));
}

async function assertChecks(key: PublicKey, algorithm: SignatureAlgorithm, signature: Bytes): Promise<void> {
  assert.equal(await checkSignature(key, algorithm, MESSAGE, signature), 'valid');
  assert.equal(await checkSignature(key, algorithm, MESSAGE.slice(1), signature), 'invalid');
}

describe('the key of a certificate', () => {
  it('is read where nothing else can be', () => {
    const whole = certificateDer({ extensions: [keyUsageDer(0)] });
    assert.deepEqual(readCertificateKey(whole), readCertificate(whole).publicKey);
    const nameless = certificateDer({ subject: der(TAG.null), extensions: [der(TAG.null)] });
    assert.throws(() => readCertificate(nameless), BerError);
    assert.deepEqual(readCertificateKey(nameless), readCertificate(whole).publicKey);
    assert.throws(() => readCertificateKey(nameless.subarray(0, 100)), BerError);
  });
});

describe('checking a signature', () => {
  it('by RSASSA-PKCS1-v1_5', async () => {
    const { key, signature } = await signed(rsa('RSASSA-PKCS1-v1_5'));
    await assertChecks(key, { scheme: 'RSA', hash: HASH }, signature);
    assert.equal(await checkSignature(key, { scheme: 'ECDSA', hash: HASH }, MESSAGE, signature), 'invalid');
  });

  it('by RSASSA-PSS, also with a key that is for nothing else', async () => {
    const { info, key, signature } = await signed(rsa('RSA-PSS'));
    const algorithm = { scheme: 'RSA-PSS', hash: HASH, saltLength: 32 } as const;
    await assertChecks(key, algorithm, signature);
    const bits = child(readWhole(info), 1).raw;
    const only = readPublicKey(readWhole(sequence(sequence(oidDer(KEY_ALGORITHM.rsaPss)), bits)));
    assert.equal(only.type === 'RSA' && only.isForPssOnly, true);
    await assertChecks(only, algorithm, signature);
  });

  for (const curve of ['P-256', 'P-384', 'P-521']) {
    it(`by ECDSA on ${curve}, in DER only`, async () => {
      const { key, signature } = await signed(ec(curve));
      const algorithm = { scheme: 'ECDSA', hash: HASH } as const;
      await assertChecks(key, algorithm, ecdsaDer(signature));
      assert.equal(await checkSignature(key, algorithm, MESSAGE, signature), 'invalid');
    });
  }

  it('by a key that is no point of its curve', async () => {
    const point = Uint8Array.of(4, ...new Uint8Array(64));
    const key = { type: 'EC', curve: 'P-256', point } as const;
    const signature = sequence(der(TAG.integer, Uint8Array.of(1)), der(TAG.integer, Uint8Array.of(1)));
    const check = checkSignature(key, { scheme: 'ECDSA', hash: HASH }, MESSAGE, signature);
    assert.equal(await check, 'not-computable');
  });
});
