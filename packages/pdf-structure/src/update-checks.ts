import { endOf, headOf, searchedWords } from './found-alone.ts';
import { Lexer } from './lexer.ts';
import { isSection, isType } from './objects.ts';
import { LARGEST_SIZE } from './sections.ts';
import type { Update } from './update.ts';
import { countOf, isReference, itemsOf, referencesIn, sameValue } from './values.ts';
import type { PdfReference, PdfValue } from './values.ts';

/** Whether readers find what an update has, and nothing else, be it by its cross references or by searching. */
export async function checkUpdate(lexer: Lexer, update: Update): Promise<void> {
  checkListing(lexer, update);
  await checkContainers(lexer, update);
  checkWords(lexer, update);
  await checkReferences(lexer, update);
  checkTrailer(lexer, update);
}

/** An offset may be that of the line end before: all readers skip it. */
export function leadsTo({ bytes }: Lexer, offset: number, start: number): boolean {
  const lexer = new Lexer(bytes, offset);
  if (offset !== start) lexer.lineEnd();
  return lexer.at === start;
}

/** Every object is listed once, at its place, and nothing else is. */
function checkListing(lexer: Lexer, { section, objects, before }: Update): void {
  for (const [number, place] of section.places) {
    const object = objects.get(number);
    // Some programs call the stream of cross references itself free.
    const isDefined = object !== undefined && object.span.start !== section.start;
    if (place.kind === 'free' && (isDefined || before.has(number))) lexer.fail('freed', section.start);
    if (place.kind === 'inStream' && object?.container !== place.container)
      lexer.fail('listing', section.start);
    if (place.kind !== 'offset') continue;
    if (place.generation !== 0) lexer.fail('generation', section.start);
    if (
      object === undefined ||
      object.container !== undefined ||
      !leadsTo(lexer, place.offset, object.span.start)
    )
      lexer.fail('listing', section.start);
  }
  for (const [number, { span }] of objects) {
    // A cross-reference stream need not list itself.
    const isUnlisted = span.start === section.start && !before.has(number);
    if (!section.places.has(number) && !isUnlisted) lexer.fail('listing', span.start);
  }
}

/** With another object stream in place of an earlier one, programs find other objects in it, which no section lists anew. */
async function checkContainers(lexer: Lexer, { objects, before }: Update): Promise<void> {
  for (const [number, { span }] of objects) {
    const old = before.has(number) ? await before.find(number) : undefined;
    if (old?.data !== undefined && isType(old, 'ObjStm')) lexer.fail('object-stream', span.start);
  }
}

/** Programs that search the file find the same objects, and one trailer. */
function checkWords(lexer: Lexer, { section, objects, span }: Update): void {
  const plain = [...objects.values()].filter(({ container }) => container === undefined);
  const own = new Set(plain.flatMap(object => [headOf(object), endOf(object)]));
  const words: number[] = [];
  for (const at of searchedWords(lexer.bytes, span)) if (!own.has(at)) words.push(at);
  const [startxref = 0, trailer] = words.toReversed();
  const trailers = section.form === 'table' ? 1 : 0;
  const isCanonical =
    words.length === 1 + trailers &&
    startxref >= section.end &&
    (trailer === undefined || (trailer > section.start && trailer < section.end));
  if (!isCanonical) lexer.fail('unlisted-bytes', words[0]);
}

/**
 * Where an object is missing, or has another generation, some programs search the file, and others show nothing. What was
 * missing before may be missing in the same object still.
 */
async function checkReferences(lexer: Lexer, update: Update): Promise<void> {
  const { objects, trailer, before, sectionNumbers } = update;
  const isThere = ({ number, generation }: PdfReference): boolean =>
    (objects.has(number) ? 0 : before.generationOf(number)) === generation;
  const check = async (value: PdfValue, earlier?: number): Promise<void> => {
    const references = referencesIn(value);
    if (references.some(({ number }) => sectionNumbers.has(number))) lexer.fail('section', value.start);
    const missing = references.filter(reference => !isThere(reference));
    if (missing.length === 0) return;
    const old = earlier === undefined ? undefined : (await before.find(earlier))?.value;
    const known = new Set(old && referencesIn(old).map(({ number }) => number));
    if (missing.some(({ number }) => !known.has(number) || objects.has(number)))
      lexer.fail('listing', value.start);
  };
  for (const key of ['Root', 'Info', 'Encrypt']) {
    const value = trailer.get(key);
    if (value !== undefined && !sameValue(before.trailer.get(key), value)) await check(value);
  }
  for (const object of objects.values()) if (!isSection(object)) await check(object.value, object.number);
}

function checkTrailer(lexer: Lexer, { trailer, before, objects, section }: Update): void {
  const { trailer: old, startxref } = before;
  // Some readers search the file then.
  if (section.form === 'table' && before.sectionForm === 'stream') lexer.fail('hybrid', section.start);
  const size = countOf(trailer.get('Size')) ?? 0;
  // Some readers ignore objects whose number is not below the size.
  const isWrong =
    size > LARGEST_SIZE ||
    size < (countOf(old.get('Size')) ?? 0) ||
    [...objects.keys()].some(number => number >= size);
  // The key of an encrypted file depends on the identifier; of others it is read by nobody, and some programs change it.
  const [id, idBefore] = [itemsOf(trailer.get('ID'))[0], itemsOf(old.get('ID'))[0]];
  const isContinued =
    countOf(trailer.get('Prev')) === startxref &&
    isReference(trailer.get('Root')) &&
    ['Root', 'Encrypt'].every(key => sameValue(old.get(key), trailer.get(key))) &&
    (!old.has('Encrypt') || sameValue(idBefore, id));
  if (isWrong || !isContinued) lexer.fail('trailer', section.start);
}
