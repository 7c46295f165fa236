/** The sealing certificate and key that the operator has set. */
import 'reflect-metadata';
import { X509Certificate } from '@peculiar/x509';
import { certificatesInPem, isSelfIssued, readCertificateFacts } from '@sign-session/certificates';
import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SealingIdentity } from '../cms/signed-data.ts';
import { SettingsError } from '../support/settings-error.ts';
import { importPrivateKey, RSA_SHA256 } from './issue-certificate.ts';

// Import first: @peculiar/x509 needs it for its decorators.

/** The private key is not that of the certificate. */
class KeyMismatchError extends Error {
  override readonly name = 'KeyMismatchError';
}

/**
 * A key with its certificates, ready to seal.
 * @param chain the key's own certificate first, the root last
 * @param privateKeyPem RSA, PKCS#8
 * @throws KeyMismatchError, and the platform's errors about a key that cannot be read
 */
export async function openIdentity(
  chain: readonly [X509Certificate, ...X509Certificate[]],
  privateKeyPem: string,
): Promise<SealingIdentity> {
  const privateKey = await importPrivateKey(privateKeyPem);
  await assertPair(privateKey, chain[0]);
  return { chain: chain.map(certificate => new Uint8Array(certificate.rawData)), privateKey };
}

async function assertPair(privateKey: CryptoKey, certificate: X509Certificate): Promise<void> {
  const probe = new TextEncoder().encode('sign-session key check');
  const signature = await crypto.subtle.sign(RSA_SHA256.name, privateKey, probe);
  const publicKey = await certificate.publicKey.export(RSA_SHA256, ['verify']);
  const paired = await crypto.subtle.verify(RSA_SHA256.name, publicKey, signature, probe);
  if (!paired) throw new KeyMismatchError('The private key is not that of the certificate.');
}

// Import first: @peculiar/x509 needs it for its decorators.

/** The operator's own sealing certificate, as files in PEM. */
export interface SealingFiles {
  /** The certificate, those that issued it, and their root. */
  readonly certificate: string;
  /** Its RSA key, not encrypted. */
  readonly key: string;
}

/**
 * Opens the operator's certificate.
 * @param now it must be valid then
 * @throws SettingsError
 */
export async function openSealingFiles(files: SealingFiles, now: Date): Promise<SealingIdentity> {
  const named = `SEALING_CERTIFICATE=${files.certificate}`;
  const chain = await readChain(await readText(named, files.certificate), named);
  const [{ notBefore, notAfter }] = chain;
  if (now < notBefore) throw new SettingsError(`${named} is valid from ${notBefore.toISOString()} on.`);
  if (now > notAfter) throw new SettingsError(`${named} expired at ${notAfter.toISOString()}.`);
  const key = await readKey(files.key);
  try {
    return await openIdentity(chain, key);
  } catch (cause) {
    if (!(cause instanceof KeyMismatchError)) throw cause;
    throw new SettingsError(`SEALING_KEY=${files.key} is not the key of ${named}.`, { cause });
  }
}

async function readText(named: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch (cause) {
    throw new SettingsError(`${named} cannot be read.`, { cause });
  }
}

/** What a verifier needs beside the document, in its order. */
async function readChain(pem: string, named: string): Promise<[X509Certificate, ...X509Certificate[]]> {
  let ders;
  try {
    ders = certificatesInPem(pem);
    if (ders.map(readCertificateFacts)[0]?.maySign === false)
      throw new SettingsError(`${named} begins with a certificate that may not sign.`);
  } catch (cause) {
    if (cause instanceof SettingsError) throw cause;
    throw new SettingsError(`${named} holds what is no certificate.`, { cause });
  }
  const [leaf, ...above] = ders.map(der => new X509Certificate(der));
  if (leaf === undefined) throw new SettingsError(`${named} holds no certificate in PEM.`);
  const last = ders.at(-1);
  if (last === undefined || !isSelfIssued(readCertificateFacts(last)))
    throw new SettingsError(`${named} must end with the root: the certificate, who issued it, and so on.`);
  for (const [index, issuer] of above.entries()) {
    const issued = [leaf, ...above][index];
    if (!(await issued?.verify({ publicKey: issuer, signatureOnly: true })))
      throw new SettingsError(`${named}: certificate ${index + 2} did not issue certificate ${index + 1}.`);
  }
  return [leaf, ...above];
}

/** @returns PKCS#8 in PEM; the messages repeat nothing of the file */
async function readKey(file: string): Promise<string> {
  const named = `SEALING_KEY=${file}`;
  const pem = await readText(named, file);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch (cause) {
    throw new SettingsError(`${named} is no private key in PEM without a password.`, { cause });
  }
  throw new SettingsError(`${named} is no RSA key.`);
}
