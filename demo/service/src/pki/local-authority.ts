// @peculiar/x509 registers its extensions with decorators, which need this before it loads.
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
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { a1Policies, companyAlternativeNames } from './icp-brasil-names.ts';
import type { CompanyHolder } from './icp-brasil-names.ts';

/** Serialisable; stored once and read at every start. The key is PKCS#8, of the sealing certificate only. */
export interface AuthorityMaterial {
  rootPem: string;
  intermediatePem: string;
  certificatePem: string;
  privateKeyPem: string;
}

/** What the service signs with. */
export interface SealingIdentity {
  /** DER, leaf first, root last. */
  chain: Uint8Array[];
  /** RSASSA-PKCS1-v1_5 with SHA-256; can't be exported. */
  privateKey: CryptoKey;
}

/** The stored material can't be read, or its parts don't belong together. */
export class AuthorityMaterialError extends Error {
  override readonly name = 'AuthorityMaterialError';
}

const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;

const SUBJECT_ALTERNATIVE_NAME = '2.5.29.17';
const CERTIFICATE_POLICIES = '2.5.29.32';

const ORGANISATION = 'C=BR, O=Sign Session LOCAL TEST - sem valor legal';

/** Nobody real: the numbers have right check digits, as parsers want, and are the usual documentation samples. */
const HOLDER: CompanyHolder = {
  businessName: 'SIGN SESSION LOCAL TEST LTDA',
  cnpj: '11222333000181',
  email: 'local-test@sign-session.invalid',
  responsible: { name: 'PESSOA DE TESTE', birthDate: '01011990', cpf: '11144477735' },
};

interface CertificateProfile {
  subject: string;
  years: number;
  extensions: () => Extension[];
}

const ROOT: CertificateProfile = {
  subject: `${ORGANISATION}, OU=Test hierarchy, CN=Sign Session LOCAL TEST Root CA`,
  years: 20,
  extensions: () => authorityExtensions(1),
};

const INTERMEDIATE: CertificateProfile = {
  subject: `${ORGANISATION}, OU=Test hierarchy, CN=Sign Session LOCAL TEST Intermediate CA`,
  years: 15,
  extensions: () => authorityExtensions(0),
};

/** `NAME:CNPJ` is the common name that the Receita Federal's certificates bear. */
const HOLDER_CERTIFICATE: CertificateProfile = {
  subject: `${ORGANISATION}, OU=e-CNPJ A1 (LOCAL TEST), CN=${HOLDER.businessName}:${HOLDER.cnpj}`,
  years: 5,
  extensions: () => companyExtensions(),
};

/** The service's clock can be moved back after the first start; a certificate not yet valid would spoil every seal. */
const BACKDATING_DAYS = 366;

interface IssuedCertificate {
  keys: CryptoKeyPair;
  certificate: X509Certificate;
}

interface CertificateRequest extends CertificateProfile {
  keys: CryptoKeyPair;
  /** Undefined for the root, which signs itself. */
  issuer: IssuedCertificate | undefined;
  now: Date;
}

/**
 * Makes a root, an intermediate and an A1-like e-CNPJ certificate (RSA 2048), shaped as ICP-Brasil's are
 * and named so that nobody takes them for real ones. The keys of both authorities are thrown away:
 * nothing else can ever be issued under this root.
 * @param options.now the service's clock; validity starts a year before it
 */
export async function createLocalAuthority(options: { now: Date }): Promise<AuthorityMaterial> {
  const { now } = options;
  const [rootKeys, intermediateKeys, keys] = await Promise.all([newKeys(), newKeys(), newKeys()]);
  const root = await issue({ ...ROOT, keys: rootKeys, issuer: undefined, now });
  const intermediate = await issue({ ...INTERMEDIATE, keys: intermediateKeys, issuer: root, now });
  const holder = await issue({ ...HOLDER_CERTIFICATE, keys, issuer: intermediate, now });
  return {
    rootPem: root.certificate.toString('pem'),
    intermediatePem: intermediate.certificate.toString('pem'),
    certificatePem: holder.certificate.toString('pem'),
    privateKeyPem: await exportKey(keys.privateKey),
  };
}

/**
 * Reads stored material for use.
 * @throws AuthorityMaterialError when a part can't be read or the key isn't the certificate's
 */
export async function openAuthority(material: AuthorityMaterial): Promise<SealingIdentity> {
  try {
    const leaf = new X509Certificate(material.certificatePem);
    const chain = [
      leaf,
      new X509Certificate(material.intermediatePem),
      new X509Certificate(material.rootPem),
    ];
    const privateKey = await importKey(material.privateKeyPem);
    await assertPair(privateKey, leaf);
    return { chain: chain.map(certificate => new Uint8Array(certificate.rawData)), privateKey };
  } catch (cause) {
    throw new AuthorityMaterialError('The stored certificate authority cannot be read.', { cause });
  }
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function issue(request: CertificateRequest): Promise<IssuedCertificate> {
  const { keys, issuer, now } = request;
  const certificate = await X509CertificateGenerator.create({
    subject: request.subject,
    issuer: issuer?.certificate.subject ?? request.subject,
    publicKey: keys.publicKey,
    signingKey: (issuer ?? request).keys.privateKey,
    signingAlgorithm: ALGORITHM,
    notBefore: addDays(now, -BACKDATING_DAYS),
    notAfter: addDays(now, request.years * 365),
    extensions: [
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(issuer?.certificate ?? keys.publicKey),
      ...request.extensions(),
    ],
  });
  return { keys, certificate };
}

function authorityExtensions(pathLength: number): Extension[] {
  return [
    new BasicConstraintsExtension(true, pathLength, true),
    new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
  ];
}

function companyExtensions(): Extension[] {
  const usages =
    KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation | KeyUsageFlags.keyEncipherment;
  return [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(usages, true),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth, ExtendedKeyUsage.emailProtection]),
    new Extension(CERTIFICATE_POLICIES, false, a1Policies()),
    new Extension(SUBJECT_ALTERNATIVE_NAME, false, companyAlternativeNames(HOLDER)),
  ];
}

async function exportKey(key: CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY');
}

function importKey(pem: string): Promise<CryptoKey> {
  const pkcs8 = PemConverter.decodeFirst(pem);
  return crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']);
}

async function assertPair(privateKey: CryptoKey, certificate: X509Certificate): Promise<void> {
  const probe = new TextEncoder().encode('sign-session key check');
  const signature = await crypto.subtle.sign(ALGORITHM.name, privateKey, probe);
  const publicKey = await certificate.publicKey.export(ALGORITHM, ['verify']);
  const paired = await crypto.subtle.verify(ALGORITHM.name, publicKey, signature, probe);
  if (!paired) throw new AuthorityMaterialError('The private key is not that of the certificate.');
}

function addDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * 86_400_000);
}
