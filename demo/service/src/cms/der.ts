/** Tags of DER (X.690, 8.1.2): universal ones, and the constructed context-specific `[0]` and `[1]`. */
export const DER_TAG = {
  integer: 0x02,
  octetString: 0x04,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
} as const;

/** Encodes one element in DER: its tag, its length in the fewest bytes, and its content. */
export function derElement(tag: number, ...content: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = content.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return new Uint8Array(Buffer.concat([Uint8Array.from([tag, ...lengthBytes(length)]), ...content]));
}

/** Encodes a `SET OF`, whose elements DER sorts by their encoding (X.690, 11.6). */
export function derSetOf(tag: number, elements: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return derElement(tag, ...elements.toSorted((a, b) => Buffer.compare(a, b)));
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const size = Math.ceil(length.toString(16).length / 2);
  const bytes = Array.from({ length: size }, (_, index) => (length >>> (8 * (size - 1 - index))) & 0xff);
  return [0x80 | size, ...bytes];
}
