/** The bytes are not valid BER, or have another structure than expected. */
export class BerError extends Error {
  override readonly name = 'BerError';
}

/** An ASN.1 value read from BER (X.690): tag, content, and its encoding. */
export interface Ber {
  /** The identifier octet: class, the bit for “constructed”, and number. */
  readonly tag: number;
  /** The whole encoding as in the file. A view: zeroing it zeroes the source. */
  readonly raw: Uint8Array<ArrayBuffer>;
  /** Without tag and length. A view. */
  readonly content: Uint8Array<ArrayBuffer>;
  /** The nested values; empty for a primitive one. */
  readonly children: readonly Ber[];
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

const CONSTRUCTED = 0x20;
/** Maximum nesting. A certificate in a PKCS#12 file has 15 levels at most. */
const DEEPEST = 48;

/** The tag `[number]` of a constructed value, as explicit tags have it. */
export const context = (number: number): number => 0xa0 | number;

/** The tag `[number]` of a primitive value under an implicit tag. */
export const contextPrimitive = (number: number): number => 0x80 | number;

/**
 * Reads the first value, with a definite or indefinite length (NSS writes the latter); ignores bytes after it.
 *
 * @throws BerError
 */
export function readBer(bytes: Uint8Array<ArrayBuffer>): Ber {
  return readAt(bytes, 0, 0);
}

/** Reads a value that has to end where the bytes end. @throws BerError */
export function readWhole(bytes: Uint8Array<ArrayBuffer>): Ber {
  const value = readBer(bytes);
  if (value.raw.length !== bytes.length) throw new BerError('There are bytes after the value.');
  return value;
}

function readAt(bytes: Uint8Array<ArrayBuffer>, start: number, depth: number): Ber {
  const tag = byteAt(bytes, start);
  if (depth > DEEPEST) throw new BerError('Nested too deeply.');
  // None of the structures read here has tag numbers of several octets.
  if ((tag & 0x1f) === 0x1f) throw new BerError('Tag numbers above 30 are not supported.');
  const { length, at } = readLength(bytes, start + 1);
  if (length === undefined) return readIndefinite(bytes, start, at, depth);
  const end = at + length;
  if (end > bytes.length) throw new BerError('The value is cut off.');
  const content = bytes.subarray(at, end);
  return { tag, raw: bytes.subarray(start, end), content, children: childrenOf(tag, content, depth) };
}

function childrenOf(tag: number, content: Uint8Array<ArrayBuffer>, depth: number): Ber[] {
  const children: Ber[] = [];
  if ((tag & CONSTRUCTED) === 0) return children;
  for (let at = 0; at < content.length;) {
    const inner = readAt(content, at, depth + 1);
    children.push(inner);
    at += inner.raw.length;
  }
  return children;
}

/** Indefinite length: values until the end-of-contents octets (X.690, 8.1.3.6). */
function readIndefinite(bytes: Uint8Array<ArrayBuffer>, start: number, first: number, depth: number): Ber {
  const tag = byteAt(bytes, start);
  if ((tag & CONSTRUCTED) === 0) throw new BerError('A primitive value without a length.');
  const children: Ber[] = [];
  let at = first;
  while (byteAt(bytes, at) !== 0 || byteAt(bytes, at + 1) !== 0) {
    const inner = readAt(bytes, at, depth + 1);
    children.push(inner);
    at += inner.raw.length;
  }
  return { tag, raw: bytes.subarray(start, at + 2), content: bytes.subarray(first, at), children };
}

/** The length (undefined for the indefinite form) and where the content begins. */
function readLength(bytes: Uint8Array, start: number): { length: number | undefined; at: number } {
  const first = byteAt(bytes, start);
  if (first < 0x80) return { length: first, at: start + 1 };
  if (first === 0x80) return { length: undefined, at: start + 1 };
  const size = first & 0x7f;
  if (size > 4) throw new BerError('Lengths above 4 GB are not supported.');
  let length = 0;
  for (let i = 1; i <= size; i++) length = length * 256 + byteAt(bytes, start + i);
  return { length, at: start + 1 + size };
}

function byteAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new BerError('The value is cut off.');
  return byte;
}

/** Returns the value if it has that tag. @throws BerError when it is missing or has another. */
export function expect(value: Ber | undefined, tag: number): Ber {
  if (value?.tag !== tag) throw new BerError('A value has an unexpected tag.');
  return value;
}

/** The n-th nested value. @throws BerError when there is none. */
export function child(value: Ber, index: number): Ber {
  const found = value.children[index];
  if (found === undefined) throw new BerError('A value is missing.');
  return found;
}

/**
 * The bytes of an OCTET STRING, or of one under the implicit tag `[0]`. A copy if the string is segmented, as BER
 * allows.
 *
 * @throws BerError
 */
export function octets(value: Ber): Uint8Array<ArrayBuffer> {
  if ((value.tag & CONSTRUCTED) === 0) return value.content;
  const pieces = value.children.map(octets);
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A small non-negative INTEGER. @throws BerError when it is negative or above 2^48. */
export function smallInteger(value: Ber | undefined): number {
  const { content } = expect(value, TAG.integer);
  if (content.length === 0 || content.length > 7 || byteAt(content, 0) > 0x7f)
    throw new BerError('A number is out of range.');
  return content.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** An INTEGER of any size as unsigned bytes without leading zeros. @throws BerError */
export function unsignedInteger(value: Ber | undefined): Uint8Array<ArrayBuffer> {
  const { content } = expect(value, TAG.integer);
  const first = content.findIndex(byte => byte !== 0);
  return first === -1 ? content.subarray(content.length) : content.subarray(first);
}

/** An OBJECT IDENTIFIER in dotted form. @throws BerError */
export function oid(value: Ber | undefined): string {
  const { content } = expect(value, TAG.oid);
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte > 0x7f) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...rest] = arcs;
  const top = Math.min(Math.floor(first / 40), 2);
  return [top, first - top * 40, ...rest].join('.');
}

/** The bytes of a BIT STRING with whole octets. @throws BerError */
export function bits(value: Ber | undefined): Uint8Array<ArrayBuffer> {
  const { content } = expect(value, TAG.bitString);
  if (byteAt(content, 0) !== 0) throw new BerError('A bit string has unused bits.');
  return content.subarray(1);
}

/**
 * The text of a string type or of an OCTET STRING. Decoded as Latin-1 if the bytes are not UTF-8, because that is what
 * TeletexString contains in practice.
 */
export function text(value: Ber): string {
  const bytes = octets(value);
  if (value.tag === TAG.bmpString) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}
