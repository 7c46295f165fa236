import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  Extension,
  X509Certificate,
  X509CrlGenerator,
} from '@peculiar/x509';
import { unsignedIntegerDer } from '@sign-session/certificates';
import { addDays, importPrivateKey, RSA_SHA256 } from './issue-certificate.ts';
import type { TestAuthorityMaterial } from './test-authority.ts';

const CRL_NUMBER = '2.5.29.20';
const VALID_DAYS = 7;
/** Backdated, because a verifier's clock may be a little slow. */
const BACKDATING_DAYS = 1;

/**
 * Makes the test authority's revocation list (RFC 5280, 5), newly signed.
 * @returns DER
 */
export async function createRevocationList(
  material: TestAuthorityMaterial,
  now: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const issuer = new X509Certificate(material.issuerPem);
  // The number must increase from list to list, so use the time.
  const number = Buffer.from(now.getTime().toString(16).padStart(16, '0'), 'hex');
  const list = await X509CrlGenerator.create({
    issuer: issuer.subject,
    thisUpdate: addDays(now, -BACKDATING_DAYS),
    nextUpdate: addDays(now, VALID_DAYS),
    entries: material.revokedSerialNumbers.map(serialNumber => ({
      serialNumber,
      revocationDate: new Date(material.revokedAt),
    })),
    extensions: [
      await AuthorityKeyIdentifierExtension.create(issuer),
      new Extension(CRL_NUMBER, false, unsignedIntegerDer(number)),
    ],
    signingAlgorithm: RSA_SHA256,
    signingKey: await importPrivateKey(material.issuerKeyPem),
  });
  return new Uint8Array(list.rawData);
}
