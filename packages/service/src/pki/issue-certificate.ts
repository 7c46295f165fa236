// Import first: @peculiar/x509 needs it for its decorators.
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { Extension, X509Certificate } from '@peculiar/x509';
import { DAY_MS } from '../domain/clock.ts';

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
