// Import first: @peculiar/x509 needs it for its decorators.
import 'reflect-metadata';
import type { SealingIdentity } from '../cms/signed-data.ts';
import { X509Certificate, type Extension } from '@peculiar/x509';
import {
  addDays,
  authorityExtensions,
  type CertificateAuthority,
  companyAlternativeNames,
  type CompanyHolder,
  exportPrivateKey,
  holderExtensions,
  issueCertificate,
  newRsaKeys,
} from './issue-certificate.ts';
import { openIdentity } from './sealing-files.ts';

/**
 * Serialisable; stored once and read at every start. The key is PKCS#8 and belongs to the sealing certificate: the
 * authorities' keys are not kept.
 */
export interface AuthorityMaterial {
  rootPem: string;
  intermediatePem: string;
  certificatePem: string;
  privateKeyPem: string;
}

/** The stored material cannot be read, or its parts do not belong together. */
export class AuthorityMaterialError extends Error {
  override readonly name = 'AuthorityMaterialError';
}

/** Part of the subject of every certificate made here, so that nobody takes it for a real one. */
export const ORGANISATION = 'C=BR, O=Sign Session LOCAL TEST - sem valor legal';

/**
 * A fictitious company. The numbers are common documentation samples with valid check digits, which parsers
 * require.
 */
const HOLDER: CompanyHolder = {
  businessName: 'SIGN SESSION LOCAL TEST LTDA',
  cnpj: '11222333000181',
  email: 'local-test@sign-session.invalid',
  responsible: { name: 'PESSOA DE TESTE', birthDate: '01011990', cpf: '11144477735' },
};

interface Profile {
  subject: string;
  years: number;
  extensions: () => Extension[];
}

const ROOT: Profile = {
  subject: `${ORGANISATION}, OU=Test hierarchy, CN=Sign Session LOCAL TEST Root CA`,
  years: 20,
  extensions: () => authorityExtensions(1),
};

const INTERMEDIATE: Profile = {
  subject: `${ORGANISATION}, OU=Test hierarchy, CN=Sign Session LOCAL TEST Intermediate CA`,
  years: 15,
  extensions: () => authorityExtensions(0),
};

/** `NAME:CNPJ` is the form of the common name in the Receita Federal's certificates. */
const HOLDER_CERTIFICATE: Profile = {
  subject: `${ORGANISATION}, OU=e-CNPJ A1 (LOCAL TEST), CN=${HOLDER.businessName}:${HOLDER.cnpj}`,
  years: 5,
  extensions: () => holderExtensions(companyAlternativeNames(HOLDER)),
};

/**
 * The service's clock can be moved back after the first start; certificates must be valid then, or every seal would
 * be invalid.
 */
const BACKDATING_DAYS = 366;

/**
 * Creates a root, an intermediate and an A1-like e-CNPJ certificate (RSA 2048). They are shaped like ICP-Brasil's,
 * and named so that nobody takes them for real ones. The keys of both authorities are discarded, so nothing else
 * can be issued under this root.
 * @param options.now the service's clock; validity starts a year before it
 */
export async function createSealAuthority(options: { now: Date }): Promise<AuthorityMaterial> {
  const { now } = options;
  const [rootKeys, intermediateKeys, keys] = await Promise.all([newRsaKeys(), newRsaKeys(), newRsaKeys()]);
  const root = await issue(ROOT, { keys: rootKeys, now });
  const intermediate = await issue(INTERMEDIATE, { keys: intermediateKeys, issuer: root, now });
  const holder = await issue(HOLDER_CERTIFICATE, { keys, issuer: intermediate, now });
  return {
    rootPem: root.certificate.toString('pem'),
    intermediatePem: intermediate.certificate.toString('pem'),
    certificatePem: holder.certificate.toString('pem'),
    privateKeyPem: await exportPrivateKey(keys.privateKey),
  };
}

/**
 * Opens stored material.
 * @throws AuthorityMaterialError when a part cannot be read or the key does not match the certificate
 */
export async function openAuthority(material: AuthorityMaterial): Promise<SealingIdentity> {
  try {
    const { certificatePem, intermediatePem, rootPem } = material;
    const above = [intermediatePem, rootPem].map(pem => new X509Certificate(pem));
    return await openIdentity([new X509Certificate(certificatePem), ...above], material.privateKeyPem);
  } catch (cause) {
    throw new AuthorityMaterialError('The stored certificate authority cannot be read.', { cause });
  }
}

async function issue(
  { subject, years, extensions }: Profile,
  { keys, issuer, now }: { keys: CryptoKeyPair; issuer?: CertificateAuthority; now: Date },
): Promise<CertificateAuthority> {
  const validity = { notBefore: addDays(now, -BACKDATING_DAYS), notAfter: addDays(now, years * 365) };
  const certificate = await issueCertificate(
    { subject, ...validity, extensions: extensions() },
    keys,
    issuer,
  );
  return { certificate, privateKey: keys.privateKey };
}
