/** The text of a page as it can be seen, in its structure. */
import { lettersOf } from '../../support/letters.ts';
import {
  normalizeUnicode,
  OPS,
  type PDFDocumentProxy,
  type PDFPageProxy,
  type TextContentItem,
  type TextRun,
} from '../pdf/pdfjs.ts';

/** An element of a tagged file's structure (ISO 32000-1, 14.7), with its marked content and child elements. */
type StructureElement = Awaited<ReturnType<PDFPageProxy['getStructTree']>>;
type StructureNode = StructureElement['children'][number];

const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;
type HeadingLevel = (typeof HEADING_LEVELS)[number];

/** A block of a tagged page. `contents` are the ids of its marked content, in reading order. */
export type TaggedBlock =
  | { readonly kind: 'heading'; readonly level: HeadingLevel; readonly contents: readonly string[] }
  | { readonly kind: 'paragraph'; readonly contents: readonly string[] }
  | { readonly kind: 'list-item'; readonly contents: readonly string[] }
  | { readonly kind: 'table-row'; readonly cells: readonly TaggedCell[] }
  /** The alternative text of a picture; text in the picture follows as a paragraph. */
  | { readonly kind: 'figure'; readonly text: string };

interface TaggedCell {
  readonly isHeader: boolean;
  readonly contents: readonly string[];
}

/** Elements that are blocks, but neither headings, lists nor tables. */
const PARAGRAPHS: ReadonlySet<string> = new Set([
  'P',
  'BlockQuote',
  'Caption',
  'Note',
  'TOCI',
  'Code',
  'Formula',
]);

/** The blocks of a page of a tagged file, in reading order; `undefined` if the page has no structure. */
export async function readStructure(page: PDFPageProxy): Promise<readonly TaggedBlock[] | undefined> {
  // `null` for an untagged file, although the type says otherwise.
  const tree: StructureElement | null = await page.getStructTree().catch(() => null);
  return tree?.children.flatMap(blocksOf);
}

function blocksOf(node: StructureNode): readonly TaggedBlock[] {
  if (!isElement(node)) return [{ kind: 'paragraph', contents: contentsOf(node) }];
  const { role, children } = node;
  const level = headingLevel(role);
  if (level !== undefined) return [{ kind: 'heading', level, contents: contentsOf(node) }];
  if (PARAGRAPHS.has(role)) return [{ kind: 'paragraph', contents: contentsOf(node) }];
  if (role === 'TR') return [{ kind: 'table-row', cells: children.filter(isElement).map(cellOf) }];
  if (role === 'LI') {
    // A nested list comes after the item's own text.
    const lists = elementsBelow(node).filter(element => element.role === 'L');
    return [{ kind: 'list-item', contents: contentsOf(node, 'L') }, ...lists.flatMap(blocksOf)];
  }
  if (role === 'Figure') {
    const text = 'alt' in node && typeof node.alt === 'string' ? node.alt.trim() : '';
    const words: TaggedBlock = { kind: 'paragraph', contents: contentsOf(node) };
    return text === '' ? [words] : [{ kind: 'figure', text }, words];
  }
  return children.flatMap(blocksOf);
}

function cellOf(cell: StructureElement): TaggedCell {
  return { isHeader: cell.role === 'TH', contents: contentsOf(cell) };
}

function isElement(node: StructureNode): node is StructureElement {
  return 'children' in node;
}

/** The level of a heading (ISO 32000-1, 14.8.4.3, and `Title` of PDF 2.0); `undefined` for anything else. */
function headingLevel(role: string): HeadingLevel | undefined {
  if (role === 'Title') return 1;
  if (role === 'H') return 2;
  return HEADING_LEVELS.find(level => role === `H${level}`);
}

/** The marked content in a node, without that of descendants with the role `except`. */
function contentsOf(node: StructureNode, except?: string): readonly string[] {
  if (!isElement(node)) return node.type === 'content' ? [node.id] : [];
  return node.children.flatMap(child =>
    isElement(child) && child.role === except ? [] : contentsOf(child, except),
  );
}

/** The descendants of an element, but nothing inside a list. */
function elementsBelow(element: StructureElement): readonly StructureElement[] {
  return element.children
    .filter(isElement)
    .flatMap(child => (child.role === 'L' ? [child] : [child, ...elementsBelow(child)]));
}

export type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;

/** How far ahead a letter is searched: a page may draw text outside its bounds, which is not part of its text. */
const LOOK_AHEAD = 4000;

