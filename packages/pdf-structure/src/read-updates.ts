/** Reads the updates of a file, each by the strict forms. */
import type { PdfFile } from './file.ts';
import { latin1, Lexer } from './lexer.ts';
import {
  beginObject,
  endObject,
  isSection,
  isType,
  objectInStream,
  type PdfObject,
  readObjectStream,
} from './objects.ts';
import type { Revision } from './revision.ts';
import { LARGEST_SIZE, readTable, type Section } from './sections.ts';
import { endOf, headOf, searchedWords } from './single-reading.ts';
import { type Budget, unpack } from './unpack.ts';
import { Update } from './update.ts';
import {
  countOf,
  entriesOf,
  isReference,
  itemsOf,
  type PdfReference,
  type PdfValue,
  referencesIn,
  sameValue,
} from './values.ts';
import { readStreamSection } from './xref-chain.ts';

/** Whether readers find what an update has, and nothing else, be it by its cross references or by searching. */
async function checkUpdate(lexer: Lexer, update: Update): Promise<void> {
  checkListing(lexer, update);
  await checkContainers(lexer, update);
  checkWords(lexer, update);
  await checkReferences(lexer, update);
  checkTrailer(lexer, update);
}

/** An offset may be that of the line end before: all readers skip it. */
function leadsTo({ bytes }: Lexer, offset: number, start: number): boolean {
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

/** More than people sign. */
const MOST_UPDATES = 64;
/** Some programs write one before an update although there is one already, or several at the end. */
const MOST_LINE_ENDS = 4;
/** What iText writes before `startxref`, such as `%iText-5.5.13`. */
const PROGRAM = /^%[\w.+-]{1,64}$/;

/** Forms of updates that are not read otherwise. */
export interface UpdateForms {
  /** Returns the section with the rows of others in the same update. @throws PdfStructureError */
  readonly readHidden: (
    lexer: Lexer,
    section: Section,
    objects: ReadonlyMap<number, PdfObject>,
    budget: Budget,
  ) => Promise<Section>;
  /** Checks the lengths of streams that are other objects. @throws PdfStructureError */
  readonly checkLengths: (lexer: Lexer, update: Update) => void;
}

/** One section, and lengths that are in their streams' dictionaries. */
const CANONICAL: UpdateForms = {
  async readHidden(lexer, section, objects) {
    const hasOther = [...objects.values()].some(
      object => isSection(object) && object.span.start !== section.start,
    );
    if (hasOther || section.trailer.has('XRefStm')) lexer.fail('hybrid', section.start);
    return section;
  },
  checkLengths(lexer, { objects }) {
    for (const { value, data } of objects.values())
      if (data !== undefined && isReference(entriesOf(value).get('Length')))
        lexer.fail('stream-length', data.start);
  },
};

/**
 * Reads what follows a revision: nothing, or updates that every reader reads in the same way. An update is its objects,
 * its cross references, `startxref` and `%%EOF`, without a byte left over.
 *
 * @param file the earlier revision
 * @param whole the whole file, which begins with the same bytes
 * @param forms `OTHER_PROGRAMS`, or none but canonical ones
 * @returns the updates, oldest first
 * @throws PdfStructureError for anything else
 */
export async function readUpdates(file: PdfFile, whole: Uint8Array, forms = CANONICAL): Promise<Update[]> {
  const bytes = whole.subarray(file.header);
  const updates: Update[] = [];
  const lexer: Lexer = new Lexer(bytes, file.bytes.length, true);
  let before: Revision = file;
  const isLineEnded = [10, 13].includes(lexer.peek(lexer.at - 1));
  if (!skipLineEnds(lexer) && !isLineEnded && lexer.at < bytes.length) lexer.fail();
  while (lexer.at < bytes.length) {
    const update: Update = await readUpdate(lexer, before, file.budget, forms);
    updates.push(update);
    before = update;
    if (updates.length > MOST_UPDATES) lexer.fail('limit');
  }
  return updates;
}

async function readUpdate(
  lexer: Lexer,
  before: Revision,
  budget: Budget,
  forms: UpdateForms,
): Promise<Update> {
  const objects = new Map<number, PdfObject>();
  let last: PdfObject | undefined;
  for (; lexer.peek() >= 0x30 && lexer.peek() <= 0x39; lexer.skipSpace()) {
    last = endObject(beginObject(lexer));
    if (last.generation !== 0) lexer.fail('generation', last.span.start);
    addObject(lexer, objects, last);
  }
  const hasTable = lexer.sees('xref');
  if (!hasTable && last === undefined) lexer.fail('cross-references');
  const section =
    hasTable || last === undefined ? readTable(lexer) : await readStreamSection(last, lexer.bytes, budget);
  const all = await forms.readHidden(lexer, section, objects, budget);
  const startxref = readEnd(lexer, section);
  const bytes = lexer.bytes.subarray(0, lexer.at);
  const update = new Update({ before, bytes, section: all, objects, startxref });
  await addPackedObjects(lexer, update, objects, budget);
  await checkUpdate(lexer, update);
  forms.checkLengths(lexer, update);
  return update;
}

function skipLineEnds(lexer: Lexer): boolean {
  const { at } = lexer;
  for (let count = 0; count < MOST_LINE_ENDS; count++) lexer.lineEnd();
  return lexer.at > at;
}

/** `startxref`, the offset of the section or of the line end before it, `%%EOF`, and line ends. */
function readEnd(lexer: Lexer, section: Section): number {
  lexer.skipSpace();
  const { at } = lexer;
  if (lexer.peek() === 0x25) {
    lexer.skipLine();
    const line = latin1(lexer.bytes.subarray(at, lexer.at));
    if (!PROGRAM.test(line) || /obj|xref|trailer|stream/.test(line)) lexer.fail('syntax', at);
    lexer.skipSpace();
  }
  if (!lexer.word('startxref') || !lexer.lineEnd()) lexer.fail('cross-references');
  const digits = lexer.at;
  const stated = lexer.digits() ?? lexer.fail('cross-references');
  if (!leadsTo(lexer, stated, section.start) || !lexer.sees(String(stated), digits) || !lexer.lineEnd())
    lexer.fail('cross-references');
  if (!lexer.sees('%%EOF')) lexer.fail();
  lexer.at += '%%EOF'.length;
  skipLineEnds(lexer);
  return stated;
}

function addObject(lexer: Lexer, objects: Map<number, PdfObject>, object: PdfObject): void {
  if (object.number === 0 || objects.has(object.number)) lexer.fail('listing', object.span.start);
  if (isReference(object.value)) lexer.fail('reference', object.span.start);
  objects.set(object.number, object);
}

async function addPackedObjects(
  lexer: Lexer,
  { bytes, section, isEncrypted }: Update,
  objects: Map<number, PdfObject>,
  budget: Budget,
): Promise<void> {
  for (const object of Array.from(objects.values())) {
    if (!isType(object, 'ObjStm')) continue;
    // Programs would decrypt it, and find other objects in it than are read here, or none.
    if (isEncrypted) lexer.fail('object-stream', object.span.start);
    const { data = object.span, number: container } = object;
    const dictionary = entriesOf(object.value);
    const unpacked = await unpack(dictionary, bytes.subarray(data.start, data.end), budget);
    const stream = readObjectStream(dictionary, unpacked);
    let index = -1;
    for (const { number } of stream.entries) {
      index += 1;
      const place = section.places.get(number);
      if (place?.kind !== 'inStream' || place.container !== container || place.index !== index)
        lexer.fail('listing', object.span.start);
      addObject(lexer, objects, objectInStream(stream, { number, index, container }, true));
    }
  }
}
