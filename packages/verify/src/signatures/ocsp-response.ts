import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { DER_TAG, DerError, DerReader, oidOf, timeOf } from '../asn1/der.ts';
import { equalBytes } from '../bytes.ts';
import { readCertificateId, type CertificateId } from './ocsp-request.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a responder says of one certificate. */
export interface SingleResponse {
  /** Undefined where it is named by another hash than ours. */
  readonly id: CertificateId | undefined;
  readonly status: 'good' | 'revoked' | 'unknown';
  readonly revokedAt: Date | undefined;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
}

/** A successful `BasicOCSPResponse` (RFC 6960, 4.2.1). */
export interface OcspResponse {
  readonly signed: Bytes;
  readonly signature: Bytes;
  readonly algorithm: AlgorithmIdentifier;
  /** By the name, DER, or by the key's SHA-1. */
  readonly responder: { readonly name: Bytes } | { readonly keyHash: Bytes };
  readonly responses: readonly SingleResponse[];
  readonly nonce: Bytes | undefined;
  /** DER: who may have signed in the authority's place. */
  readonly certificates: readonly Bytes[];
}

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const NONCE = '1.3.6.1.5.5.7.48.1.2';
const TAG = { context0: 0xa0, context1: 0xa1, context2: 0xa2, good: 0x80, revoked: 0xa1, unknown: 0x82 };

/** Responders send their own certificate, perhaps with those above it. */
const MOST_CERTIFICATES = 5;

/**
 * Reads a response.
 * @returns undefined where the responder refuses to answer
 * @throws DerError
 */
export function readOcspResponse(bytes: Bytes): OcspResponse | undefined {
  const outer = DerReader.whole(bytes, DER_TAG.sequence);
  const [status] = outer.contentsOf(outer.next(DER_TAG.enumerated));
  if (status !== 0) return undefined;
  const explicit = outer.inside(outer.next(TAG.context0));
  const typed = explicit.inside(explicit.next(DER_TAG.sequence));
  if (oidOf(typed.contentsOf(typed.next(DER_TAG.oid))) !== BASIC) throw new DerError('Another response.');
  const basic = DerReader.whole(typed.contentsOf(typed.next(DER_TAG.octetString)), DER_TAG.sequence);
  const body = basic.next(DER_TAG.sequence);
  const algorithm = basic.encodingOf(basic.next(DER_TAG.sequence));
  const signature = basic.contentsOf(basic.next(DER_TAG.bitString));
  const certificates = basic.optional(TAG.context0);
  return {
    signed: basic.encodingOf(body),
    signature: signature.subarray(1),
    algorithm: algorithmOf(algorithm),
    ...readBody(basic.inside(body)),
    certificates: certificates === undefined ? [] : readCertificates(basic.inside(certificates)),
  };
}

function algorithmOf(encoding: Bytes): AlgorithmIdentifier {
  try {
    return AsnConvert.parse(encoding, AlgorithmIdentifier);
  } catch (cause) {
    throw new DerError('An algorithm of another form.', { cause });
  }
}

function readBody(body: DerReader): Pick<OcspResponse, 'responder' | 'responses' | 'nonce'> {
  body.optional(TAG.context0);
  const who = body.next();
  const inside = body.inside(who);
  const name = who.tag === TAG.context1;
  if (!name && who.tag !== TAG.context2) throw new DerError('A responder of another form.');
  const responder = name
    ? { name: inside.encodingOf(inside.next(DER_TAG.sequence)) }
    : { keyHash: inside.contentsOf(inside.next(DER_TAG.octetString)) };
  body.next(DER_TAG.generalizedTime);
  const list = body.inside(body.next(DER_TAG.sequence));
  const responses: SingleResponse[] = [];
  while (!list.isAtEnd) responses.push(readSingle(list.inside(list.next(DER_TAG.sequence))));
  const extensions = body.optional(TAG.context1);
  body.expectEnd();
  return { responder, responses, nonce: extensions && readNonce(body.inside(extensions)) };
}

function readSingle(single: DerReader): SingleResponse {
  const id = readCertificateId(single, single.next(DER_TAG.sequence));
  const status = single.next();
  const thisUpdate = readTime(single);
  const next = single.optional(TAG.context0);
  const nextUpdate = next && readTime(single.inside(next));
  const common = { id, thisUpdate, nextUpdate };
  switch (status.tag) {
    case TAG.good:
      return { ...common, status: 'good', revokedAt: undefined };
    case TAG.revoked:
      return { ...common, status: 'revoked', revokedAt: readTime(single.inside(status)) };
    case TAG.unknown:
      return { ...common, status: 'unknown', revokedAt: undefined };
    default:
      throw new DerError('A status of another form.');
  }
}

function readTime(reader: DerReader): Date {
  const value = reader.next(DER_TAG.generalizedTime);
  return timeOf(value.tag, reader.contentsOf(value));
}

function readNonce(outer: DerReader): Bytes | undefined {
  const list = outer.inside(outer.next(DER_TAG.sequence));
  while (!list.isAtEnd) {
    const extension = list.inside(list.next(DER_TAG.sequence));
    const id = oidOf(extension.contentsOf(extension.next(DER_TAG.oid)));
    extension.optional(DER_TAG.boolean);
    const value = extension.contentsOf(extension.next(DER_TAG.octetString));
    if (id !== NONCE) continue;
    // RFC 8954 has an OCTET STRING inside; older responders repeat the bytes alone.
    return value[0] === DER_TAG.octetString && value[1] === value.length - 2 ? value.subarray(2) : value;
  }
  return undefined;
}

function readCertificates(outer: DerReader): Bytes[] {
  const list = outer.inside(outer.next(DER_TAG.sequence));
  const certificates: Bytes[] = [];
  while (!list.isAtEnd && certificates.length < MOST_CERTIFICATES) {
    certificates.push(list.encodingOf(list.next(DER_TAG.sequence)));
  }
  return certificates;
}

/** What is said of a certificate; undefined where nothing is. */
export function responseFor({ responses }: OcspResponse, wanted: CertificateId): SingleResponse | undefined {
  return responses.find(
    ({ id }) =>
      id !== undefined &&
      equalBytes(id.nameHash, wanted.nameHash) &&
      equalBytes(id.keyHash, wanted.keyHash) &&
      equalBytes(id.serialNumber, wanted.serialNumber),
  );
}
