import { indexOfWord, Lexer } from './lexer.ts';
import { pagesOf } from './pages.ts';
import type { Revision } from './revision.ts';
import type { Section } from './sections.ts';
import { countOf, entriesOf, type PdfValue } from './values.ts';

/**
 * Programs begin at the front of a file that is as long as its first object says, and with the page that this names
 * (ISO 32000-2, annex F).
 *
 * @param first the first object
 * @param newest the section that `startxref` leads to
 * @returns whether they find the same there as at its end, and do so when the file was continued
 */
export async function isSameFromFront(
  revision: Revision,
  first: PdfValue | undefined,
  newest: Section | undefined,
): Promise<boolean> {
  const entries = entriesOf(first);
  if (!entries.has('Linearized')) return true;
  const { bytes } = revision;
  const length = entries.get('L');
  if (length?.kind !== 'number' || length.number > bytes.length) return false;
  if (length.number < bytes.length) return true;
  const lexer = new Lexer(bytes, indexOfWord(bytes, 'endobj', 0) + 'endobj'.length);
  lexer.skipSpace();
  const named = countOf(entries.get('O')) ?? 0;
  const isFirstPage = (await pagesOf(revision)).get(named) === 0 && (countOf(entries.get('P')) ?? 0) === 0;
  return isFirstPage && lexer.at === newest?.start;
}
