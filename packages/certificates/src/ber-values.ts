import { BerError, CONSTRUCTED, expect, TAG, type Ber, type Bytes } from './ber.ts';

// Each function takes the tag that a value has under an implicit tag.

/**
 * The bytes of an OCTET STRING. A copy if the string is segmented, as BER allows.
 *
 * @throws BerError
 */
export function octets(value: Ber | undefined, tag: number = TAG.octetString): Bytes {
  if (value?.tag !== (tag | CONSTRUCTED)) return expect(value, tag).content;
  const whole = new Uint8Array(value.content.length);
  return whole.subarray(0, copySegments(value, whole, 0));
}

/** @returns where the copy ends */
function copySegments(value: Ber, target: Bytes, start: number): number {
  let at = start;
  for (const segment of value.cursor()) {
    if (segment.tag === TAG.octetString) {
      const { content } = segment;
      target.set(content, at);
      at += content.length;
    } else {
      at = copySegments(expect(segment, TAG.octetString | CONSTRUCTED), target, at);
    }
  }
  return at;
}

/** The content of an INTEGER: two's complement. @throws BerError when it is empty, and in DER when it is too long */
export function integer(value: Ber | undefined, tag: number = TAG.integer): Bytes {
  const { content, isDer } = expect(value, tag);
  const [first, second = 0] = content;
  if (first === undefined) throw new BerError('A number is malformed.');
  // The first nine bits are not all the same (X.690, 8.3.2).
  const isLong = content.length > 1 && (first === 0 ? second < 0x80 : first === 0xff && second > 0x7f);
  if (isDer && isLong) throw new BerError('A number is malformed.');
  return content;
}

/** An INTEGER of any size as unsigned bytes without leading zeros. @throws BerError; in DER also when it is negative */
export function unsignedInteger(value: Ber | undefined, tag: number = TAG.integer): Bytes {
  const content = integer(value, tag);
  if (value?.isDer === true && (content[0] ?? 0) > 0x7f) throw new BerError('A number is malformed.');
  let first = 0;
  while (content[first] === 0) first += 1;
  return content.subarray(first);
}

/**
 * A non-negative INTEGER or ENUMERATED as a number; `Number.MAX_SAFE_INTEGER` for all from 2^48.
 *
 * @throws BerError when it is negative
 */
