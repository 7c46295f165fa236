import { X509Certificate } from 'node:crypto';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  BasicConstraints,
  Certificate,
  CertificatePolicies,
  CRLDistributionPoints,
  ExtendedKeyUsage,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509';
import type { Name } from '@peculiar/asn1-x509';
import { readHolder } from './icp-brasil-holder.ts';
import type { Holder } from './icp-brasil-holder.ts';

/** What a certificate (RFC 5280) says, as far as signatures ask. */
export interface CertificateFacts {
  /** The whole, as issued. */
  readonly der: Uint8Array<ArrayBuffer>;
  /** Its key, and whether another certificate's key signed it. */
  readonly x509: X509Certificate;
  /** Hexadecimal, upper case. */
  readonly serialNumber: string;
  /** Hexadecimal, upper case. */
  readonly keyIdentifier: string | undefined;
  /** DER of the names, to compare. */
  readonly subject: Uint8Array;
  readonly issuer: Uint8Array;
  /** Common names, else what a name has. */
  readonly subjectName: string;
  readonly issuerName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Who holds it, as ICP-Brasil writes it. */
  readonly holder: Holder;
  /** OIDs. */
  readonly policies: readonly string[];
  readonly isAuthority: boolean;
  /** How many authorities may stand between it and an end certificate; undefined: as many as there are. */
  readonly pathLength: number | undefined;
  /** False where the key usage says that the key signs something else, or nothing. */
  readonly maySign: boolean;
  readonly maySignLists: boolean;
  /** OIDs of purposes; undefined: any. */
  readonly purposes: readonly string[] | undefined;
  /** Extensions marked critical that nothing here understands (RFC 5280, 4.2: such a certificate is refused). */
  readonly unknownCritical: readonly string[];
  /** Where its authority publishes revocations, over http. */
  readonly listAddresses: readonly string[];
}

/** The bytes are no certificate. */
export class CertificateFormatError extends Error {
  override readonly name = 'CertificateFormatError';
}

const KNOWN_CRITICAL: readonly string[] = [
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_extKeyUsage,
  id_ce_subjectAltName,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
];

/**
 * Reads a certificate.
 * @param der kept, not copied
 * @throws CertificateFormatError
 */
export function readCertificate(der: Uint8Array<ArrayBuffer>): CertificateFacts {
  try {
    return factsOf(der);
  } catch (cause) {
    throw new CertificateFormatError('This is no certificate that can be read.', { cause });
  }
}

/** Reads the first certificate of a PEM text. @throws CertificateFormatError */
export function readCertificatePem(pem: string): CertificateFacts {
  const [first] = readCertificatesPem(pem);
  if (first === undefined) throw new CertificateFormatError('There is no certificate in this text.');
  return first;
}

/** Reads all certificates of a PEM text. @throws CertificateFormatError */
export function readCertificatesPem(pem: string): CertificateFacts[] {
  const blocks = pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g);
  return Array.from(blocks, ([, base64 = '']) =>
    readCertificate(new Uint8Array(Buffer.from(base64, 'base64'))),
  );
}

function factsOf(der: Uint8Array<ArrayBuffer>): CertificateFacts {
  const { tbsCertificate: body } = AsnConvert.parse(der, Certificate);
  const x509 = new X509Certificate(der);
  const extensions = new Map(body.extensions?.map(({ extnID, extnValue }) => [extnID, extnValue.buffer]));
  const read = <T>(id: string, type: new () => T): T | undefined => {
    const value = extensions.get(id);
    return value === undefined ? undefined : AsnConvert.parse(value, type);
  };
  const basic = read(id_ce_basicConstraints, BasicConstraints);
  const usage = read(id_ce_keyUsage, KeyUsage)?.toNumber();
  const subjectName = displayName(body.subject);
  const keyIdentifier = read(id_ce_subjectKeyIdentifier, SubjectKeyIdentifier);
  const purposes = read(id_ce_extKeyUsage, ExtendedKeyUsage);
  const critical = Array.from(body.extensions ?? []).filter(extension => extension.critical);
  return {
    der,
    x509,
    serialNumber: Buffer.from(body.serialNumber).toString('hex').toUpperCase(),
    keyIdentifier: keyIdentifier && Buffer.from(keyIdentifier.buffer).toString('hex').toUpperCase(),
    subject: new Uint8Array(AsnConvert.serialize(body.subject)),
    issuer: new Uint8Array(AsnConvert.serialize(body.issuer)),
    subjectName,
    issuerName: displayName(body.issuer),
    notBefore: body.validity.notBefore.getTime(),
    notAfter: body.validity.notAfter.getTime(),
    holder: readHolder(subjectName, read(id_ce_subjectAltName, SubjectAlternativeName)),
    policies: Array.from(
      read(id_ce_certificatePolicies, CertificatePolicies) ?? [],
      policy => policy.policyIdentifier,
    ),
    isAuthority: basic?.cA === true && allows(usage, KeyUsageFlags.keyCertSign),
    pathLength: basic?.pathLenConstraint,
    maySign: allows(usage, KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation),
    maySignLists: allows(usage, KeyUsageFlags.cRLSign),
    purposes: purposes && Array.from(purposes),
    unknownCritical: critical.map(({ extnID }) => extnID).filter(id => !KNOWN_CRITICAL.includes(id)),
    listAddresses: httpAddresses(read(id_ce_cRLDistributionPoints, CRLDistributionPoints)),
  };
}

/** A certificate without the extension does not limit its key (RFC 5280, 4.2.1.3). */
function allows(usage: number | undefined, flags: number): boolean {
  return usage === undefined || (usage & flags) !== 0;
}

function httpAddresses(points: CRLDistributionPoints | undefined): string[] {
  return Array.from(points ?? [])
    .flatMap(point => Array.from(point.distributionPoint?.fullName ?? []))
    .map(name => name.uniformResourceIdentifier)
    .filter(address => address !== undefined)
    .filter(address => /^https?:\/\//i.test(address));
}

const COMMON_NAME = '2.5.4.3';
const ORGANISATION = '2.5.4.10';

function displayName(name: Name): string {
  const attributes = name.flat();
  const last = (type: string) => attributes.findLast(attribute => attribute.type === type)?.value.toString();
  return last(COMMON_NAME) ?? last(ORGANISATION) ?? '';
}
