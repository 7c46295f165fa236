import { joined } from '../bytes.ts';
import { DER_TAG, oidOf as oidIn } from './der.ts';

/** Bytes that are not BER. */
export class BerError extends Error {
  override readonly name = 'BerError';
}

/** One value of BER or DER (X.690, 8.1), by its place; nothing is made of what is inside. */
export interface BerValue {
  /** The first byte: class, form and number. */
  readonly tag: number;
  /** The whole, as a view. */
  readonly encoding: Uint8Array<ArrayBuffer>;
  /** What is inside, as a view. */
  readonly contents: Uint8Array<ArrayBuffer>;
}

/** Values of indefinite length inside each other: a hostile file has thousands. */
const DEEPEST = 32;

/**
 * Reads the first value of some bytes, whatever follows.
 * @throws BerError
 */
export function readBer(bytes: Uint8Array<ArrayBuffer>, depth = 0): BerValue {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > DEEPEST) {
    throw new BerError('No value, or none that is read here.');
  }
  if (first === 0x80) return readIndefinite(bytes, tag, depth);
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (size > 4) throw new BerError('A length of too many bytes.');
  let length = size === 0 ? first : 0;
  for (let index = 0; index < size; index += 1) length = length * 256 + (bytes[2 + index] ?? 0);
  const start = 2 + size;
  if (start + length > bytes.length) throw new BerError('A value is cut off.');
  return {
    tag,
    encoding: bytes.subarray(0, start + length),
    contents: bytes.subarray(start, start + length),
  };
}

/** Ends with two zeros (X.690, 8.1.3.6). */
function readIndefinite(bytes: Uint8Array<ArrayBuffer>, tag: number, depth: number): BerValue {
  let at = 2;
  while (bytes[at] !== 0 || bytes[at + 1] !== 0) {
    at += readBer(bytes.subarray(at), depth + 1).encoding.length;
  }
  return { tag, encoding: bytes.subarray(0, at + 2), contents: bytes.subarray(2, at) };
}

/** The values inside a constructed one. @throws BerError */
export function valuesIn({ tag, contents }: BerValue): BerValue[] {
  if ((tag & 0x20) === 0) throw new BerError('Nothing is inside.');
  const values: BerValue[] = [];
  for (let at = 0; at < contents.length;) {
    const value = readBer(contents.subarray(at));
    values.push(value);
    at += value.encoding.length;
  }
  return values;
}

/** Bytes of an OCTET STRING, which BER may give in parts. @throws BerError */
export function octetsOf(value: BerValue): Uint8Array<ArrayBuffer> {
  return (value.tag & 0x20) === 0 ? value.contents : joined(valuesIn(value).map(octetsOf));
}

/**
 * The same value with lengths as DER has them (X.690, 10.1), under a tag of its own. The order of what is inside stays
 * as it is. @throws BerError
 */
export function withDerLengths(value: BerValue, tag = value.tag): Uint8Array<ArrayBuffer> {
  const isParted = value.tag === (DER_TAG.octetString | 0x20);
  const isConstructed = (value.tag & 0x20) !== 0 && !isParted;
  const contents = isConstructed
    ? joined(valuesIn(value).map(part => withDerLengths(part)))
    : octetsOf(value);
  const { length } = contents;
  const digits = length.toString(16);
  const size =
    length < 0x80 ? [] : (digits.padStart(digits.length + (digits.length % 2), '0').match(/../g) ?? []);
  const head =
    size.length === 0 ? [length] : [0x80 | size.length, ...size.map(pair => Number.parseInt(pair, 16))];
  return joined([Uint8Array.of(isParted ? DER_TAG.octetString : tag, ...head), contents]);
}

/** @throws BerError, DerError where it is no OBJECT IDENTIFIER */
export function oidOf({ tag, contents }: BerValue): string {
  if (tag !== DER_TAG.oid) throw new BerError('No object identifier.');
  return oidIn(contents);
}
