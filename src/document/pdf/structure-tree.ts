import type { PDFPageProxy } from './pdfjs.ts';

/**
 * What a tagged file says about a page (ISO 32000-1, 14.7): elements with roles, and the marked content they
 * hold. pdf.js limits its depth; `null` in a file that is not tagged.
 */
export type StructureTree = StructureElement | null;
export type StructureElement = Awaited<ReturnType<PDFPageProxy['getStructTree']>>;
export type StructureNode = StructureElement['children'][number];

export const HEADING_LEVELS = [1, 2, 3, 4, 5, 6] as const;
export type HeadingLevel = (typeof HEADING_LEVELS)[number];

/** @returns `null` too where the tree can't be read. */
export async function readStructure(page: PDFPageProxy): Promise<StructureTree> {
  return page.getStructTree().catch(() => null);
}

export function isElement(node: StructureNode): node is StructureElement {
  return 'children' in node;
}

/** The id of the marked content that a node stands for, if it does. */
export function contentId(node: StructureNode): string | undefined {
  return !isElement(node) && node.type === 'content' ? node.id : undefined;
}

/** The level of a heading (ISO 32000-1, 14.8.4.3, and `Title` of PDF 2.0); `undefined` for anything else. */
export function headingLevel(role: string): HeadingLevel | undefined {
  if (role === 'Title') return 1;
  if (role === 'H') return 2;
  return HEADING_LEVELS.find(level => role === `H${level}`);
}

/** The description that stands for what is seen, as of a picture. */
export function description(node: StructureElement): string | undefined {
  return 'alt' in node && typeof node.alt === 'string' && node.alt.trim() !== ''
    ? node.alt.trim()
    : undefined;
}
