import 'reflect-metadata';
import { AsnConvert } from '@peculiar/asn1-schema';
import { CRLNumber, id_ce_cRLNumber } from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  Extension,
  X509Certificate,
  X509CrlGenerator,
} from '@peculiar/x509';
import { addDays, importPrivateKey, RSA_SHA256 } from './issue-certificate.ts';
import type { TestAuthorityMaterial } from './test-authority.ts';

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
      // The number must increase from list to list, so use the time.
      new Extension(id_ce_cRLNumber, false, AsnConvert.serialize(new CRLNumber(now.getTime()))),
    ],
    signingAlgorithm: RSA_SHA256,
    signingKey: await importPrivateKey(material.issuerKeyPem),
  });
  return new Uint8Array(list.rawData);
}
