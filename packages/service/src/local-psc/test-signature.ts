import { constants, createPrivateKey, privateEncrypt } from 'node:crypto';

/** DigestInfo of a SHA-256 without the hash (RFC 8017, 9.2). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex');

/** RSASSA-PKCS1-v1_5 over a hash (RFC 8017, 8.2). */
export function rawSignature(digest: Buffer, privateKeyPem: string): Buffer {
  const key = createPrivateKey(privateKeyPem);
  return privateEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.concat([DIGEST_INFO, digest]));
}
