import {
  AsnArray,
  AsnConvert,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { equalBytes } from '../bytes.ts';
import { hashNamed } from '../certificates/signature-algorithms.ts';
import type { Attributes } from './signed-data.ts';

const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

// Schemas for reading, with the decorators called as functions.

/** ESSCertIDv2 (RFC 5035, 4), and ESSCertID, which has no algorithm. */
class CertificateReference {
  hashAlgorithm?: AlgorithmIdentifier;
  certHash = new OctetString();
  issuerSerial?: ArrayBuffer;
}
AsnType({ type: AsnTypeTypes.Sequence })(CertificateReference);
AsnProp({ type: AlgorithmIdentifier, optional: true })(CertificateReference.prototype, 'hashAlgorithm');
AsnProp({ type: OctetString })(CertificateReference.prototype, 'certHash');
AsnProp({ type: AsnPropTypes.Any, optional: true })(CertificateReference.prototype, 'issuerSerial');

class CertificateReferences extends AsnArray<CertificateReference> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: CertificateReference })(CertificateReferences);

/** SigningCertificate and SigningCertificateV2 (RFC 5035, 3). */
class SigningCertificate {
  certs = new CertificateReferences();
  policies?: ArrayBuffer;
}
AsnType({ type: AsnTypeTypes.Sequence })(SigningCertificate);
AsnProp({ type: CertificateReferences })(SigningCertificate.prototype, 'certs');
AsnProp({ type: AsnPropTypes.Any, optional: true })(SigningCertificate.prototype, 'policies');

/**
 * Whether every reference that the signer made to their certificate is to this one. Without a reference, another
 * certificate of the same key, name and number could be put in its place: older signatures have none.
 */
export async function referenceMatches(
  attributes: Attributes,
  certificate: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const [type, usual] of [
    [SIGNING_CERTIFICATE, 'SHA-1'],
    [SIGNING_CERTIFICATE_V2, 'SHA-256'],
  ] as const) {
    for (const [value] of attributes.get(type) ?? []) {
      const [first] = value === undefined ? [] : AsnConvert.parse(value, SigningCertificate).certs;
      if (first === undefined) return false;
      const hash = first.hashAlgorithm ? hashNamed(first.hashAlgorithm.algorithm) : usual;
      if (hash === undefined) return false;
      const actual = new Uint8Array(await crypto.subtle.digest(hash, certificate));
      if (!equalBytes(actual, new Uint8Array(first.certHash.buffer))) return false;
    }
  }
  return true;
}
