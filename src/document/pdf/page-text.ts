import { readStructure, type HeadingLevel, type TaggedBlock } from './page-structure.ts';
import type { PDFDocumentProxy, PDFPageProxy, TextContentItem, TextRun } from './pdfjs.ts';
import { paragraphsOf, textOf } from './text-lines.ts';
import { readVisibleText } from './visible-text.ts';

/** A piece of a page as it is read: what the “read as text” view shows. */
export type TextBlock =
  | { readonly kind: 'heading'; readonly level: HeadingLevel; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list-item'; readonly text: string }
  | { readonly kind: 'table-row'; readonly cells: readonly string[] }
  /** The description that a picture has in a tagged file. */
  | { readonly kind: 'figure'; readonly text: string };

/**
 * A page as it is read: in a tagged file in the order and with the headings, lists and tables that it names, and
 * then whatever it leaves out; else the lines put together to paragraphs. Empty where the page has no text.
 */
export async function readPageText(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<readonly TextBlock[]> {
  const [{ items }, tagged] = await Promise.all([readVisibleText(pdf, page), readStructure(page)]);
  if (tagged === undefined) return paragraphBlocks(items.filter(isRun));
  const contents = runsByContent(items);
  const blocks = tagged.map(block => readBlock(block, contents)).filter(isSomething);
  // What is seen is read, tagged or not: a clause can't be kept from those who listen.
  return [...blocks, ...paragraphBlocks([...contents.values()].flat())];
}

/** @param contents the words by the id of their marked content; those that are read are taken out. */
function readBlock(block: TaggedBlock, contents: Map<string, TextRun[]>): TextBlock {
  const take = (ids: readonly string[]): string => {
    const runs = ids.flatMap(id => contents.get(id) ?? []);
    for (const id of ids) contents.delete(id);
    return textOf(runs);
  };
  switch (block.kind) {
    case 'figure':
      return block;
    case 'heading':
      return { kind: 'heading', level: block.level, text: take(block.contents) };
    case 'table-row':
      return { kind: 'table-row', cells: block.cells.map(cell => take(cell.contents)) };
    case 'paragraph':
    case 'list-item':
      return { kind: block.kind, text: take(block.contents) };
  }
}

function isSomething(block: TextBlock): boolean {
  return block.kind === 'table-row' ? block.cells.some(cell => cell !== '') : block.text !== '';
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
