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
/** Whoever checks may have a clock that is a little behind. */
const BACKDATING_DAYS = 1;

/**
 * The test authority's list of what it has revoked (RFC 5280, 5), signed anew.
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
      // It has to grow from list to list.
      new Extension(id_ce_cRLNumber, false, AsnConvert.serialize(new CRLNumber(now.getTime()))),
    ],
    signingAlgorithm: RSA_SHA256,
    signingKey: await importPrivateKey(material.issuerKeyPem),
  });
  return new Uint8Array(list.rawData);
}
