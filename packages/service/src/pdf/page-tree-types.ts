import { PDFArray, PDFCatalog, PDFDict, PDFName, PDFPageLeaf, PDFPageTree, PDFRef } from '@cantoo/pdf-lib';
import type { PDFContext } from '@cantoo/pdf-lib';

/**
 * Gives the catalog, the pages and their lists the classes of the library that they lack for want of a `/Type`. Readers
 * take what has `/Kids` for a list, and anything else for a page. No entry is added, so that the file can be extended
 * without changing what it says.
 */
export function typePageTree(context: PDFContext): void {
  const { Root } = context.trailerInfo;
  const catalog = context.lookup(Root);
  if (!(catalog instanceof PDFDict)) return;
  if (Root instanceof PDFRef && isUntyped(catalog))
    context.assign(Root, PDFCatalog.fromMapWithContext(entriesOf(catalog), context));
  const pending = [catalog.get(PDFName.of('Pages'))];
  const seen = new Set<PDFRef>();
  while (pending.length > 0) {
    const ref = pending.pop();
    if (!(ref instanceof PDFRef) || seen.has(ref)) continue;
    seen.add(ref);
    const node = context.lookup(ref);
    if (!(node instanceof PDFDict)) continue;
    const kids = node.lookup(PDFName.of('Kids'));
    if (isUntyped(node)) {
      const kind = node.has(PDFName.of('Kids')) ? PDFPageTree : PDFPageLeaf;
      context.assign(ref, kind.fromMapWithContext(entriesOf(node), context));
    }
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) pending.push(kid);
  }
}

/** Not for an empty one, which no reader takes for anything. */
const isUntyped = (dict: PDFDict): boolean => !dict.has(PDFName.of('Type')) && dict.keys().length > 0;

const entriesOf = (dict: PDFDict) => new Map(dict.entries());
