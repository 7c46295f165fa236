/** Issues certificates, with ICP-Brasil's names and extensions for holders. */
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import {
  type Bytes,
  context,
  contextPrimitive,
  der,
  oidDer,
  OTHER_NAME as READ_NAMES,
  TAG,
} from '@sign-session/certificates';
import { DAY_MS } from '../domain/clock.ts';

// Import first: @peculiar/x509 needs it for its decorators.

/** The algorithm that authorities here sign certificates with. */
export const RSA_SHA256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

export interface CertificateProfile {
  /** RFC 4514. */
  readonly subject: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly extensions: readonly Extension[];
}

export interface CertificateAuthority {
  readonly certificate: X509Certificate;
  /** RSA. */
  readonly privateKey: CryptoKey;
}

/** An exportable RSA key pair. @param bits at least 2048, except to test a refusal */
export function newRsaKeys(bits = 2048): Promise<CryptoKeyPair> {
  const publicExponent = new Uint8Array([1, 0, 1]);
  return crypto.subtle.generateKey({ ...RSA_SHA256, modulusLength: bits, publicExponent }, true, [
    'sign',
    'verify',
  ]);
}

/**
 * Issues a certificate for a key. Without an issuer it is a self-signed root.
 * @param keys the private key signs a root; others need none here
 */
export async function issueCertificate(
  profile: CertificateProfile,
  keys: Pick<CryptoKeyPair, 'publicKey'> & Partial<CryptoKeyPair>,
  issuer?: CertificateAuthority,
): Promise<X509Certificate> {
  const signingKey = issuer?.privateKey ?? keys.privateKey;
  if (signingKey === undefined) throw new TypeError('A root signs itself, so its private key is needed.');
  return X509CertificateGenerator.create({
    subject: profile.subject,
    issuer: issuer?.certificate.subject ?? profile.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: RSA_SHA256,
    notBefore: profile.notBefore,
    notAfter: profile.notAfter,
    extensions: [
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer?.certificate ?? keys.publicKey),
      ...profile.extensions,
    ],
  });
}

/** @param pathLength how many subordinate authorities may follow */
export function authorityExtensions(pathLength: number): Extension[] {
  return [
    new BasicConstraintsExtension(true, pathLength, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
}

/** PKCS#8 in PEM. */
export async function exportPrivateKey(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

/** Imports an RSA signing key from PKCS#8 in PEM, not exportable. */
export function importPrivateKey(pem: string): Promise<CryptoKey> {
  return crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), RSA_SHA256, false, ['sign']);
}

export function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

/** The person responsible for a company's certificate (DOC-ICP-04). */
interface ResponsiblePerson {
  name: string;
  /** ddmmyyyy */
  birthDate: string;
  /** 11 digits */
  cpf: string;
}

export interface CompanyHolder {
  businessName: string;
  /** 14 characters */
  cnpj: string;
  email: string;
  responsible: ResponsiblePerson;
}

export interface PersonHolder {
  name: string;
  /** ddmmyyyy */
  birthDate: string;
  /** 11 digits */
  cpf: string;
  email: string;
}

const OTHER_NAME = {
  ...READ_NAMES,
  voter: '2.16.76.1.3.5',
  personCei: '2.16.76.1.3.6',
  companyCei: '2.16.76.1.3.7',
  businessName: '2.16.76.1.3.8',
} as const;

/** A fictitious A1 policy OID: in the right arc for parsers, but not assigned to any authority. */
const A1_TEST_POLICY = '2.16.76.1.2.1.9999';

const NIS_ABSENT = '0'.repeat(11);
const RG_ABSENT = '0'.repeat(15);
const CEI_ABSENT = '0'.repeat(12);
/** Number (12), zone (3) and section (4). */
const VOTER_ABSENT = '0'.repeat(19);

/**
 * The subject alternative names of an e-CPF (DOC-ICP-04): birth date, CPF, NIS and RG, CEI and voter registration.
 * @returns DER of the SubjectAltName extension's value
 */
export function personAlternativeNames({ birthDate, cpf, email }: PersonHolder): Bytes {
  return der(
    TAG.sequence,
    otherName(OTHER_NAME.personData, `${birthDate}${cpf}${NIS_ABSENT}${RG_ABSENT}`),
    otherName(OTHER_NAME.personCei, CEI_ABSENT),
    otherName(OTHER_NAME.voter, VOTER_ABSENT),
    mailName(email),
  );
}

/**
 * The subject alternative names of an e-CNPJ (DOC-ICP-04): the responsible person's name, the CNPJ, the responsible
 * person's data (birth date, CPF, NIS, RG; missing numbers are zero-filled), the CEI and the business name, each as
 * an `otherName` with an OCTET STRING.
 * @returns DER of the SubjectAltName extension's value
 */
export function companyAlternativeNames(holder: CompanyHolder): Bytes {
  const { responsible } = holder;
  return der(
    TAG.sequence,
    otherName(OTHER_NAME.responsibleName, responsible.name),
    otherName(OTHER_NAME.cnpj, holder.cnpj),
    otherName(
      OTHER_NAME.responsibleData,
      `${responsible.birthDate}${responsible.cpf}${NIS_ABSENT}${RG_ABSENT}`,
    ),
    otherName(OTHER_NAME.companyCei, CEI_ABSENT),
    otherName(OTHER_NAME.businessName, holder.businessName),
    mailName(holder.email),
  );
}

/** DER of a CertificatePolicies value. @param policy OID; default: the test A1 policy */
function certificatePolicies(policy = A1_TEST_POLICY): Bytes {
  return der(TAG.sequence, der(TAG.sequence, oidDer(policy)));
}

/** GeneralName: `[0] { type-id, value [0] EXPLICIT }`. */
function otherName(type: string, value: string): Bytes {
  const octets = der(TAG.octetString, Buffer.from(value));
  return der(context(0), oidDer(type), der(context(0), octets));
}

/** GeneralName: `rfc822Name [1] IA5String`. */
function mailName(address: string): Bytes {
  return der(contextPrimitive(1), Buffer.from(address, 'latin1'));
}

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const CERTIFICATE_POLICIES = '2.5.29.32';

/**
 * The extensions of an ICP-Brasil A1 certificate (DOC-ICP-04, 7.1.2).
 * @param names DER of the SubjectAltName extension's value
 * @param policy OID; default: the test A1 policy
 */
export function holderExtensions(names: Bytes, policy?: string): Extension[] {
  const usages =
    KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation | KeyUsageFlags.keyEncipherment;
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(usages, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth, ExtendedKeyUsage.emailProtection]),
    new Extension(CERTIFICATE_POLICIES, false, certificatePolicies(policy)),
    new Extension(SUBJECT_ALTERNATIVE_NAME, false, names),
  ];
}
