/** The forms of updates that PDFBox and iText write. */
import { indexOfWord, type Lexer } from './lexer.ts';
import { isSection, type PdfObject } from './objects.ts';
import type { UpdateForms } from './read-updates.ts';
import { samePlace, type Section } from './sections.ts';
import type { Budget } from './unpack.ts';
import type { Update } from './update.ts';
import { countOf, entriesOf, isReference, sameValue } from './values.ts';
import { checkPrevious, readStreamSection } from './xref-chain.ts';

/**
 * What PDFBox and iText write in updates, and all readers read alike: a second stream of cross references, as `/XRefStm` or
 * not, that says the same as the table; and lengths of streams that are objects of the same update.
 */
export const OTHER_PROGRAMS: UpdateForms = { readHidden, checkLengths };

/** A section with the rows of its `/XRefStm`. Only that may list more, and what both list they list alike. */
async function readHidden(
  lexer: Lexer,
  section: Section,
  objects: ReadonlyMap<number, PdfObject>,
  budget: Budget,
): Promise<Section> {
  let places = section.places;
  let hidden = section.trailer.get('XRefStm');
  for (const object of objects.values()) {
    const { start } = object.span;
    if (!isSection(object) || start === section.start) continue;
    const other = await readStreamSection(object, lexer.bytes, budget);
    const isHidden = countOf(hidden) === start && section.form === 'table';
    for (const [number, place] of other.places) {
      const listed = section.places.get(number);
      const isSame = listed === undefined ? isHidden || place.kind === 'free' : samePlace(listed, place);
      if (!isSame) lexer.fail('hybrid', start);
    }
    if (!sameValue(other.trailer.get('Root'), section.trailer.get('Root'))) lexer.fail('hybrid', start);
    if (!isHidden) continue;
    checkPrevious(other, section);
    hidden = undefined;
    places = new Map([...places, ...other.places]);
  }
  if (hidden !== undefined) lexer.fail('hybrid', section.start);
  return { ...section, places };
}

/** A length that is another object must be one of this update, and exact. */
function checkLengths(lexer: Lexer, { objects, before, bytes }: Update): void {
  for (const { value, data } of objects.values()) {
    const length = entriesOf(value).get('Length');
    if (data === undefined || !isReference(length)) continue;
    const stated = countOf(objects.get(length.number)?.value) ?? -1;
    const most = indexOfWord(bytes, 'endstream', data.end) - data.start;
    const isExact = stated >= data.end - data.start && stated <= most;
    if (!isExact || before.has(length.number) || length.generation !== 0)
      lexer.fail('stream-length', data.start);
  }
}
