import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from '../pdf/pdfjs.ts';
import type { WordRun } from './searchable-text.ts';
import { readStructure, streamVisibleText, type TaggedBlock, type TextContent } from './page-text.ts';

/** The text on a page: pdf.js's runs, and the element of each. */
export interface LaidText {
  readonly runs: readonly WordRun[];
  readonly elements: readonly HTMLElement[];
  /** Follows the page to another size: CSS px per PDF unit. */
  readonly rescale: (scale: number) => void;
}

/**
 * Adds the page's text, transparent and selectable, over its picture, for screen readers too. In a tagged file, in its
 * reading order, with headings, lists and tables. Zooming needs no new layer, nor a new layout of this one, which would
 * take longer than a frame on a phone: it is scaled as a whole.
 *
 * @param scale CSS px per PDF unit, at which the text is measured and laid out.
 * @param signal removes the layer.
 * @returns `undefined` when `signal` aborted.
 * @throws what pdf.js throws when the text can't be read.
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
  // pdf.js rounds these with CSS round(), which the oldest supported browsers lack.
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  container.style.setProperty('--total-scale-factor', String(scale));
  container.style.width = `${(right - left) * scale}px`;
  container.style.height = `${(top - bottom) * scale}px`;
  signal.addEventListener('abort', () => {
    container.remove();
    layer.cancel();
  });
  const structure = readStructure(page);
  await layer.render();
  forgetMeasures();
  arrangeByStructure(container, await structure);
  if (signal.aborted) return undefined;
  box.append(container);
  const rescale = (now: number): void => {
    container.style.scale = String(now / scale);
  };
  return { runs, elements: layer.textDivs, rescale };
}

/** After so many pages the measuring canvas is given back: browsers keep the shape of each text measured on it. */
const MEASURED_PAGES = 20;

let measured = 0;

function forgetMeasures(): void {
  measured += 1;
  if (measured % MEASURED_PAGES === 0) TextLayer.cleanup();
}

/** A page's text as a stream, which also collects its text runs in `runs`. */
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
 * Moves the text of a tagged page into reading order, inside headings, lists and tables (WCAG 2.2, 1.3.2). It does not
 * move on the screen, because it is positioned absolutely. Text outside the structure, or marked as decoration, comes
 * last, so that all visible text is read.
 *
 * @param blocks `undefined` for a page without structure.
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

/** Adds an element without position or size, so that its content stays where it is. */
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

/** The last child, if it is a list or table that the next item or row belongs to; else a new one. */
function lastOf(parent: HTMLElement, role: string): Element {
  const last = parent.lastElementChild;
  if (last?.getAttribute('role') === role) return last;
  const element = elementWith(role, []);
  parent.append(element);
  return element;
}
