import type { Revision } from './revision.ts';
import { entriesOf, isName, isReference, itemsOf, PdfStructureError } from './values.ts';

/** In all lists of kids together: many nodes may have the same one. */
const MOST_NODES = 500_000;

/**
 * The pages of a document: their index, by the number of their object. What the tree has twice counts once.
 *
 * @throws PdfStructureError for too many, and for one that some readers take for a page and others for a list of pages
 */
export async function pagesOf(revision: Revision): Promise<ReadonlyMap<number, number>> {
  const pages = new Map<number, number>();
  const seen = new Set<number>();
  const root = entriesOf(await revision.resolve(revision.trailer.get('Root')));
  const pending = [root.get('Pages')];
  let kids = 0;
  while (pending.length > 0) {
    const value = pending.pop();
    if (!isReference(value) || seen.has(value.number)) continue;
    seen.add(value.number);
    const node = entriesOf(await revision.resolve(value));
    if (isName(node.get('Type'), node.has('Kids') ? 'Page' : 'Pages'))
      throw new PdfStructureError('page-tree');
    if (node.has('Kids'))
      for (const kid of itemsOf(await revision.resolve(node.get('Kids'))).toReversed()) {
        if (++kids > MOST_NODES) throw new PdfStructureError('limit');
        pending.push(kid);
      }
    else if (node.size > 0) pages.set(value.number, pages.size);
  }
  return pages;
}
