// Import first: @peculiar/x509 needs it for its decorators.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { X509CertificateGenerator } from '@peculiar/x509';
import { readCertificateFacts } from '@sign-session/certificates';
import { addDays, authorityExtensions } from '../../service/src/pki/issue-certificate.ts';
import { START } from '../../service/test/support/test-service.ts';
import { certificationPath } from '../src/index.ts';

const NAMES = ['CN=Pessoa', 'CN=Autoridade', 'CN=Raiz'] as const;

/** A holder's certificate below an authority, below a root. */
async function pathWith({ bits = 2048, hash = 'SHA-256' } = {}) {
  const keysOf = (modulusLength: number) =>
    crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', hash, modulusLength, publicExponent: new Uint8Array([1, 0, 1]) },
      true,
      ['sign', 'verify'],
    );
  const keys = [await keysOf(1024), await keysOf(bits), await keysOf(2048)] as const;
  const issue = async (index: 0 | 1 | 2, by: 1 | 2, pathLength?: number) => {
    const certificate = await X509CertificateGenerator.create({
      subject: NAMES[index],
      issuer: NAMES[by],
      serialNumber: `0${index + 1}`,
      notBefore: addDays(START, -10),
      notAfter: addDays(START, 10),
      publicKey: keys[index].publicKey,
      signingKey: keys[by].privateKey,
      signingAlgorithm: { name: 'RSASSA-PKCS1-v1_5', hash },
      extensions: pathLength === undefined ? [] : authorityExtensions(pathLength),
    });
    return readCertificateFacts(new Uint8Array(certificate.rawData));
  };
  const [leaf, authority, root] = [await issue(0, 1), await issue(1, 2, 0), await issue(2, 2, 1)];
  return certificationPath(leaf, [authority], { roots: [root], at: START });
}

describe('a path to a trusted root', () => {
  it('leads through authorities with strong keys and hashes', async () => {
    assert.equal((await pathWith()).failure, undefined);
  });

  it('leads through no authority whose key can be broken', async () => {
    assert.equal((await pathWith({ bits: 1024 })).failure, 'NO_CERTIFICATE_CHAIN_FOUND');
  });

  it('leads through no certificate by SHA-1, which can be forged', async () => {
    assert.equal((await pathWith({ hash: 'SHA-1' })).failure, 'NO_CERTIFICATE_CHAIN_FOUND');
  });
});
