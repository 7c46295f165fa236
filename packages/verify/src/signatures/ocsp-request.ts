import {
  context,
  der,
  expect,
  hashNamed,
  octets,
  oid,
  oidDer,
  TAG,
  type Ber,
  type Bytes,
  type Certificate,
  type HashName,
} from '@sign-session/certificates';

/** Which certificate is asked for (RFC 6960, 4.1.1), by hashes: a name, not a protection. */
export interface CertificateId {
  readonly nameHash: Bytes;
  readonly keyHash: Bytes;
  /** Content of the INTEGER. */
  readonly serialNumber: Bytes;
}

const SHA_1 = '1.3.14.3.2.26';
/** `id-pkix-ocsp-nonce`. */
export const NONCE = '1.3.6.1.5.5.7.48.1.2';

/** The certificate as a responder knows it. @param hash SHA-1 is what every responder understands */
export async function certificateId(
  { serial: serialNumber, issuer: name }: Certificate,
  issuer: Certificate,
  hash: HashName = 'SHA-1',
): Promise<CertificateId> {
  return { nameHash: await hashOf(hash, name.der), keyHash: await keyHash(issuer, hash), serialNumber };
}

/** Hash of a certificate's key, without the algorithm (RFC 6960, 4.2.1). */
export function keyHash({ publicKeyBits }: Certificate, hash: HashName = 'SHA-1'): Promise<Bytes> {
  return hashOf(hash, publicKeyBits);
}

/**
 * Asks for one certificate (RFC 6960, 4.1.1).
 * @param nonce the answer is to repeat it, so that no older one is taken for it
 * @returns DER
 */
export function ocspRequest(id: CertificateId, nonce: Bytes): Bytes {
  const asked = der(TAG.sequence, der(TAG.sequence, certificateIdDer(id)));
  const value = der(TAG.octetString, der(TAG.octetString, nonce));
  const extensions = der(TAG.sequence, der(TAG.sequence, oidDer(NONCE), value));
  return der(TAG.sequence, der(TAG.sequence, asked, der(context(2), extensions)));
}

/** `CertID ::= SEQUENCE { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }` */
export function certificateIdDer({ nameHash, keyHash: key, serialNumber }: CertificateId): Bytes {
  return der(
    TAG.sequence,
    der(TAG.sequence, oidDer(SHA_1), der(TAG.null)),
    der(TAG.octetString, nameHash),
    der(TAG.octetString, key),
    der(TAG.integer, serialNumber),
  );
}

/** A certificate as a responder names it: by a hash of its own choice; undefined for one that is not computed here. */
export interface NamedCertificate extends CertificateId {
  readonly hash: HashName | undefined;
}

/** @throws BerError */
export function readNamedCertificate(value: Ber): NamedCertificate {
  const id = expect(value, TAG.sequence).cursor();
  const hash = hashNamed(oid(id.next(TAG.sequence).cursor().next()));
  const [nameHash, key] = [octets(id.next()), octets(id.next())];
  return { hash, nameHash, keyHash: key, serialNumber: id.next(TAG.integer).content };
}

/** @returns undefined for one by another hash than SHA-1 @throws BerError */
export function readCertificateId(value: Ber): CertificateId | undefined {
  const { hash, ...id } = readNamedCertificate(value);
  return hash === 'SHA-1' ? id : undefined;
}

async function hashOf(hash: HashName, bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest(hash, bytes));
}
