import { type HeadingLevel, type TaggedBlock, readStructure } from './page-structure.ts';
import type { PDFDocumentProxy, PDFPageProxy, TextContentItem, TextRun } from '../pdf/pdfjs.ts';
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

/** Lines further apart than this, in heights of their letters, belong to different paragraphs. */
const PARAGRAPH_GAP = 1.9;

/** Letters that differ more than this in height belong to different paragraphs. */
const SAME_SIZE = 1.15;

/** A line of words on a page: its text, and where its base line begins in the page's own coordinates. */
interface Line {
  text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The words of runs as one text, without regard to where they lie. */
function textOf(runs: readonly TextRun[]): string {
  return joinLines(linesOf(runs).map(({ text }) => text));
}

/**
 * Paragraphs of runs that no tag puts together: lines of about the same size, each close below the one before.
 * The order is that in which the file writes them, which is nearly always the order of reading.
 */
function paragraphsOf(runs: readonly TextRun[]): readonly string[] {
  const paragraphs: Line[][] = [];
  for (const line of linesOf(runs)) {
    const last = paragraphs.at(-1)?.at(-1);
    if (last !== undefined && continues(last, line)) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs.map(lines => joinLines(lines.map(({ text }) => text))).filter(text => text !== '');
}

function linesOf(runs: readonly TextRun[]): readonly Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, hasEOL, transform } of runs) {
    if (str !== '') {
      const [, , c = 0, d = 0, x = 0, y = 0]: readonly number[] = transform;
      // pdf.js ends lines by itself, but not where the next words lie in another column.
      if (line === undefined || (str.trim() !== '' && Math.abs(y - line.y) > line.size)) {
        line = { text: '', x, y, size: Math.hypot(c, d) };
        lines.push(line);
      }
      line.text += str;
    }
    if (hasEOL) line = undefined;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

function continues(above: Line, below: Line): boolean {
  const size = Math.max(above.size, below.size);
  const drop = above.y - below.y;
  const sameSize = size <= SAME_SIZE * Math.min(above.size, below.size);
  return sameSize && drop >= 0 && drop <= PARAGRAPH_GAP * size;
}

/** Lines as one text; a word that a line's end has cut in two is whole again. */
function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(words)) text = text.slice(0, -1) + words;
    else text = text === '' ? words : `${text} ${words}`;
  }
  return text.trim();
}
