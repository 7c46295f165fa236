// Import first: @peculiar/x509 needs it for its decorators.
import 'reflect-metadata';
import type { X509Certificate } from '@peculiar/x509';
import type { SealingIdentity } from '../cms/sealing-identity.ts';
import { importPrivateKey, RSA_SHA256 } from './issue-certificate.ts';

/** The private key is not that of the certificate. */
export class KeyMismatchError extends Error {
  override readonly name = 'KeyMismatchError';
}

/**
 * A key with its certificates, ready to seal.
 * @param chain the key's own certificate first, the root last
 * @param privateKeyPem RSA, PKCS#8
 * @throws KeyMismatchError, and the platform's errors about a key that cannot be read
 */
export async function openIdentity(
  chain: readonly [X509Certificate, ...X509Certificate[]],
  privateKeyPem: string,
): Promise<SealingIdentity> {
  const privateKey = await importPrivateKey(privateKeyPem);
  await assertPair(privateKey, chain[0]);
  return { chain: chain.map(certificate => new Uint8Array(certificate.rawData)), privateKey };
}

async function assertPair(privateKey: CryptoKey, certificate: X509Certificate): Promise<void> {
  const probe = new TextEncoder().encode('sign-session key check');
  const signature = await crypto.subtle.sign(RSA_SHA256.name, privateKey, probe);
  const publicKey = await certificate.publicKey.export(RSA_SHA256, ['verify']);
  const paired = await crypto.subtle.verify(RSA_SHA256.name, publicKey, signature, probe);
  if (!paired) throw new KeyMismatchError('The private key is not that of the certificate.');
}
