import { BerError } from '../asn1/ber.ts';
import type { Certificate } from '../x509/certificate.ts';
import { fromEcdsaDer, signatureParameters } from './signature-parameters.ts';

/**
 * Is a signature with SHA-256 (EC in DER) valid for the certificate and the bytes? Checked before anything is sent,
 * because a token may sign with a key that is not its certificate's.
 */
export async function signatureHolds(
  { publicKey, publicKeyInfo }: Certificate,
  bytes: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const parameters = signatureParameters(publicKey);
  if (parameters === undefined) return false;
  const { key, operation, numberSize } = parameters;
  try {
    const plain = numberSize === undefined ? signature : fromEcdsaDer(signature, numberSize);
    const imported = await crypto.subtle.importKey('spki', publicKeyInfo, key, false, ['verify']);
    return await crypto.subtle.verify(operation, imported, plain, bytes);
  } catch (error) {
    if (error instanceof BerError || error instanceof DOMException || error instanceof RangeError)
      return false;
    throw error;
  }
}
