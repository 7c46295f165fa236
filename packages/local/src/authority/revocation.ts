/** Whether a test authority's certificates are revoked: its OCSP responses and its revocation list. */
import 'reflect-metadata';
import { createPrivateKey, sign } from 'node:crypto';
import {
  BerError,
  context,
  contextPrimitive,
  der,
  expect,
  hexOf,
  oid,
  oidDer,
  readCertificatePem,
  readWhole,
  TAG,
  type Ber,
  type Bytes,
  type CertificateFacts,
  unsignedIntegerDer,
} from '@sign-session/certificates';
import { certificateIdDer, keyHash, readCertificateId } from '@sign-session/verify';
import { generalizedTimeDer, signatureAlgorithm } from '../../../service/src/cms/signed-data.ts';
import type { TestAuthorityMaterial } from './test-authority.ts';
import {
  AuthorityKeyIdentifierExtension,
  Extension,
  X509Certificate,
  X509CrlGenerator,
} from '@peculiar/x509';
import { addDays, importPrivateKey, RSA_SHA256 } from '../../../service/src/pki/issue-certificate.ts';

type RequestedCertificate = NonNullable<ReturnType<typeof readCertificateId>>;

/** Responses are valid for as long as the revocation list that they are based on. */
const VALID_MS = 60 * 60_000;

/** More certificates than any signature check asks about. */
const MOST_ASKED = 20;

const MALFORMED_REQUEST = 1;
const SUPERSEDED = 4;

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const NONCE = '1.3.6.1.5.5.7.48.1.2';

/**
 * Answers an OCSP request about the test authority's certificates (RFC 6960). It is signed by the authority's
 * responder, or by the authority itself if it was created without one.
 * @param request DER; untrusted
 * @returns DER; an error response if the request cannot be parsed
 */
export async function answerOcspRequest(
  material: TestAuthorityMaterial,
  request: Bytes,
  now: Date,
): Promise<Bytes> {
  const issuer = readCertificatePem(material.issuerPem);
  const asked = readRequest(request);
  if (asked === undefined) return der(TAG.sequence, der(TAG.enumerated, Uint8Array.of(MALFORMED_REQUEST)));
  const issuerKey = Buffer.from(await keyHash(issuer));
  const responses = asked.ids.map(id => singleResponse(id, material, issuerKey.equals(id.keyHash), now));
  const { responder, key, certificates } = responderOf(material, issuer);
  const body = der(
    TAG.sequence,
    der(context(2), der(TAG.octetString, await keyHash(responder))),
    generalizedTimeDer(now),
    der(TAG.sequence, ...responses),
    ...(asked.nonce === undefined ? [] : [der(context(1), der(TAG.sequence, asked.nonce))]),
  );
  const algorithm = responder.publicKey.type === 'EC' ? 'ECDSA-P256' : 'RSASSA-PKCS1-v1_5';
  const signature = sign('sha256', body, { key: createPrivateKey(key), dsaEncoding: 'der' });
  const basic = der(
    TAG.sequence,
    body,
    signatureAlgorithm(algorithm),
    der(TAG.bitString, Uint8Array.of(0), signature),
    ...certificates,
  );
  const typed = der(TAG.sequence, oidDer(BASIC), der(TAG.octetString, basic));
  return der(TAG.sequence, der(TAG.enumerated, Uint8Array.of(0)), der(context(0), typed));
}

function responderOf(
  { responderPem, responderKeyPem, issuerKeyPem }: TestAuthorityMaterial,
  issuer: CertificateFacts,
) {
  if (responderPem === undefined || responderKeyPem === undefined)
    return { responder: issuer, key: issuerKeyPem, certificates: [] };
  const responder = readCertificatePem(responderPem);
  const certificates = [der(context(0), der(TAG.sequence, responder.der))];
  return { responder, key: responderKeyPem, certificates };
}

/** Undefined if the request cannot be parsed or asks about too many certificates. */
function readRequest(request: Bytes): { ids: RequestedCertificate[]; nonce: Bytes | undefined } | undefined {
  try {
    const body = expect(readWhole(request), TAG.sequence).cursor().next(TAG.sequence).cursor();
    body.optional(context(0));
    body.optional(context(1));
    const ids: RequestedCertificate[] = [];
    for (const single of body.next(TAG.sequence).cursor()) {
      const id = readCertificateId(single.cursor().next());
      if (id === undefined || ids.length === MOST_ASKED) return undefined;
      ids.push(id);
    }
    const extensions = body.optional(context(2));
    return { ids, nonce: extensions && nonceIn(extensions) };
  } catch (error) {
    if (error instanceof BerError) return undefined;
    throw error;
  }
}

/** The whole nonce extension, to be returned in the response. */
function nonceIn(extensions: Ber): Bytes | undefined {
  const list = extensions.cursor().next(TAG.sequence).children;
  return list.find(extension => oid(extension.cursor().next()) === NONCE)?.raw;
}

function singleResponse(
  id: RequestedCertificate,
  material: TestAuthorityMaterial,
  isOwn: boolean,
  now: Date,
): Bytes {
  return der(
    TAG.sequence,
    certificateIdDer(id),
    isOwn ? status(id, material) : der(contextPrimitive(2)),
    generalizedTimeDer(now),
    der(context(0), generalizedTimeDer(new Date(now.getTime() + VALID_MS))),
  );
}

function status(
  { serialNumber }: RequestedCertificate,
  { revokedSerialNumbers, revokedAt }: TestAuthorityMaterial,
): Bytes {
  const number = BigInt(`0x0${hexOf(serialNumber)}`);
  const isRevoked = revokedSerialNumbers.some(revoked => BigInt(`0x${revoked}`) === number);
  if (!isRevoked) return der(contextPrimitive(0));
  const reason = der(context(0), der(TAG.enumerated, Uint8Array.of(SUPERSEDED)));
  return der(context(1), generalizedTimeDer(new Date(revokedAt)), reason);
}

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
