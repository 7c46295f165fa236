import type { PDFDocumentProxy, PDFPageProxy, TextContentItem, TextRun } from './pdfjs.ts';
import { readStructure } from './structure-tree.ts';
import { taggedBlocks } from './tagged-text.ts';
import type { TextBlock } from './text-block.ts';
import { paragraphsOf } from './text-lines.ts';
import { readVisibleText } from './visible-text.ts';

/**
 * A page as it is read: in a tagged file in the order and with the headings, lists and tables that it names, and
 * then whatever it leaves out; else the lines put together to paragraphs. Empty where the page has no text.
 */
export async function readPageText(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<readonly TextBlock[]> {
  const [{ items }, tree] = await Promise.all([readVisibleText(pdf, page), readStructure(page)]);
  if (tree === null) return paragraphBlocks(items.filter(isRun));
  const contents = runsByContent(items);
  const tagged = taggedBlocks(tree, contents);
  // What is seen is read, tagged or not: a clause can't be kept from those who listen.
  const rest = [...contents.values()].flat();
  return [...tagged, ...paragraphBlocks(rest)];
}

function paragraphBlocks(runs: readonly TextRun[]): readonly TextBlock[] {
  return paragraphsOf(runs).map(text => ({ kind: 'paragraph', text }));
}

/** Whether an item of a page's text is words, and no border of marked content. */
export function isRun(item: TextContentItem): item is TextRun {
  return 'str' in item;
}

/** The runs of words by the id of the marked content they are in; by the empty string those in none. */
function runsByContent(items: readonly TextContentItem[]): Map<string, TextRun[]> {
  const contents = new Map<string, TextRun[]>();
  const open: string[] = [];
  for (const item of items) {
    if (isRun(item)) {
      const id = open.findLast(candidate => candidate !== '') ?? '';
      const runs = contents.get(id);
      if (runs === undefined) contents.set(id, [item]);
      else runs.push(item);
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push('id' in item && typeof item.id === 'string' ? item.id : '');
  }
  return contents;
}
