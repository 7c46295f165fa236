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
import { readBer, valuesIn } from '../asn1/ber.ts';
import { equalBytes, hexOf, sameNumber } from '../bytes.ts';
import type { CertificateFacts } from '../certificates/certificate-facts.ts';
import { nameKey } from '../certificates/distinguished-name.ts';
import { digestOf, hashNamed } from '../certificates/signature-algorithms.ts';
import type { Attributes } from './signed-data.ts';

/** `SigningCertificate` and its second version, with the hash that each means by default. */
const KINDS = [
  ['1.2.840.113549.1.9.16.2.12', 'SHA-1'],
  ['1.2.840.113549.1.9.16.2.47', 'SHA-256'],
] as const;

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
  certificate: CertificateFacts,
): Promise<boolean> {
  for (const [type, usual] of KINDS) {
    for (const [value] of attributes.get(type) ?? []) {
      const [first] = value === undefined ? [] : AsnConvert.parse(value, SigningCertificate).certs;
      if (first === undefined) return false;
      const hash = first.hashAlgorithm ? hashNamed(first.hashAlgorithm.algorithm) : usual;
      if (hash === undefined || !namesIssuer(first, certificate)) return false;
      const actual = await digestOf(hash, [certificate.der]);
      if (!equalBytes(actual, new Uint8Array(first.certHash.buffer))) return false;
    }
  }
  return true;
}

export function hasReference(attributes: Attributes): boolean {
  return KINDS.some(([type]) => attributes.has(type));
}

/** By `IssuerSerial`, where there is one. */
function namesIssuer(
  { issuerSerial }: CertificateReference,
  { issuer, serialNumber }: CertificateFacts,
): boolean {
  if (issuerSerial === undefined) return true;
  const [names, number] = valuesIn(readBer(new Uint8Array(issuerSerial)));
  const [directoryName] = names === undefined ? [] : valuesIn(names);
  const [name] = directoryName?.tag === 0xa4 ? valuesIn(directoryName) : [];
  if (name === undefined || number === undefined) return false;
  return nameKey(name.encoding) === issuer && sameNumber(hexOf(number.contents), serialNumber);
}
