import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AuthorityInfoAccessSyntax,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CertificatePolicies,
  CRLDistributionPoints,
  ExtendedKeyUsage,
  id_ad_ocsp,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_extKeyUsage,
  id_ce_inhibitAnyPolicy,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_policyConstraints,
  id_ce_policyMappings,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_pe_authorityInfoAccess,
  InhibitAnyPolicy,
  KeyUsage,
  KeyUsageFlags,
  NameConstraints,
  PolicyConstraints,
  PolicyMappings,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509';
import type { AlgorithmIdentifier, GeneralName } from '@peculiar/asn1-x509';
import { hexOf } from '../bytes.ts';
import { displayName, nameKey, nameText } from './distinguished-name.ts';
import { readHolder } from './icp-brasil-holder.ts';
import type { Holder } from './icp-brasil-holder.ts';
import { readPublicKey, type PublicKey } from './public-key.ts';

/** What a certificate (RFC 5280) says, as far as signatures ask. */
export interface CertificateFacts {
  /** The whole, as issued. */
  readonly der: Uint8Array<ArrayBuffer>;
  /** What its authority signed, how, and the signature. */
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signatureAlgorithm: AlgorithmIdentifier;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly publicKey: PublicKey;
  /** Hexadecimal, upper case. */
  readonly serialNumber: string;
  /** Hexadecimal, upper case. */
  readonly keyIdentifier: string | undefined;
  /** Of its authority's key. */
  readonly issuerKeyIdentifier: string | undefined;
  /** The names, to compare (`nameKey`). */
  readonly subject: string;
  readonly issuer: string;
  /** DER of the subject. */
  readonly subjectDer: Uint8Array<ArrayBuffer>;
  /** In full, such as `C=BR, O=ICP-Brasil, CN=…`. */
  readonly subjectText: string;
  readonly issuerText: string;
  /** Common names, else what a name has. */
  readonly subjectName: string;
  readonly issuerName: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Who holds it, as ICP-Brasil writes it. */
  readonly holder: Holder;
  /** OIDs. */
  readonly policies: readonly string[];
  readonly policyRules: PolicyRules;
  /** Other names of the subject. */
  readonly alternativeNames: readonly GeneralName[];
  /** What the names below an authority may be. */
  readonly nameConstraints: NameConstraints | undefined;
  readonly isAuthority: boolean;
  /** How many authorities may stand between it and an end certificate; undefined: as many as there are. */
  readonly pathLength: number | undefined;
  /** False where the key usage says that the key signs something else, or nothing. */
  readonly maySign: boolean;
  readonly maySignLists: boolean;
  /** OIDs of purposes; undefined: any. */
  readonly purposes: readonly string[] | undefined;
  /** Whether a verifier that does not know the purposes has to refuse the certificate. */
  readonly purposesAreCritical: boolean;
  /** Extensions marked critical that nothing here understands (RFC 5280, 4.2: such a certificate is refused). */
  readonly unknownCritical: readonly string[];
  /** Where its authority publishes revocations, over http. */
  readonly listAddresses: readonly string[];
  /** Where its authority answers for it (OCSP), over http. */
  readonly responderAddresses: readonly string[];
  /** A responder's, for which its authority answers by its short life alone (RFC 6960, 4.2.2.2.1). */
  readonly isNotToBeAskedFor: boolean;
}

/** What an authority says of the policies of certificates below it (RFC 5280, 4.2.1.5, 4.2.1.11 and 4.2.1.14). */
export interface PolicyRules {
  /** From an issuer's policy to the one that counts as the same. */
  readonly mappings: readonly (readonly [issuer: string, subject: string])[];
  /** How many more certificates may come before each rule holds. */
  readonly requireExplicit: number | undefined;
  readonly inhibitMapping: number | undefined;
  readonly inhibitAny: number | undefined;
}

/** The bytes are no certificate. */
export class CertificateFormatError extends Error {
  override readonly name = 'CertificateFormatError';
}

/** `id-pkix-ocsp-nocheck`. */
const OCSP_NO_CHECK = '1.3.6.1.5.5.7.48.1.5';

const KNOWN_CRITICAL: readonly string[] = [
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_extKeyUsage,
  id_ce_subjectAltName,
  id_ce_certificatePolicies,
  id_ce_cRLDistributionPoints,
  id_ce_nameConstraints,
  id_ce_policyConstraints,
  id_ce_policyMappings,
  id_ce_inhibitAnyPolicy,
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
    readCertificate(Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), digit => digit.charCodeAt(0))),
  );
}

