import { AsnConvert } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';
import { DER_TAG, DerError, DerReader, oidOf, timeOf, type DerValue } from '../asn1/der.ts';

/** One extension of a list (RFC 5280, 5.2) or of an entry (5.3). */
export interface ListExtension {
  readonly id: string;
  readonly critical: boolean;
  /** DER of its value. */
  readonly value: Uint8Array<ArrayBuffer>;
}

/** A certificate revocation list (RFC 5280, 5.1), its entries unread. All bytes are views of the list's. */
export interface RevocationList {
  /** What its signature is over: the `tbsCertList` as it came. */
  readonly signed: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
  readonly algorithm: AlgorithmIdentifier;
  /** DER of the issuer's name. */
  readonly issuer: Uint8Array<ArrayBuffer>;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  /** Contents of `revokedCertificates`; empty where there are none. */
  readonly entries: Uint8Array<ArrayBuffer>;
  readonly extensions: readonly ListExtension[];
}

/** A certificate's entry. */
export interface ListEntry {
  readonly revokedAt: Date;
  readonly extensions: readonly ListExtension[];
}

const EXTENSIONS = 0xa0;
const TIMES = [DER_TAG.utcTime, DER_TAG.generalizedTime] as const;

/** Less than a millisecond: other work gets its turn in between. */
const ENTRIES_AT_ONCE = 5000;

/**
 * Reads a list up to its entries, whatever their number.
 * @param der kept: the result is made of views of it
 * @throws DerError
 */
export function readRevocationList(der: Uint8Array<ArrayBuffer>): RevocationList {
  const list = DerReader.whole(der, DER_TAG.sequence);
  const body = list.next(DER_TAG.sequence);
  const algorithm = list.next(DER_TAG.sequence);
  const signature = list.next(DER_TAG.bitString);
  list.expectEnd();
  if (der[signature.contents] !== 0) throw new DerError('A signature of broken bytes.');
  const parts = list.inside(body);
  parts.optional(DER_TAG.integer);
  const stated = parts.next(DER_TAG.sequence);
  if (!sameBytes(parts.encodingOf(stated), list.encodingOf(algorithm)))
    throw new DerError('Two algorithms (RFC 5280, 5.1.1.2).');
  const issuer = parts.next(DER_TAG.sequence);
  const thisUpdate = readTime(parts, parts.next());
  const nextUpdate = parts.optional(...TIMES);
  const entries = parts.optional(DER_TAG.sequence);
  const extensions = parts.optional(EXTENSIONS);
  parts.expectEnd();
  return {
    signed: list.encodingOf(body),
    signature: list.contentsOf(signature).subarray(1),
    algorithm: AsnConvert.parse(list.encodingOf(algorithm), AlgorithmIdentifier),
    issuer: parts.encodingOf(issuer),
    thisUpdate,
    nextUpdate: nextUpdate && readTime(parts, nextUpdate),
    entries: entries === undefined ? new Uint8Array() : parts.contentsOf(entries),
    extensions: extensions === undefined ? [] : readExtensions(parts.inside(extensions)),
  };
}

/**
 * Walks over the entries to a certificate's. Gives way to other work after every 5000, so that a list of any
 * length holds up nothing.
 * @param serialNumber hexadecimal
 * @throws DerError; the signal's reason
 */
export async function findEntry(
  { entries }: RevocationList,
  serialNumber: string,
  signal: AbortSignal,
): Promise<ListEntry | undefined> {
  const wanted = numberBytes(serialNumber);
  const reader = new DerReader(entries, { contents: 0, end: entries.length });
  while (!reader.isAtEnd) {
    for (let count = 0; count < ENTRIES_AT_ONCE && !reader.isAtEnd; count += 1) {
      const entry = reader.inside(reader.next(DER_TAG.sequence));
      const { contents, end } = entry.next(DER_TAG.integer);
      if (isNumber(entries, contents, end, wanted)) return readEntry(entry);
    }
    await new Promise<void>(resolve => void setTimeout(resolve));
    signal.throwIfAborted();
  }
  return undefined;
}

function readEntry(entry: DerReader): ListEntry {
  const revokedAt = readTime(entry, entry.next());
  const extensions = entry.isAtEnd ? [] : readExtensions(entry);
  entry.expectEnd();
  return { revokedAt, extensions };
}

/** `Extensions ::= SEQUENCE OF SEQUENCE { extnID, critical BOOLEAN DEFAULT FALSE, extnValue OCTET STRING }` */
function readExtensions(outer: DerReader): ListExtension[] {
  const list = outer.inside(outer.next(DER_TAG.sequence));
  const extensions: ListExtension[] = [];
  while (!list.isAtEnd) {
    const extension = list.inside(list.next(DER_TAG.sequence));
    const id = oidOf(extension.contentsOf(extension.next(DER_TAG.oid)));
    const critical = extension.optional(DER_TAG.boolean);
    const value = extension.contentsOf(extension.next(DER_TAG.octetString));
    extensions.push({
      id,
      critical: critical !== undefined && extension.bytes[critical.contents] !== 0,
      value,
    });
  }
  return extensions;
}

function readTime(reader: DerReader, value: DerValue): Date {
  if (!TIMES.some(tag => tag === value.tag)) throw new DerError('A time of another form.');
  return timeOf(value.tag, reader.contentsOf(value));
}

/** Without the leading zeros that say nothing, which some authorities write: 00FF is 255, FF is -1. */
function numberBytes(hexadecimal: string): Uint8Array<ArrayBuffer> {
  const even = hexadecimal.length % 2 === 0 ? hexadecimal : `0${hexadecimal}`;
  const bytes = Uint8Array.from(even.match(/../g) ?? [], pair => Number.parseInt(pair, 16));
  return bytes.slice(firstOf(bytes, 0, bytes.length));
}

/** Where a number begins behind zeros that say nothing. */
function firstOf(bytes: Uint8Array<ArrayBuffer>, start: number, end: number): number {
  let at = start;
  while (at + 1 < end && bytes[at] === 0 && (bytes[at + 1] ?? 0) < 0x80) at += 1;
  return at;
}

function isNumber(
  bytes: Uint8Array<ArrayBuffer>,
  start: number,
  end: number,
  wanted: Uint8Array<ArrayBuffer>,
): boolean {
  const at = firstOf(bytes, start, end);
  if (end - at !== wanted.length) return false;
  for (let index = 0; index < wanted.length; index += 1) {
    if (bytes[at + index] !== wanted[index]) return false;
  }
  return true;
}

function sameBytes(one: Uint8Array<ArrayBuffer>, other: Uint8Array<ArrayBuffer>): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
