import { PDFRef } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';
import { dictionaryIn, dictionaryOf, entriesIn, openObjects, stringOf, valueIn } from './document.ts';
import { headerOffset } from './pdf-header.ts';

/** Beyond any document that people read; what comes after is not looked at. */
const MOST_PAGES = 5000;
const MOST_LINKS = 1000;
const DEEPEST = 64;

/**
 * Addresses that the links of a PDF's pages lead to, those of the last pages first.
 * @throws the PDF library's errors where the file cannot be read
 */
export async function linkAddresses(file: Uint8Array): Promise<string[]> {
  const source = await openObjects(file.subarray(headerOffset(file) ?? 0));
  const found: string[] = [];
  const seen = new Set<number>();
  let pages = 0;
  const walk = (node: PDFObject | undefined, depth: number): void => {
    if (node instanceof PDFRef) {
      if (seen.has(node.objectNumber)) return;
      seen.add(node.objectNumber);
    }
    const dict = dictionaryOf(source.resolve(node));
    if (dict === undefined || depth > DEEPEST || pages >= MOST_PAGES || found.length >= MOST_LINKS) return;
    for (const kid of entriesIn(source, dict, 'Kids').toReversed()) walk(kid, depth + 1);
    pages += 1;
    for (const entry of entriesIn(source, dict, 'Annots')) {
      const action = dictionaryIn(source, dictionaryOf(source.resolve(entry)), 'A');
      const address = stringOf(valueIn(source, action, 'URI'));
      if (address !== undefined) found.push(address);
    }
  };
  walk(valueIn(source, source.catalog, 'Pages'), 0);
  return found;
}
