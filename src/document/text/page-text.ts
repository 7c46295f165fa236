import { type HeadingLevel, type TaggedBlock, readStructure } from './page-structure.ts';
import type { PDFDocumentProxy, PDFPageProxy, TextContentItem, TextRun } from '../pdf/pdfjs.ts';
import { readVisibleText } from './visible-text.ts';

/** A block of a page's text, for the “read as text” view. */
export type TextBlock =
  | { readonly kind: 'heading'; readonly level: HeadingLevel; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list-item'; readonly text: string }
  | { readonly kind: 'table-row'; readonly cells: readonly string[] }
  /** The alternative text of a picture in a tagged file. */
  | { readonly kind: 'figure'; readonly text: string };

/**
 * The text of a page in reading order. In a tagged file, in the order and with the headings, lists and tables of its
 * structure, followed by any text outside it; else lines joined into paragraphs. Empty if the page has no text.
 */
export async function readPageText(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<readonly TextBlock[]> {
  const [{ items }, tagged] = await Promise.all([readVisibleText(pdf, page), readStructure(page)]);
  if (tagged === undefined) return paragraphBlocks(items.filter(isRun));
  const contents = runsByContent(items);
  const blocks = tagged.map(block => readBlock(block, contents)).filter(isSomething);
  // All visible text is read, tagged or not: no clause may be hidden from screen-reader users.
  return [...blocks, ...paragraphBlocks([...contents.values()].flat())];
}

/** @param contents the text runs by the id of their marked content; those that are used are removed. */
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

/** Whether an item of a page's text is a text run, not the beginning or end of marked content. */
export function isRun(item: TextContentItem): item is TextRun {
  return 'str' in item;
}

/** The text runs by the id of their marked content; under the empty string those without. */
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

/** Lines further apart than this, in line heights, belong to different paragraphs. */
const PARAGRAPH_GAP = 1.9;

/** Lines whose heights differ by more than this factor belong to different paragraphs. */
const SAME_SIZE = 1.15;

/** A line of text: its text, and where its baseline begins in the page's coordinates. */
interface Line {
  text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The text of runs, regardless of their position. */
function textOf(runs: readonly TextRun[]): string {
  return joinLines(linesOf(runs).map(({ text }) => text));
}

/**
 * Paragraphs of untagged runs: lines of about the same size, each close below the previous one. In the order of the
 * file, which is nearly always the reading order.
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
      // pdf.js detects line ends, except where the next text is in another column.
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

/** Joins lines into one text, and words that were hyphenated at a line's end. */
function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const words = line.replaceAll(/\s+/g, ' ').trim();
    if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(words)) text = text.slice(0, -1) + words;
    else text = text === '' ? words : `${text} ${words}`;
  }
  return text.trim();
}
