import { endOf } from './located-signatures.ts';
import type { LocatedSignature } from './located-signatures.ts';
import type { Coverage } from './signature-report.ts';

export interface SignedParts {
  /** What stands before and behind the signature's room, as views. */
  readonly parts: readonly [Uint8Array, Uint8Array];
  readonly coverage: Coverage;
}

/**
 * The bytes under a signature, where its byte range is what it has to be: from the first byte of the file on,
 * with nothing left out but the signature itself (ISO 32000-2, 12.8.1). A wider gap could hold another page.
 * @returns undefined where it is not
 */
export function signedParts(file: Uint8Array, signature: LocatedSignature): SignedParts | undefined {
  const [start, length, next, rest] = signature.byteRange;
  if (start === undefined || length === undefined || next === undefined || rest === undefined)
    return undefined;
  const isRange = signature.byteRange.length === 4 && signature.byteRange.every(Number.isSafeInteger);
  if (!isRange || start !== 0 || length <= 0 || rest < 0 || next < length || next + rest > file.length) {
    return undefined;
  }
  if (!holdsContents(file.subarray(length, next), signature.contents)) return undefined;
  const bytesAfter = file.length - endOf(signature);
  return {
    parts: [file.subarray(0, length), file.subarray(next, next + rest)],
    coverage: { wholeFile: bytesAfter === 0, bytesAfter },
  };
}

/** What no digit is: white space, or another character. */
const [WHITE, OTHER] = [-1, -2];
/** The value of each byte as a hexadecimal digit. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (character.trim() === '') return WHITE;
  return '0123456789abcdef'.includes(character.toLowerCase()) ? Number.parseInt(character, 16) : OTHER;
});
const isNotWhite = (byte: number): boolean => DIGITS[byte] !== WHITE;

/** The gap is `<`, the contents in hexadecimal, `>`, and nothing else but white space. */
function holdsContents(gap: Uint8Array, contents: Uint8Array): boolean {
  const [start, end] = [gap.findIndex(isNotWhite), gap.findLastIndex(isNotWhite)];
  if (gap[start] !== 0x3c || gap[end] !== 0x3e) return false;
  let count = 0;
  for (let at = start + 1; at < end; at += 1) {
    const digit = DIGITS[gap[at] ?? 0];
    if (digit === WHITE) continue;
    const expected = contents[count >> 1] ?? 0;
    if (digit !== (count % 2 === 0 ? expected >> 4 : expected & 0xf)) return false;
    count += 1;
  }
  // An odd digit at the end counts as if a zero followed (ISO 32000-2, 7.3.4.3).
  const isWhole = count % 2 === 0 || ((contents[count >> 1] ?? 0) & 0xf) === 0;
  return isWhole && Math.ceil(count / 2) === contents.length;
}
