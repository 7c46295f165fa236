import {
  BerError,
  CONSTRUCTED,
  isSegmentedString,
  MOST_INDEFINITE,
  readDer,
  TAG,
  type Ber,
  type Bytes,
} from './ber.ts';
import { octets } from './ber-values.ts';

/** The DER of a value: tag, definite length, content (X.690, 10). The parts are copied. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = [tag, ...lengthOctets(length)];
  const value = new Uint8Array(header.length + length);
  value.set(header);
  let at = header.length;
  for (const part of parts) {
    value.set(part, at);
    at += part.length;
  }
  return value;
}

/** The DER of a non-negative INTEGER, from its big-endian bytes. */
export function unsignedIntegerDer(bytes: Uint8Array): Bytes {
  const first = bytes.findIndex(byte => byte !== 0);
  const digits = first === -1 ? Uint8Array.of(0) : bytes.subarray(first);
  // A leading 1 bit would be the sign.
  const sign = (digits[0] ?? 0) > 0x7f ? Uint8Array.of(0) : new Uint8Array();
  return der(TAG.integer, sign, digits);
}

/** The DER of an OBJECT IDENTIFIER. @param dotted such as `2.5.4.3`; arcs below 2^31 */
export function oidDer(dotted: string): Bytes {
  const [top = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const content = [top * 40 + second, ...rest].flatMap(arc => {
    const septets = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) septets.unshift(0x80 | (left & 0x7f));
    return septets;
  });
  return der(TAG.oid, Uint8Array.from(content));
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octetsOfLength: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octetsOfLength.unshift(rest % 256);
  return [0x80 | octetsOfLength.length, ...octetsOfLength];
}

/**
 * The same value with lengths and strings in the form of DER (X.690, 10.1 and 10.2), under another tag if one is given:
 * signed attributes are hashed as a SET (RFC 5652, 5.4). The order of nested values stays as it is.
 *
 * @throws BerError
 */
export function withDerLengths(value: Ber, tag: number = value.tag): Bytes {
  // Nearly all are DER already, whatever their size.
  if (hasDerLengths(value)) return der(tag, value.content);
  // A definite length has at most two octets more than an indefinite one and its end.
  const target = new Uint8Array(value.end - value.start + 2 * MOST_INDEFINITE);
  return target.slice(writeBefore(target.length, target, value, tag));
}

function hasDerLengths(value: Ber): boolean {
  try {
    readThroughout(readDer(value.raw));
    return true;
  } catch (error) {
    if (error instanceof BerError) return false;
    throw error;
  }
}

/** @throws BerError */
function readThroughout(value: Ber): void {
  if ((value.tag & CONSTRUCTED) === 0) return;
  for (const inner of value.cursor()) readThroughout(inner);
}

/** Writes a value from its end, where its length is known. @returns where it begins */
function writeBefore(end: number, target: Bytes, value: Ber, tag: number): number {
  const isSegmented = isSegmentedString(value.tag);
  let at = end;
  if (isSegmented || (value.tag & CONSTRUCTED) === 0) {
    const content = isSegmented ? octets(value, value.tag & ~CONSTRUCTED) : value.content;
    at -= content.length;
    target.set(content, at);
  } else {
    const { children } = value;
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const inner = children[index];
      if (inner !== undefined) at = writeBefore(at, target, inner, inner.tag);
    }
  }
  const header = [isSegmented ? tag & ~CONSTRUCTED : tag, ...lengthOctets(end - at)];
  at -= header.length;
  target.set(header, at);
  return at;
}

/** Bytes as hexadecimal digits in upper case. */
export function hexOf(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += byte < 16 ? `0${byte.toString(16)}` : byte.toString(16);
  return digits.toUpperCase();
}

/** Are they the same bytes? Not in constant time, so not for secrets. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  // A loop, not `every`: documents have millions of bytes.
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}