function factsOf(der: Uint8Array<ArrayBuffer>): CertificateFacts {
  const certificate = AsnConvert.parse(der, Certificate);
  const { tbsCertificate: body, tbsCertificateRaw: signed } = certificate;
  if (signed === undefined) throw new TypeError('A certificate without its own bytes.');
  const extensions = new Map(body.extensions?.map(({ extnID, extnValue }) => [extnID, extnValue.buffer]));
  const read: ReadExtension = (id, type) => {
    const value = extensions.get(id);
    return value === undefined ? undefined : AsnConvert.parse(value, type);
  };
  const basic = read(id_ce_basicConstraints, BasicConstraints);
  const usage = read(id_ce_keyUsage, KeyUsage)?.toNumber();
  const subjectName = displayName(body.subject);
  const keyIdentifier = read(id_ce_subjectKeyIdentifier, SubjectKeyIdentifier);
  const issuerKey = read(id_ce_authorityKeyIdentifier, AuthorityKeyIdentifier)?.keyIdentifier;
  const alternativeNames = read(id_ce_subjectAltName, SubjectAlternativeName);
  const purposes = read(id_ce_extKeyUsage, ExtendedKeyUsage);
  const critical = Array.from(body.extensions ?? []).filter(extension => extension.critical);
  return {
    der,
    signed: new Uint8Array(signed),
    signatureAlgorithm: certificate.signatureAlgorithm,
    signature: new Uint8Array(certificate.signatureValue),
    publicKey: readPublicKey(body.subjectPublicKeyInfo),
    serialNumber: hexOf(body.serialNumber),
    keyIdentifier: keyIdentifier && hexOf(keyIdentifier.buffer),
    issuerKeyIdentifier: issuerKey && hexOf(issuerKey.buffer),
    subject: nameKey(body.subject),
    issuer: nameKey(body.issuer),
    subjectDer: new Uint8Array(AsnConvert.serialize(body.subject)),
    subjectText: nameText(body.subject),
    issuerText: nameText(body.issuer),
    subjectName,
    issuerName: displayName(body.issuer),
    notBefore: body.validity.notBefore.getTime(),
    notAfter: body.validity.notAfter.getTime(),
    holder: readHolder(subjectName, alternativeNames),
    policies: Array.from(
      read(id_ce_certificatePolicies, CertificatePolicies) ?? [],
      policy => policy.policyIdentifier,
    ),
    policyRules: policyRulesOf(read),
    alternativeNames: Array.from(alternativeNames ?? []),
    nameConstraints: read(id_ce_nameConstraints, NameConstraints),
    isAuthority: basic?.cA === true && allows(usage, KeyUsageFlags.keyCertSign),
    pathLength: basic?.pathLenConstraint,
    maySign: allows(usage, KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation),
    maySignLists: allows(usage, KeyUsageFlags.cRLSign),
    purposes: purposes && Array.from(purposes),
    purposesAreCritical: critical.some(({ extnID }) => extnID === id_ce_extKeyUsage),
    unknownCritical: critical.map(({ extnID }) => extnID).filter(id => !KNOWN_CRITICAL.includes(id)),
    listAddresses: listAddressesIn(read(id_ce_cRLDistributionPoints, CRLDistributionPoints)),
    responderAddresses: responderAddressesIn(read(id_pe_authorityInfoAccess, AuthorityInfoAccessSyntax)),
    isNotToBeAskedFor: extensions.has(OCSP_NO_CHECK),
  };
}

type ReadExtension = <T>(id: string, type: new () => T) => T | undefined;

function policyRulesOf(read: ReadExtension): PolicyRules {
  const constraints = read(id_ce_policyConstraints, PolicyConstraints);
  const mappings = Array.from(read(id_ce_policyMappings, PolicyMappings) ?? []);
  return {
    mappings: mappings.map(({ issuerDomainPolicy: from, subjectDomainPolicy: to }) => [from, to]),
    requireExplicit: countIn(constraints?.requireExplicitPolicy),
    inhibitMapping: countIn(constraints?.inhibitPolicyMapping),
    inhibitAny: countIn(read(id_ce_inhibitAnyPolicy, InhibitAnyPolicy)?.value),
  };
}

/** An INTEGER of any length; a chain is shorter than the largest that is told apart. */
function countIn(integer: ArrayBuffer | undefined): number | undefined {
  return integer && Number(BigInt(`0x0${hexOf(integer)}`));
}

/** A certificate without the extension does not limit its key (RFC 5280, 4.2.1.3). */
function allows(usage: number | undefined, flags: number): boolean {
  return usage === undefined || (usage & flags) !== 0;
}

function listAddressesIn(points: CRLDistributionPoints | undefined): string[] {
  return httpAddresses(
    Array.from(points ?? []).flatMap(point => Array.from(point.distributionPoint?.fullName ?? [])),
  );
}

function responderAddressesIn(access: AuthorityInfoAccessSyntax | undefined): string[] {
  const responders = Array.from(access ?? []).filter(({ accessMethod }) => accessMethod === id_ad_ocsp);
  return httpAddresses(responders.map(({ accessLocation }) => accessLocation));
}

function httpAddresses(names: readonly GeneralName[]): string[] {
  return names
    .map(name => name.uniformResourceIdentifier)
    .filter(address => address !== undefined)
    .filter(address => /^https?:\/\//i.test(address));
}
