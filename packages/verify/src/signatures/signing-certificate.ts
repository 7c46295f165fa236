import {
  context,
  expect,
  hashNamed,
  Name,
  octets,
  readAlgorithmIdentifier,
  sameBytes,
  sameName,
  TAG,
  type Ber,
  type CertificateFacts,
  type HashName,
} from '@sign-session/certificates';
import { digestOf, sameInteger } from '../bytes.ts';
import { onlyValue, type Attributes } from './signed-data.ts';

/** `SigningCertificate` and its second version, with the hash that each means by default. */
const KINDS = [
  ['1.2.840.113549.1.9.16.2.12', 'SHA-1'],
  ['1.2.840.113549.1.9.16.2.47', 'SHA-256'],
] as const;

/**
 * Whether the reference that the signer made to their certificate is to this one. Without a reference, another
 * certificate of the same key, name and number could be put in its place: older signatures have none. An attribute of
 * each kind may occur once, with one value (RFC 2634, 5.4).
 * @throws BerError
 */
export async function referenceMatches(
  attributes: Attributes,
  certificate: CertificateFacts,
): Promise<boolean> {
  for (const [type, usual] of KINDS) {
    if (!attributes.has(type)) continue;
    const value = onlyValue(attributes, type);
    if (value === undefined || !(await isReferenceTo(certificate, value, usual))) return false;
  }
  return true;
}

/**
 * By the first of the references: `SigningCertificateV2 ::= SEQUENCE { certs SEQUENCE OF ESSCertIDv2, policies
 * OPTIONAL }` with `ESSCertIDv2 ::= SEQUENCE { hashAlgorithm OPTIONAL, certHash, issuerSerial OPTIONAL }` (RFC 5035, 3
 * and 4); the first version has no algorithm.
 */
async function isReferenceTo(certificate: CertificateFacts, value: Ber, usual: HashName): Promise<boolean> {
  const first = value.children[0]?.children[0];
  if (first === undefined) return false;
  const fields = expect(first, TAG.sequence).cursor();
  const algorithm = fields.optional(TAG.sequence);
  const hash = algorithm ? hashNamed(readAlgorithmIdentifier(algorithm).algorithm) : usual;
  const certificateHash = octets(fields.next());
  const issuerSerial = fields.optional(TAG.sequence);
  fields.expectEnd();
  if (hash === undefined || (issuerSerial && !isIssuerSerialOf(certificate, issuerSerial))) return false;
  return sameBytes(await digestOf(hash, [certificate.der]), certificateHash);
}

export function hasReference(attributes: Attributes): boolean {
  return KINDS.some(([type]) => attributes.has(type));
}

/** `IssuerSerial ::= SEQUENCE { issuer GeneralNames, serialNumber }`, with a directoryName. */
function isIssuerSerialOf({ issuer, serial }: CertificateFacts, issuerSerial: Ber): boolean {
  const fields = issuerSerial.cursor();
  const directoryName = fields.next(TAG.sequence).cursor().optional(context(4));
  const { content: number } = fields.next(TAG.integer);
  if (directoryName === undefined) return false;
  return sameName(new Name(directoryName.cursor().next()), issuer) && sameInteger(number, serial);
}
