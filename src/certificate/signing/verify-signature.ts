import { checkSignature, type Bytes, type Certificate } from '@sign-session/certificates';

/**
 * Is a signature with SHA-256 (EC in DER) valid for the certificate and the bytes? Checked before anything is sent,
 * because a token may sign with a key that is not its certificate's.
 */
export async function signatureHolds(
  { publicKey }: Certificate,
  bytes: Bytes,
  signature: Bytes,
): Promise<boolean> {
  const scheme = publicKey.type === 'EC' ? 'ECDSA' : 'RSA';
  return (await checkSignature(publicKey, { scheme, hash: 'SHA-256' }, bytes, signature)) === 'valid';
}
