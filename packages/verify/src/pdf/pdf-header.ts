import { textOf } from '../bytes.ts';

/** Readers accept a header anywhere in the first kilobyte. */
const WINDOW = 1024;

/**
 * Where `%PDF-` stands. Offsets in the file count from there (ISO 32000-2, 7.5.2), except the byte range of a
 * signature, which verifiers count from the first byte of the file.
 * @returns undefined when the file isn't a PDF
 */
export function headerOffset(bytes: Uint8Array): number | undefined {
  const at = textOf(bytes.subarray(0, WINDOW)).indexOf('%PDF-');
  return at < 0 ? undefined : at;
}
