import { context, der, oidDer, TAG, type Bytes } from '@sign-session/certificates';

const DATA = '1.2.840.113549.1.7.1';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1';

const sequence = (...parts: readonly Bytes[]): Bytes => der(TAG.sequence, ...parts);

/** `SEQUENCE { OID, [0] value }`: a ContentInfo, a bag, or a certificate in its bag. */
const typed = (id: string, value: Bytes): Bytes => sequence(oidDer(id), der(context(0), value));

const data = (content: Bytes): Bytes => typed(DATA, der(TAG.octetString, content));

/**
 * A PKCS#12 file (RFC 7292) that is neither encrypted nor authenticated, and so opens with any password.
 *
 * @param keys PrivateKeyInfo
 */
export function pkcs12Der(keys: readonly Bytes[], certificates: readonly Bytes[]): Bytes {
  const bags = [
    ...keys.map(key => typed(KEY_BAG, key)),
    ...certificates.map(certificate =>
      typed(CERTIFICATE_BAG, typed(X509_CERTIFICATE, der(TAG.octetString, certificate))),
    ),
  ];
  return sequence(der(TAG.integer, Uint8Array.of(3)), data(sequence(data(sequence(...bags)))));
}

/** A new key on P-256. */
export async function newKey(): Promise<{ readonly pkcs8: Bytes; readonly publicKeyInfo: Bytes }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign']);
  const [pkcs8, publicKeyInfo] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', privateKey),
    crypto.subtle.exportKey('spki', publicKey),
  ]);
  return { pkcs8: new Uint8Array(pkcs8), publicKeyInfo: new Uint8Array(publicKeyInfo) };
}
