import { createHash } from 'node:crypto';
import type { Attribute } from '@peculiar/asn1-cms';
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
import { hashNamed } from './algorithms.ts';

const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

// Schemas for reading, with the decorators called as functions, as in cms/signed-attributes.ts.

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
export function referenceMatches(attributes: readonly Attribute[], certificate: Uint8Array): boolean {
  return attributes
    .filter(({ attrType }) => attrType === SIGNING_CERTIFICATE || attrType === SIGNING_CERTIFICATE_V2)
    .every(({ attrType, attrValues: [value] }) => {
      if (value === undefined) return false;
      const [first] = AsnConvert.parse(value, SigningCertificate).certs;
      if (first === undefined) return false;
      const usual = attrType === SIGNING_CERTIFICATE ? 'sha1' : 'sha256';
      const hash = first.hashAlgorithm ? hashNamed(first.hashAlgorithm.algorithm) : usual;
      return (
        hash !== undefined &&
        createHash(hash).update(certificate).digest().equals(Buffer.from(first.certHash.buffer))
      );
    });
}
