import {
  BerError,
  bits,
  context,
  contextPrimitive,
  expect,
  Name,
  octets,
  oid,
  readAlgorithmIdentifier,
  readExtensions,
  readWhole,
  sameBytes,
  smallInteger,
  TAG,
  time,
  type AlgorithmIdentifier,
  type Ber,
  type BerCursor,
  type Bytes,
  type Certificate,
  type Extension,
} from '@sign-session/certificates';
import { certificateId, NONCE, readNamedCertificate, type NamedCertificate } from './ocsp-request.ts';

/** What a responder says of one certificate. */
export interface SingleResponse {
  readonly id: NamedCertificate;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Date | undefined;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** Those that ended later are still known (archive cutoff, RFC 6960, 4.4.4). */
  readonly keptSince: Date | undefined;
  /** Whether one of its extensions is critical; none is understood. */
  readonly hasUnknownCritical: boolean;
}

/** A successful `BasicOCSPResponse` (RFC 6960, 4.2.1). */
export interface OcspResponse {
  readonly signed: Bytes;
  readonly signature: Bytes;
  readonly algorithm: AlgorithmIdentifier;
  /** By the name, or by the key's SHA-1. */
  readonly responder: { readonly name: Name } | { readonly keyHash: Bytes };
  readonly responses: readonly SingleResponse[];
  readonly nonce: Bytes | undefined;
  /** Whether an extension of the whole response is critical and not understood. */
  readonly hasUnknownCritical: boolean;
  /** DER: who may have signed in the authority's place. */
  readonly certificates: readonly Bytes[];
}

const ARCHIVE_CUTOFF = '1.3.6.1.5.5.7.48.1.6';
const BASIC = '1.3.6.1.5.5.7.48.1.1';

/** Responders send their own certificate, perhaps with those above it. */
const MOST_CERTIFICATES = 5;

/**
 * Reads a response.
 * @returns undefined where the responder refuses to answer
 * @throws BerError
 */
export function readOcspResponse(bytes: Bytes): OcspResponse | undefined {
  const outer = expect(readWhole(bytes), TAG.sequence).cursor();
  if (smallInteger(outer.next(), TAG.enumerated) !== 0) return undefined;
  const typed = outer.next(context(0)).cursor().next(TAG.sequence).cursor();
  if (oid(typed.next()) !== BASIC) throw new BerError('The response is of an unknown type.');
  const basic = expect(readWhole(octets(typed.next())), TAG.sequence).cursor();
  const body = basic.next(TAG.sequence);
  const algorithm = readAlgorithmIdentifier(basic.next());
  const signature = bits(basic.next());
  const certificates = basic.optional(context(0));
  return {
    signed: body.raw,
    signature,
    algorithm,
    ...readBody(body.cursor()),
    certificates: certificates === undefined ? [] : readCertificates(certificates),
  };
}

function readBody(
  body: BerCursor,
): Pick<OcspResponse, 'responder' | 'responses' | 'nonce' | 'hasUnknownCritical'> {
  body.optional(context(0));
  const responder = readResponderId(body.next());
  // producedAt
  body.next(TAG.generalizedTime);
  const responses = Array.from(body.next(TAG.sequence).cursor(), readSingle);
  const extensions = readOptionalExtensions(body);
  body.expectEnd();
  const hasUnknownCritical = extensions.some(({ critical, id }) => critical && id !== NONCE);
  return { responder, responses, nonce: nonceIn(extensions), hasUnknownCritical };
}

function readResponderId(value: Ber): OcspResponse['responder'] {
  const inner = value.cursor().next();
  if (value.tag === context(1)) return { name: new Name(inner) };
  return { keyHash: octets(expect(value, context(2)).cursor().next()) };
}

function readSingle(value: Ber): SingleResponse {
  const single = expect(value, TAG.sequence).cursor();
  const id = readNamedCertificate(single.next());
  const status = single.next();
  const thisUpdate = time(single.next());
  const next = single.optional(context(0));
  const extensions = readOptionalExtensions(single);
  single.expectEnd();
  const cutOff = extensions.find(extension => extension.id === ARCHIVE_CUTOFF)?.value;
  const common = {
    id,
    thisUpdate,
    nextUpdate: next && time(next.cursor().next()),
    keptSince: cutOff && time(readWhole(cutOff)),
    hasUnknownCritical: extensions.some(({ critical }) => critical),
  };
  switch (status.tag) {
    case contextPrimitive(0):
      return { ...common, status: 'good', revokedAt: undefined };
    case context(1):
      return { ...common, status: 'revoked', revokedAt: time(status.cursor().next()) };
    case contextPrimitive(2):
      return { ...common, status: 'unknown', revokedAt: undefined };
    default:
      throw new BerError('The status is unknown.');
  }
}

function readOptionalExtensions(fields: BerCursor): Extension[] {
  const extensions = fields.optional(context(1));
  return extensions === undefined ? [] : readExtensions(extensions.cursor().next());
}

function nonceIn(extensions: readonly Extension[]): Bytes | undefined {
  const value = extensions.find(({ id }) => id === NONCE)?.value;
  if (value === undefined) return undefined;
  // RFC 8954 has an OCTET STRING inside; older responders repeat the bytes alone.
  return value[0] === TAG.octetString && value[1] === value.length - 2 ? value.subarray(2) : value;
}

function readCertificates(explicit: Ber): Bytes[] {
  const list = explicit.cursor().next(TAG.sequence).cursor();
  const certificates: Bytes[] = [];
  while (!list.isAtEnd && certificates.length < MOST_CERTIFICATES) {
    certificates.push(list.next(TAG.sequence).raw);
  }
  return certificates;
}

/** What is said of a certificate; undefined where nothing is. */
export async function responseFor(
  { responses }: OcspResponse,
  certificate: Certificate,
  issuer: Certificate,
): Promise<SingleResponse | undefined> {
  for (const response of responses) {
    const { hash, nameHash, keyHash, serialNumber } = response.id;
    if (hash === undefined || !sameBytes(serialNumber, certificate.serial)) continue;
    const wanted = await certificateId(certificate, issuer, hash);
    if (sameBytes(nameHash, wanted.nameHash) && sameBytes(keyHash, wanted.keyHash)) return response;
  }
  return undefined;
}
