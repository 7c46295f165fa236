import { equalBytes, textOf } from '../bytes.ts';
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

/** The gap is `<`, the contents in hexadecimal, `>`, and nothing else but white space. */
function holdsContents(gap: Uint8Array, contents: Uint8Array): boolean {
  const digits = /^<([0-9a-f\s]*)>$/i.exec(textOf(gap).trim())?.[1]?.replaceAll(/\s/g, '');
  if (digits === undefined) return false;
  // An odd digit at the end counts as if a zero followed (ISO 32000-2, 7.3.4.3).
  const pairs = digits.padEnd(digits.length + (digits.length % 2), '0').match(/../g) ?? [];
  return equalBytes(
    Uint8Array.from(pairs, pair => Number.parseInt(pair, 16)),
    contents,
  );
}
