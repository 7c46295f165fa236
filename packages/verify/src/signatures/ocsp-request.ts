import { DER_TAG, DerReader, oidOf, type DerValue } from '../asn1/der.ts';
import { der } from '../asn1/der-writer.ts';
import type { CertificateFacts } from '../certificates/certificate-facts.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Which certificate is asked for (RFC 6960, 4.1.1), by SHA-1: a name, not a protection. */
export interface CertificateId {
  readonly nameHash: Bytes;
  readonly keyHash: Bytes;
  /** Contents of the INTEGER. */
  readonly serialNumber: Bytes;
}

const SHA1 = '1.3.14.3.2.26';
const SHA1_IDENTIFIER = der(
  DER_TAG.sequence,
  der(DER_TAG.oid, Uint8Array.of(0x2b, 0x0e, 0x03, 0x02, 0x1a)),
  der(0x05),
);
/** `id-pkix-ocsp-nonce`: 1.3.6.1.5.5.7.48.1.2. */
const NONCE = der(DER_TAG.oid, Uint8Array.of(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x02));
const REQUEST_EXTENSIONS = 0xa2;

/** The certificate as a responder knows it. @throws DerError */
export async function certificateId(
  certificate: CertificateFacts,
  issuer: CertificateFacts,
): Promise<CertificateId> {
  const { serialNumber, issuer: name } = bodyOf(certificate.der);
  return { nameHash: await sha1(name), keyHash: await keyHash(issuer), serialNumber };
}

/** SHA-1 of a certificate's key, without the algorithm (RFC 6960, 4.2.1). @throws DerError */
export function keyHash(certificate: CertificateFacts): Promise<Bytes> {
  return sha1(bodyOf(certificate.der).key);
}

/**
 * Asks for one certificate (RFC 6960, 4.1.1).
 * @param nonce the answer is to repeat it, so that no older one is taken for it
 * @returns DER
 */
export function ocspRequest(id: CertificateId, nonce: Bytes): Bytes {
  const asked = der(DER_TAG.sequence, certificateIdDer(id));
  const extensions = der(REQUEST_EXTENSIONS, der(DER_TAG.sequence, nonceExtension(nonce)));
  return der(DER_TAG.sequence, der(DER_TAG.sequence, der(DER_TAG.sequence, asked), extensions));
}

/** `CertID ::= SEQUENCE { hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }` */
export function certificateIdDer({ nameHash, keyHash: key, serialNumber }: CertificateId): Bytes {
  return der(
    DER_TAG.sequence,
    SHA1_IDENTIFIER,
    der(DER_TAG.octetString, nameHash),
    der(DER_TAG.octetString, key),
    der(DER_TAG.integer, serialNumber),
  );
}

/** @returns undefined for one by another hash @throws DerError */
export function readCertificateId(reader: DerReader, value: DerValue): CertificateId | undefined {
  const id = reader.inside(value);
  const algorithm = id.inside(id.next(DER_TAG.sequence));
  const hash = oidOf(id.contentsOf(algorithm.next(DER_TAG.oid)));
  const [nameHash, key] = [id.next(DER_TAG.octetString), id.next(DER_TAG.octetString)];
  const serialNumber = id.contentsOf(id.next(DER_TAG.integer));
  if (hash !== SHA1) return undefined;
  return { nameHash: id.contentsOf(nameHash), keyHash: id.contentsOf(key), serialNumber };
}

export function nonceExtension(nonce: Bytes): Bytes {
  return der(DER_TAG.sequence, NONCE, der(DER_TAG.octetString, der(DER_TAG.octetString, nonce)));
}

/** The parts of a certificate that are hashed, as they were issued (RFC 5280, 4.1). */
function bodyOf(certificate: Bytes): { serialNumber: Bytes; issuer: Bytes; key: Bytes } {
  const outer = DerReader.whole(certificate, DER_TAG.sequence);
  const body = outer.inside(outer.next(DER_TAG.sequence));
  body.optional(0xa0);
  const serialNumber = body.contentsOf(body.next(DER_TAG.integer));
  body.next(DER_TAG.sequence);
  const issuer = body.encodingOf(body.next(DER_TAG.sequence));
  body.next(DER_TAG.sequence);
  body.next(DER_TAG.sequence);
  const info = body.inside(body.next(DER_TAG.sequence));
  info.next(DER_TAG.sequence);
  return { serialNumber, issuer, key: body.contentsOf(info.next(DER_TAG.bitString)).subarray(1) };
}

async function sha1(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-1', bytes));
}
