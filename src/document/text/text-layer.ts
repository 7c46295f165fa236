import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from '../pdf/pdfjs.ts';
import type { WordRun } from './searchable-text.ts';
import { type TaggedBlock, readStructure } from './page-structure.ts';
import { type TextContent, streamVisibleText } from './visible-text.ts';

/** The words on a page: runs as pdf.js found them, and the element of each. */
export interface LaidText {
  readonly runs: readonly WordRun[];
  readonly elements: readonly HTMLElement[];
}

/**
 * Lays the page's words, transparent, over its picture: selectable, and what a screen reader reads; where the
 * file is tagged in its reading order, with headings, lists and tables. The layer's size follows
 * `--total-scale-factor` (CSS px a PDF point) of the elements around it, so zooming needs no new one.
 *
 * @param scale the present CSS px a PDF unit; letters are measured at it.
 * @param signal takes the layer away again.
 * @returns `undefined` when `signal` ended it.
 * @throws what pdf.js throws when the words can't be read.
 */
export async function layText(
  pdf: PDFDocumentProxy,
  page: PDFPageProxy,
  box: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<LaidText | undefined> {
  const container = document.createElement('div');
  container.className = 'text-layer';
  const runs: WordRun[] = [];
  const layer = new TextLayer({
    textContentSource: recorded(streamVisibleText(pdf, page), runs),
    container,
    viewport: page.getViewport({ scale }),
  });
  // pdf.js rounds these with CSS's round(), which the oldest supported browsers don't have.
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  container.style.width = `calc(var(--total-scale-factor) * ${right - left}px)`;
  container.style.height = `calc(var(--total-scale-factor) * ${top - bottom}px)`;
  signal.addEventListener('abort', () => {
    container.remove();
    layer.cancel();
  });
  const structure = readStructure(page);
  await layer.render();
  arrangeByStructure(container, await structure);
  if (signal.aborted) return undefined;
  box.append(container);
  return { runs, elements: layer.textDivs };
}

/** A page's text as a stream; its runs of words are put into `runs` on the way. */
function recorded(
  stream: Promise<ReadableStream<TextContent>>,
  runs: WordRun[],
): ReadableStream<TextContent> {
  const reader = stream.then(text => text.getReader());
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await (await reader).read();
      if (done) return controller.close();
      for (const item of value.items) {
        if ('str' in item) runs.push({ str: item.str, hasEOL: item.hasEOL });
      }
      controller.enqueue(value);
    },
    cancel: async reason => (await reader).cancel(reason),
  });
}

/**
 * Puts the words of a tagged page in the order that the file says they are read in, with headings, lists and
 * tables around them (WCAG 2.2, 1.3.2). They do not move on the screen: each has its place on the page. What the file
 * leaves out of its order, or calls mere decoration, comes last: what is seen is also read.
 *
 * @param blocks `undefined` where the file says nothing.
 */
function arrangeByStructure(layer: HTMLElement, blocks: readonly TaggedBlock[] | undefined): void {
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
