/** Makes a test authority and issues its certificates. */
import 'reflect-metadata';
import {
  AuthorityInfoAccessExtension,
  CRLDistributionPointsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509Certificate,
} from '@peculiar/x509';
import {
  addDays,
  authorityExtensions,
  type CertificateAuthority,
  type CertificateProfile,
  exportPrivateKey,
  holderExtensions,
  importPrivateKey,
  issueCertificate,
  newRsaKeys,
  RSA_SHA256,
} from '../../../service/src/pki/issue-certificate.ts';
import { ORGANISATION } from '../../../service/src/pki/test-seal.ts';
import { LEGACY, MODERN, writePkcs12 } from './pkcs12.ts';
import { issueTimestamper, type TimestamperIdentity } from './timestamper.ts';
import {
  cloudHolder,
  NOW,
  PAST,
  TEST_CERTIFICATES,
  TEST_PASSWORD,
  type TestCertificate,
} from './test-certificates.ts';

/** A stored A1 file. */
export interface TestFile {
  readonly name: string;
  readonly cpf?: string | undefined;
  readonly cnpj?: string | undefined;
  /** The PKCS#12 file, base64. */
  readonly content: string;
}

/** Serialisable; created once per data folder and stored. The authority's key signs its revocation list. */
export interface TestAuthorityMaterial {
  readonly rootPem: string;
  readonly issuerPem: string;
  readonly issuerKeyPem: string;
  /** The OCSP responder's certificate. Absent in authorities created before it was added. */
  readonly responderPem?: string | undefined;
  readonly responderKeyPem?: string | undefined;
  readonly files: readonly TestFile[];
  /** Hexadecimal. */
  readonly revokedSerialNumbers: readonly string[];
  /** ISO 8601; earlier than any time the clock can be moved to. */
  readonly revokedAt: string;
}

const DAYS_A_YEAR = 365;
/** Longer than the certificates that they issue. */
const AUTHORITY_YEARS = 7;

interface IssuedFile {
  readonly file: TestFile;
  readonly serialNumber: string;
}

/**
 * Creates a root, an authority under it and the A1 files that QA signs with. Discards the root's key. Takes one or
 * two seconds, mostly for RSA keys.
 * @param options.now the service's clock
 * @param options.listAddress URL of the authority's revocation list
 * @param options.responderAddress URL of its OCSP responder
 * @param options.title part of the names of all its certificates
 * @param options.hasFiles whether there are A1 files
 */
export async function createTestAuthority(options: {
  now: Date;
  listAddress: string;
  responderAddress: string;
  title: string;
  hasFiles: boolean;
}): Promise<TestAuthorityMaterial> {
  const { now, listAddress, responderAddress, title, hasFiles } = options;
  const validity = years(now, [-AUTHORITY_YEARS, AUTHORITY_YEARS]);
  const root = await authority(`${title} Root CA`, validity, 1);
  const issuer = await authority(`${title} CA`, validity, 0, root);
  const responder = await issueResponder(issuer, title, validity);
  const issued: IssuedFile[] = [];
  for (const wanted of hasFiles ? TEST_CERTIFICATES : []) {
    issued.push(await issueFile(wanted, { issuer, root, now, listAddress, responderAddress }));
  }
  return {
    rootPem: root.certificate.toString('pem'),
    issuerPem: issuer.certificate.toString('pem'),
    issuerKeyPem: await exportPrivateKey(issuer.privateKey),
    ...responder,
    files: issued.map(({ file }) => file),
    revokedSerialNumbers: issued.filter(isRevoked).map(({ serialNumber }) => serialNumber),
    revokedAt: addDays(now, -5 * DAYS_A_YEAR).toISOString(),
  };
}

async function authority(
  name: string,
  validity: Pick<CertificateProfile, 'notBefore' | 'notAfter'>,
  pathLength: number,
  issuer?: CertificateAuthority,
): Promise<CertificateAuthority> {
  const keys = await newRsaKeys();
  const subject = `${ORGANISATION}, OU=Test hierarchy, CN=Sign Session LOCAL TEST ${name}`;
  const profile = { subject, ...validity, extensions: authorityExtensions(pathLength) };
  return { certificate: await issueCertificate(profile, keys, issuer), privateKey: keys.privateKey };
}

/** `id-pkix-ocsp-nocheck`: the responder's own certificate need not be checked for revocation. */
const NO_CHECK = new Extension('1.3.6.1.5.5.7.48.1.5', false, Uint8Array.of(5, 0));
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';

async function issueResponder(
  issuer: CertificateAuthority,
  title: string,
  validity: Pick<CertificateProfile, 'notBefore' | 'notAfter'>,
): Promise<Required<Pick<TestAuthorityMaterial, 'responderPem' | 'responderKeyPem'>>> {
  const keys = await newKeys('P-256');
  const profile = {
    subject: `${ORGANISATION}, OU=Test hierarchy, CN=Sign Session LOCAL TEST ${title} OCSP`,
    ...validity,
    extensions: [
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([OCSP_SIGNING], true),
      NO_CHECK,
    ],
  };
  const certificate = await issueCertificate(profile, keys, issuer);
  return {
    responderPem: certificate.toString('pem'),
    responderKeyPem: await exportPrivateKey(keys.privateKey),
  };
}

