import type { TextRun } from './pdfjs.ts';
import {
  contentId,
  description,
  headingLevel,
  isElement,
  type StructureElement,
  type StructureNode,
} from './structure-tree.ts';
import type { TextBlock } from './text-block.ts';
import { textOf } from './text-lines.ts';

/** Elements that are a block of their own although they are neither heading, list nor table. */
const PARAGRAPHS: ReadonlySet<string> = new Set([
  'P',
  'BlockQuote',
  'Caption',
  'Note',
  'TOCI',
  'Code',
  'Formula',
]);

/**
 * The blocks of a tagged page in its reading order.
 *
 * @param contents the words by the id of their marked content; those that are read are taken out.
 */
export function taggedBlocks(tree: StructureElement, contents: Map<string, TextRun[]>): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const node of tree.children) read(node, contents, blocks);
  return blocks;
}

function read(node: StructureNode, contents: Map<string, TextRun[]>, blocks: TextBlock[]): void {
  const push = (block: TextBlock & { readonly text: string }): void => {
    if (block.text !== '') blocks.push(block);
  };
  if (!isElement(node)) return push({ kind: 'paragraph', text: take(node, contents) });
  const level = headingLevel(node.role);
  if (level !== undefined) push({ kind: 'heading', level, text: take(node, contents) });
  else if (node.role === 'LI') readListItem(node, contents, blocks);
  else if (node.role === 'TR') readRow(node, contents, blocks);
  else if (node.role === 'Figure') {
    push({ kind: 'figure', text: description(node) ?? '' });
    push({ kind: 'paragraph', text: take(node, contents) });
  } else if (PARAGRAPHS.has(node.role)) push({ kind: 'paragraph', text: take(node, contents) });
  else for (const child of node.children) read(child, contents, blocks);
}

/** A list in a list item comes after what the item itself says. */
function readListItem(item: StructureElement, contents: Map<string, TextRun[]>, blocks: TextBlock[]): void {
  const inner: StructureElement[] = [];
  const text = take(item, contents, element => {
    if (element.role !== 'L') return false;
    inner.push(element);
    return true;
  });
  if (text !== '') blocks.push({ kind: 'list-item', text });
  for (const list of inner) read(list, contents, blocks);
}

function readRow(row: StructureElement, contents: Map<string, TextRun[]>, blocks: TextBlock[]): void {
  const cells = row.children.filter(isElement).map(cell => take(cell, contents));
  if (cells.some(cell => cell !== '')) blocks.push({ kind: 'table-row', cells });
}

/** The words below a node, taken out of what is still to be read; without elements that `leave` names. */
function take(
  node: StructureNode,
  contents: Map<string, TextRun[]>,
  leave: (element: StructureElement) => boolean = () => false,
): string {
  const runs: TextRun[] = [];
  const collect = (below: StructureNode): void => {
    if (isElement(below)) {
      if (below !== node && leave(below)) return;
      for (const child of below.children) collect(child);
      return;
    }
    const id = contentId(below);
    if (id === undefined) return;
    runs.push(...(contents.get(id) ?? []));
    contents.delete(id);
  };
  collect(node);
  return textOf(runs);
}
