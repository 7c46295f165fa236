import type { TaggedBlock } from './page-structure.ts';

/**
 * Puts the words of a tagged page in the order that the file says they are read in, with headings, lists and
 * tables around them (WCAG 2.2, 1.3.2). They do not move on the screen: each has its place on the page. What the file
 * leaves out of its order, or calls mere decoration, comes last: what is seen is also read.
 *
 * @param blocks `undefined` where the file says nothing.
 */
export function arrangeByStructure(layer: HTMLElement, blocks: readonly TaggedBlock[] | undefined): void {
  for (const decoration of layer.querySelectorAll('.markedContent[aria-hidden]')) {
    decoration.removeAttribute('aria-hidden');
  }
  const contents = new Map<string, Element>();
  for (const element of layer.querySelectorAll('.markedContent[id]')) contents.set(element.id, element);
  const take = (ids: readonly string[]): Element[] =>
    ids.flatMap(id => {
      const content = contents.get(id);
      contents.delete(id);
      return content ?? [];
    });
  const ordered = document.createElement('div');
  for (const block of blocks ?? []) append(ordered, block, take);
  layer.prepend(...ordered.childNodes);
}

/** Elements have neither place nor size of their own, so that what they hold stays where it is. */
function append(
  parent: HTMLElement,
  block: TaggedBlock,
  take: (ids: readonly string[]) => readonly Element[],
): void {
  if (block.kind === 'figure') {
    const picture = elementWith('img', []);
    picture.setAttribute('aria-label', block.text);
    return parent.append(picture);
  }
  if (block.kind === 'table-row') {
    const cells = block.cells.map(({ isHeader, contents }) =>
      elementWith(isHeader ? 'columnheader' : 'cell', take(contents)),
    );
    if (cells.length > 0) lastOf(parent, 'table').append(elementWith('row', cells));
    return;
  }
  const words = take(block.contents);
  if (words.length === 0) return;
  if (block.kind === 'paragraph') parent.append(elementWith('paragraph', words));
  else if (block.kind === 'list-item') lastOf(parent, 'list').append(elementWith('listitem', words));
  else {
    const heading = elementWith('heading', words);
    heading.setAttribute('aria-level', String(block.level));
    parent.append(heading);
  }
}

function elementWith(role: string, children: readonly Element[]): HTMLElement {
  const element = document.createElement('div');
  element.setAttribute('role', role);
  element.append(...children);
  return element;
}

/** The list or table that comes last, for one more item or row; a new one where something else does. */
function lastOf(parent: HTMLElement, role: string): Element {
  const last = parent.lastElementChild;
  if (last?.getAttribute('role') === role) return last;
  const element = elementWith(role, []);
  parent.append(element);
  return element;
}