/**
 * The text of a page, with the beginnings and ends of marked content. pdf.js includes the text of layers that are off;
 * it is removed, so that nobody finds or hears what can't be seen.
 */
export async function readVisibleText(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<TextContent> {
  const layers = await layersOf(pdf);
  if (layers === undefined) return page.getTextContent({ includeMarkedContent: true });
  const [content, operators] = await Promise.all([
    page.getTextContent({ includeMarkedContent: true, disableNormalization: true }),
    page.getOperatorList(),
  ]);
  const letters = drawnLetters(operators, layers);
  return { ...content, items: withoutHidden(content.items, letters) };
}

/** The same as a stream; in one chunk if hidden text may have to be removed. */
export async function streamVisibleText(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
): Promise<ReadableStream<TextContent>> {
  if ((await layersOf(pdf)) === undefined) return page.streamTextContent({ includeMarkedContent: true });
  const content = await readVisibleText(pdf, page);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(content);
      controller.close();
    },
  });
}

/** @returns `undefined` if the file has no layers. */
async function layersOf(pdf: PDFDocumentProxy): Promise<Layers | undefined> {
  const layers = await pdf.getOptionalContentConfig();
  return [...layers].length === 0 ? undefined : layers;
}

/**
 * Removes letters from a page's text that are hidden where they are drawn. Text and drawing have the same letters in the
 * same order, except for those outside the page, and for the direction of right-to-left runs.
 *
 * @param items not normalised; the result is.
 */
function withoutHidden(
  items: readonly TextContentItem[],
  letters: readonly DrawnLetter[],
): TextContentItem[] {
  let next = 0;
  const isVisible = (letter: string, isOrdered: boolean): boolean => {
    if (letter.trim() === '') return true;
    const at = isOrdered ? findFrom(letters, next, letter) : next;
    if (at === undefined) return true;
    next = at + 1;
    return letters[at]?.hidden !== true;
  };
  return items.map(item => {
    if (!('str' in item)) return item;
    const visible = lettersOf(item.str).filter(letter => isVisible(letter, item.dir !== 'rtl'));
    return { ...item, str: normalizeUnicode(visible.join('')) };
  });
}

function findFrom(letters: readonly DrawnLetter[], from: number, wanted: string): number | undefined {
  const end = Math.min(letters.length, from + LOOK_AHEAD);
  for (let at = from; at < end; at += 1) if (letters[at]?.letter === wanted) return at;
  return undefined;
}

type Layers = Awaited<ReturnType<PDFDocumentProxy['getOptionalContentConfig']>>;
type PageOperators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;

/** A letter, in drawing order. */
interface DrawnLetter {
  readonly letter: string;
  /** Is it in a layer that is off? */
  readonly hidden: boolean;
}

/** The letters that a page's operators draw, except spaces. */
function drawnLetters({ fnArray, argsArray }: PageOperators, layers: Layers): readonly DrawnLetter[] {
  const letters: DrawnLetter[] = [];
  /** For each open marked content, whether it is hidden. */
  const open: boolean[] = [];
  for (let at = 0; at < fnArray.length; at += 1) {
    const operator = fnArray[at];
    const args: readonly unknown[] = argsArray[at] ?? [];
    if (operator === OPS.beginMarkedContent) open.push(false);
    else if (operator === OPS.beginMarkedContentProps) open.push(isHidden(args, layers));
    else if (operator === OPS.endMarkedContent) open.pop();
    else if (operator === OPS.showText) {
      const hidden = open.includes(true);
      for (const letter of glyphLetters(args[0])) letters.push({ letter, hidden });
    }
  }
  return letters;
}

/** Whether marked content with these arguments belongs to a layer that is off. */
function isHidden([tag, group]: readonly unknown[], layers: Layers): boolean {
  return tag === 'OC' && !layers.isVisible(group);
}

/** The letters of a show-text operator: glyphs, with numbers between them for spacing. */
function glyphLetters(glyphs: unknown): readonly string[] {
  if (!Array.isArray(glyphs)) return [];
  return glyphs.flatMap((glyph: unknown) => {
    if (typeof glyph !== 'object' || glyph === null || !('unicode' in glyph)) return [];
    const { unicode } = glyph;
    return typeof unicode === 'string' ? lettersOf(unicode).filter(letter => letter.trim() !== '') : [];
  });
}

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