interface IssuingContext {
  readonly issuer: CertificateAuthority;
  readonly root: CertificateAuthority;
  readonly now: Date;
  readonly listAddress: string;
  readonly responderAddress: string;
}

async function issueFile(wanted: TestCertificate, issuing: IssuingContext): Promise<IssuedFile> {
  const { issuer, root, now, listAddress, responderAddress } = issuing;
  const { name, cpf, cnpj, commonName, encryption } = wanted;
  const keys = await newKeys(wanted.key);
  const profile = {
    subject: `${ORGANISATION}, OU=A1 (LOCAL TEST), CN=${commonName}`,
    ...years(now, wanted.validity),
    extensions: signersExtensions(wanted, { listAddress, responderAddress }),
  };
  const certificate = await issueCertificate(profile, keys, issuer);
  const content = {
    chain: [certificate, issuer.certificate, root.certificate].map(derOf),
    privateKey: new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey)),
    friendlyName: commonName,
  };
  const pkcs12 = writePkcs12(content, TEST_PASSWORD, encryption === 'legacy' ? LEGACY : MODERN);
  const file = { name, cpf, cnpj, content: Buffer.from(pkcs12).toString('base64') };
  return { file, serialNumber: certificate.serialNumber };
}

interface Addresses {
  readonly listAddress: string;
  readonly responderAddress: string;
}

function signersExtensions(
  { alternativeNames }: Pick<TestCertificate, 'alternativeNames'>,
  { listAddress, responderAddress, policy }: Addresses & { readonly policy?: string | undefined },
): Extension[] {
  return [
    ...holderExtensions(alternativeNames(), policy),
    new CRLDistributionPointsExtension([listAddress]),
    new AuthorityInfoAccessExtension({ ocsp: [responderAddress] }),
  ];
}

/** A key pair in PEM: PKCS#8 and SubjectPublicKeyInfo. */
export async function newKeyMaterial(): Promise<{ privateKeyPem: string; publicKeyPem: string }> {
  const { privateKey, publicKey } = await newRsaKeys();
  const spki = await crypto.subtle.exportKey('spki', publicKey);
  return {
    privateKeyPem: await exportPrivateKey(privateKey),
    publicKeyPem: PemConverter.encode(spki, 'PUBLIC KEY'),
  };
}

/** Issues a certificate for the test cloud. @returns DER */
export async function issueCloudCertificate(
  { issuerPem, issuerKeyPem }: TestAuthorityMaterial,
  wanted: Addresses & {
    now: Date;
    publicKeyPem: string;
    number: string;
    validity: 'valid' | 'expired';
    /** OID. Default: that of an A1 certificate. */
    policy?: string | undefined;
  },
): Promise<Uint8Array<ArrayBuffer>> {
  const issuer = {
    certificate: new X509Certificate(issuerPem),
    privateKey: await importPrivateKey(issuerKeyPem),
  };
  const holder = cloudHolder(wanted.number);
  const spki = PemConverter.decodeFirst(wanted.publicKeyPem);
  const profile = {
    subject: `${ORGANISATION}, OU=A3 (LOCAL TEST), CN=${holder.commonName}`,
    ...years(wanted.now, wanted.validity === 'valid' ? NOW : PAST),
    extensions: signersExtensions(holder, wanted),
  };
  const publicKey = await crypto.subtle.importKey('spki', spki, RSA_SHA256, true, ['verify']);
  const certificate = await issueCertificate(profile, { publicKey }, issuer);
  return new Uint8Array(certificate.rawData);
}

function newKeys(key: TestCertificate['key']): Promise<CryptoKeyPair> {
  if (key !== 'P-256') return newRsaKeys(key === 'RSA-1024' ? 1024 : 2048);
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
}

function isRevoked({ file }: IssuedFile): boolean {
  return TEST_CERTIFICATES.some(({ name, revoked }) => name === file.name && revoked === true);
}

function derOf(certificate: X509Certificate): Uint8Array {
  return new Uint8Array(certificate.rawData);
}

function years(now: Date, [first, last]: readonly [number, number]) {
  return { notBefore: addDays(now, first * DAYS_A_YEAR), notAfter: addDays(now, last * DAYS_A_YEAR) };
}

/** Issues a timestamping certificate of the test authority, with the URL of its revocation list. */
export async function issueTestTimestamper(
  { issuerPem, issuerKeyPem, rootPem }: TestAuthorityMaterial,
  { now, listAddress }: { now: Date; listAddress: string },
): Promise<TimestamperIdentity> {
  const certificate = new X509Certificate(issuerPem);
  const issuer = { certificate, privateKey: await importPrivateKey(issuerKeyPem) };
  return issueTimestamper(issuer, {
    subject: `${ORGANISATION}, OU=Test hierarchy, CN=Sign Session LOCAL TEST Timestamps`,
    above: [certificate, new X509Certificate(rootPem)].map(derOf),
    now,
    extensions: [new CRLDistributionPointsExtension([listAddress])],
  });
}
