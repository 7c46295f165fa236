/** Writes and takes apart DER (X.690), also the kinds of it that no library lets one write. */

export type Der = Uint8Array<ArrayBuffer>;

/** One element: its tag, a definite length, its content. */
export function tlv(tag: number, ...content: readonly Uint8Array[]): Der {
  const body = Buffer.concat(content);
  return new Uint8Array(Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]));
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  const digits = length.toString(16);
  const bytes = [...Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')];
  return [0x80 | bytes.length, ...bytes];
}

export const sequence = (...items: readonly Uint8Array[]): Der => tlv(0x30, ...items);
/** In the order given: DER asks for another, which `sorted` makes. */
export const set = (...items: readonly Uint8Array[]): Der => tlv(0x31, ...items);
export const octets = (bytes: Uint8Array): Der => tlv(0x04, bytes);
/** Context-specific and constructed, such as `[0]`. */
export const context = (number: number, ...items: readonly Uint8Array[]): Der => tlv(0xa0 | number, ...items);
export const small = (value: number): Der => tlv(0x02, Buffer.from([value]));
export const NULL: Der = new Uint8Array([5, 0]);

/** @param dotted such as `1.2.840.113549.1.7.1` */
export function oid(dotted: string): Der {
  const [top = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([top * 40 + second, ...rest].flatMap(base128)));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(0x80 | (rest & 0x7f));
  }
  return bytes;
}

/** `AlgorithmIdentifier`; without parameters unless they are given. */
export const algorithm = (dotted: string, ...parameters: readonly Uint8Array[]): Der =>
  sequence(oid(dotted), ...parameters);

/** Items of a SET OF in DER's order. */
export function sorted(items: readonly Uint8Array[]): Uint8Array[] {
  return items.toSorted((one, other) => Buffer.compare(one, other));
}

/** The first element of these bytes. */
function first(bytes: Uint8Array): { readonly element: Uint8Array; readonly content: Uint8Array } {
  const form = bytes[1] ?? 0;
  const extra = form < 0x80 ? 0 : form - 0x80;
  const length = extra === 0 ? form : Buffer.from(bytes).readUIntBE(2, extra);
  const start = 2 + extra;
  return { element: bytes.subarray(0, start + length), content: bytes.subarray(start, start + length) };
}

/** The elements inside a constructed one, each with its tag and length. */
export function children(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let rest = first(bytes).content; rest.length > 0; rest = rest.subarray(found.at(-1)?.length ?? 0)) {
    found.push(first(rest).element);
  }
  return found;
}

/** The same element without lengths (BER, X.690, 8.1.3.6), also of what is constructed inside, `depth` levels deep. */
export function indefinite(bytes: Uint8Array, depth = Infinity): Der {
  const tag = bytes[0] ?? 0;
  if ((tag & 0x20) === 0) return new Uint8Array(bytes);
  const inside = children(bytes).map(child => (depth > 1 ? indefinite(child, depth - 1) : child));
  return new Uint8Array(Buffer.concat([Buffer.from([tag, 0x80]), ...inside, Buffer.from([0, 0])]));
}
