import type { PdfFile } from './pdf-file.ts';
import { parseValue, sameValue, skipSpace, type PdfDictionary, type PdfValue } from './pdf-value.ts';

/** What was added to a document changes more than signing needs. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError';
}

/**
 * An object is its value and nothing else. Anything behind it could be the beginning of a stream, and readers skip
 * space, comments and more in front of that: so only the object's end may follow.
 *
 * @throws UpdateError
 */
export function wantPlain(file: PdfFile, number: number): void {
  const place = file.place(number);
  // No stream stands inside another.
  if (place?.kind !== 'offset') return;
  const { end } = file.at(number, place.offset);
  const { text } = file.source;
  if (!text.startsWith('endobj', skipSpace(text, end))) throw new UpdateError('A stream, or no end.');
}

/** Wants two dictionaries to say the same, but for some keys. @throws UpdateError */
export function wantSame(before: PdfDictionary, after: PdfDictionary, except: readonly string[]): void {
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (!except.includes(key) && !sameValue(before.get(key), after.get(key)))
      throw new UpdateError(`“${key}” is changed.`);
  }
}

/** Wants no other keys than these. @throws UpdateError */
export function wantOnly(dictionary: PdfDictionary, keys: readonly string[]): void {
  for (const key of dictionary.keys()) if (!keys.includes(key)) throw new UpdateError(`“${key}” is added.`);
}

/** What a document's first signature says: later, only signing and filling in forms (ISO 32000-2, 12.8.2.2). */
const CERTIFICATION = parseValue(
  '[<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 2 /V /1.2 >> >>]',
  0,
).value;

/** Whether a signature's `/Reference` is that, to the letter: other ones could forbid the next signer to sign. */
export function isCertification(value: PdfValue): boolean {
  return sameValue(value, CERTIFICATION);
}
