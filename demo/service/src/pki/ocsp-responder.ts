import { createPrivateKey, sign } from 'node:crypto';
import {
  certificateIdDer,
  der,
  DER_TAG,
  DerReader,
  keyHash,
  readCertificateId,
  readCertificatePem,
  type CertificateFacts,
} from '@sign-session/verify';
import type { TestAuthorityMaterial } from './test-authority.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Asked = NonNullable<ReturnType<typeof readCertificateId>>;

/** Responses are valid for as long as the revocation list that they are based on. */
const VALID_MS = 60 * 60_000;

/** More certificates than any signature check asks about. */
const MOST_ASKED = 20;

const BASIC = Uint8Array.of(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01, 0x01);
const NONCE = [...BASIC.subarray(0, -1), 0x02];
const MALFORMED_REQUEST = 1;
const SUPERSEDED = 4;

/** SHA-256 with RSA, and with ECDSA. */
const ALGORITHMS = {
  RSA: der(DER_TAG.sequence, der(DER_TAG.oid, Buffer.from('2a864886f70d01010b', 'hex')), der(0x05)),
  EC: der(DER_TAG.sequence, der(DER_TAG.oid, Buffer.from('2a8648ce3d040302', 'hex'))),
} as const;

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
  if (asked === undefined)
    return der(DER_TAG.sequence, der(DER_TAG.enumerated, Uint8Array.of(MALFORMED_REQUEST)));
  const issuerKey = Buffer.from(await keyHash(issuer));
  const responses = asked.ids.map(id => singleResponse(id, material, issuerKey.equals(id.keyHash), now));
  const { responder, key, certificates } = responderOf(material, issuer);
  const body = der(
    DER_TAG.sequence,
    der(0xa2, der(DER_TAG.octetString, await keyHash(responder))),
    time(now),
    der(DER_TAG.sequence, ...responses),
    ...(asked.nonce === undefined ? [] : [der(0xa1, der(DER_TAG.sequence, asked.nonce))]),
  );
  const type = responder.publicKey.type === 'EC' ? 'EC' : 'RSA';
  const signature = sign('sha256', body, { key: createPrivateKey(key), dsaEncoding: 'der' });
  const basic = der(
    DER_TAG.sequence,
    body,
    ALGORITHMS[type],
    der(DER_TAG.bitString, Uint8Array.of(0), signature),
    ...certificates,
  );
  const typed = der(DER_TAG.sequence, der(DER_TAG.oid, BASIC), der(DER_TAG.octetString, basic));
  return der(DER_TAG.sequence, der(DER_TAG.enumerated, Uint8Array.of(0)), der(0xa0, typed));
}

function responderOf(
  { responderPem, responderKeyPem, issuerKeyPem }: TestAuthorityMaterial,
  issuer: CertificateFacts,
) {
  if (responderPem === undefined || responderKeyPem === undefined)
    return { responder: issuer, key: issuerKeyPem, certificates: [] };
  const responder = readCertificatePem(responderPem);
  const certificates = [der(0xa0, der(DER_TAG.sequence, responder.der))];
  return { responder, key: responderKeyPem, certificates };
}

/** Undefined if the request cannot be parsed or asks about too many certificates. */
function readRequest(request: Bytes): { ids: Asked[]; nonce: Bytes | undefined } | undefined {
  try {
    const outer = DerReader.whole(request, DER_TAG.sequence);
    const body = outer.inside(outer.next(DER_TAG.sequence));
    body.optional(0xa0);
    body.optional(0xa1);
    const list = body.inside(body.next(DER_TAG.sequence));
    const ids: Asked[] = [];
    while (!list.isAtEnd) {
      const single = list.inside(list.next(DER_TAG.sequence));
      const id = readCertificateId(single, single.next(DER_TAG.sequence));
      if (id === undefined || ids.length === MOST_ASKED) return undefined;
      ids.push(id);
    }
    const extensions = body.optional(0xa2);
    return { ids, nonce: extensions && nonceIn(body.inside(extensions)) };
  } catch {
    return undefined;
  }
}

/** The whole nonce extension, to be returned in the response. */
function nonceIn(outer: DerReader): Bytes | undefined {
  const list = outer.inside(outer.next(DER_TAG.sequence));
  while (!list.isAtEnd) {
    const value = list.next(DER_TAG.sequence);
    const extension = list.inside(value);
    const id = extension.contentsOf(extension.next(DER_TAG.oid));
    if (Buffer.from(id).equals(Uint8Array.from(NONCE))) return list.encodingOf(value);
  }
  return undefined;
}

function singleResponse(id: Asked, material: TestAuthorityMaterial, isOwn: boolean, now: Date): Bytes {
  return der(
    DER_TAG.sequence,
    certificateIdDer(id),
    isOwn ? status(id, material) : der(0x82),
    time(now),
    der(0xa0, time(new Date(now.getTime() + VALID_MS))),
  );
}

function status({ serialNumber }: Asked, { revokedSerialNumbers, revokedAt }: TestAuthorityMaterial): Bytes {
  const number = BigInt(`0x${Buffer.from(serialNumber).toString('hex')}`);
  const isRevoked = revokedSerialNumbers.some(revoked => BigInt(`0x${revoked}`) === number);
  if (!isRevoked) return der(0x80);
  return der(0xa1, time(new Date(revokedAt)), der(0xa0, der(DER_TAG.enumerated, Uint8Array.of(SUPERSEDED))));
}

function time(at: Date): Bytes {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(DER_TAG.generalizedTime, Buffer.from(digits, 'latin1'));
}
