import type { PDFPageProxy } from '../pdf/pdfjs.ts';

/** An element of a tagged file's structure (ISO 32000-1, 14.7), with its marked content and child elements. */
type StructureElement = Awaited<ReturnType<PDFPageProxy['getStructTree']>>;
type StructureNode = StructureElement['children'][number];

const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;
export type HeadingLevel = (typeof HEADING_LEVELS)[number];

/** A block of a tagged page. `contents` are the ids of its marked content, in reading order. */
export type TaggedBlock =
  | { readonly kind: 'heading'; readonly level: HeadingLevel; readonly contents: readonly string[] }
  | { readonly kind: 'paragraph'; readonly contents: readonly string[] }
  | { readonly kind: 'list-item'; readonly contents: readonly string[] }
  | { readonly kind: 'table-row'; readonly cells: readonly TaggedCell[] }
  /** The alternative text of a picture; text in the picture follows as a paragraph. */
  | { readonly kind: 'figure'; readonly text: string };

export interface TaggedCell {
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