export function smallInteger(value: Ber | undefined, tag: number = TAG.integer): number {
  if ((integer(value, tag)[0] ?? 0) > 0x7f) throw new BerError('A number is malformed.');
  const digits = unsignedInteger(value, tag);
  return digits.length > 6 ? Number.MAX_SAFE_INTEGER : digits.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** @throws BerError */
export function boolean(value: Ber | undefined, tag: number = TAG.boolean): boolean {
  const { content, isDer } = expect(value, tag);
  const [byte = 0] = content;
  if (content.length !== 1 || (isDer && byte !== 0 && byte !== 0xff)) {
    throw new BerError('A BOOLEAN is malformed.');
  }
  return byte !== 0;
}

/** Longest OBJECT IDENTIFIER in octets. Those of UUIDs (2.25.…) have 20. */
const LONGEST_OID = 128;

/** An OBJECT IDENTIFIER in dotted form. @throws BerError */
export function oid(value: Ber | undefined, tag: number = TAG.oid): string {
  const { content } = expect(value, tag);
  if (content.length > LONGEST_OID) throw new BerError('An OBJECT IDENTIFIER is malformed.');
  let dotted = '';
  let arc: number | bigint = 0;
  let isFirst = true;
  let continues = false;
  for (const byte of content) {
    if (!continues && byte === 0x80) throw new BerError('An OBJECT IDENTIFIER is malformed.');
    continues = byte > 0x7f;
    // Arcs made of UUIDs have 128 bits.
    arc =
      typeof arc === 'number' && arc < 2 ** 45
        ? arc * 128 + (byte & 0x7f)
        : BigInt(arc) * 128n + BigInt(byte & 0x7f);
    if (continues) continue;
    dotted += isFirst ? firstArcs(arc) : `.${arc}`;
    isFirst = false;
    arc = 0;
  }
  if (isFirst || continues) throw new BerError('An OBJECT IDENTIFIER is malformed.');
  return dotted;
}

/** The first two arcs are in one number (X.690, 8.19.4). */
function firstArcs(number: number | bigint): string {
  if (typeof number === 'bigint') return `2.${number - 80n}`;
  const top = Math.min(Math.floor(number / 40), 2);
  return `${top}.${number - top * 40}`;
}

/** The bytes of a BIT STRING with whole octets. @throws BerError */
export function bits(value: Ber | undefined, tag: number = TAG.bitString): Bytes {
  const { content } = expect(value, tag);
  if (content[0] !== 0) throw new BerError('A BIT STRING is malformed.');
  return content.subarray(1);
}

/** The numbers of the bits that are set in a BIT STRING with named bits. @throws BerError */
export function namedBits(value: Ber | undefined, tag: number = TAG.bitString): ReadonlySet<number> {
  const { content } = expect(value, tag);
  const [unused = 8] = content;
  const size = (content.length - 1) * 8 - unused;
  if (unused > 7 || size < 0) throw new BerError('A BIT STRING is malformed.');
  const set = new Set<number>();
  // No type has more than 16 names.
  for (let bit = 0; bit < Math.min(size, 16); bit += 1) {
    if (((content[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7))) !== 0) set.add(bit);
  }
  return set;
}

/**
 * A UTCTime or GeneralizedTime in the forms of RFC 5280, 4.1.2.5: to the second, in UTC.
 *
 * @param options.fractions allows fractions of a second, as RFC 3161, 2.4.2 does; below a millisecond they are dropped
 * @throws BerError
 */
export function time(value: Ber | undefined, { fractions = false } = {}): Date {
  const isUtcTime = value?.tag === TAG.utcTime;
  const { content } = expect(value, isUtcTime ? TAG.utcTime : TAG.generalizedTime);
  const digit = (at: number) => {
    const number = (content[at] ?? 0) - 0x30;
    if (number < 0 || number > 9) throw new BerError('A time is malformed.');
    return number;
  };
  const pair = (at: number) => 10 * digit(at) + digit(at + 1);
  // UTCTime has two digits for the year: 50 to 99 mean 1950 to 1999.
  const century = isUtcTime ? (pair(0) < 50 ? 20 : 19) : pair(0);
  let at = isUtcTime ? 0 : 2;
  const [year, month, day] = [century * 100 + pair(at), pair(at + 2), pair(at + 4)];
  const [hour, minute, second] = [pair(at + 6), pair(at + 8), pair(at + 10)];
  at += 12;
  let ms = 0;
  if (fractions && content[at] === 0x2e) {
    let weight = 100;
    do {
      at += 1;
      ms += digit(at) * weight;
      weight /= 10;
    } while (content[at + 1] !== 0x5a);
    at += 1;
  }
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, Math.floor(ms));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && minute < 60 && second < 60;
  if (!exists || content[at] !== 0x5a || at + 1 !== content.length) {
    throw new BerError('A time is malformed.');
  }
  return date;
}

/** UTF8, Numeric, Printable, Teletex, IA5, Visible, Universal and BMPString; ICP-Brasil uses OCTET STRING as one, too. */
const STRINGS: readonly number[] = [0x04, 0x0c, 0x12, 0x13, 0x14, 0x16, 0x1a, 0x1c, 0x1e];

/**
 * The text of a string type or of an OCTET STRING; undefined for any other type. Bytes that are not UTF-8 are read as
 * Latin-1, because that is what TeletexString contains in practice.
 *
 * @throws BerError
 */
export function text(value: Ber): string | undefined {
  const tag = value.tag & ~CONSTRUCTED;
  if (!STRINGS.includes(tag)) return undefined;
  const bytes = octets(value, tag);
  if (tag === TAG.bmpString) return new TextDecoder('utf-16be').decode(bytes);
  if (tag === TAG.universalString) return utf32(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return latin1(bytes);
  }
}

function utf32(bytes: Bytes): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let result = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at);
    result += String.fromCodePoint(code > 0x10_ff_ff ? 0xff_fd : code);
  }
  return result;
}

/** One character for each byte (ISO 8859-1). */
export function latin1(bytes: Uint8Array): string {
  let result = '';
  // In parts, because the number of arguments of a call is limited.
  for (let at = 0; at < bytes.length; at += 8192) {
    result += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 8192));
  }
  return result;
}
