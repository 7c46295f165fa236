import type { PdfFile } from './pdf-file.ts';
import { sameValue, skipSpace, type PdfDictionary } from './pdf-value.ts';

/** The update changes more than signing needs. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError';
}

/**
 * Checks that an object's value is followed by the object's end: anything else could be the beginning of a stream,
 * before which readers skip white space, comments and more.
 *
 * @throws UpdateError
 */
export function wantPlain(file: PdfFile, number: number): void {
  const place = file.place(number);
  // An object stream can't contain streams.
  if (place?.kind !== 'offset') return;
  const { end } = file.at(number, place.offset);
  const { text } = file.source;
  if (!text.startsWith('endobj', skipSpace(text, end)))
    throw new UpdateError('An object has a stream, or no end.');
}

/** Checks that two dictionaries are equal except for some keys. @throws UpdateError */
export function wantSame(before: PdfDictionary, after: PdfDictionary, except: readonly string[]): void {
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (!except.includes(key) && !sameValue(before.get(key), after.get(key)))
      throw new UpdateError(`“${key}” is changed.`);
  }
}

/** Checks that there are no other keys than these. @throws UpdateError */
export function wantOnly(dictionary: PdfDictionary, keys: readonly string[]): void {
  for (const key of dictionary.keys()) if (!keys.includes(key)) throw new UpdateError(`“${key}” is added.`);
}
