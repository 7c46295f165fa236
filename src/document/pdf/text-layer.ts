import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from './pdfjs.ts';
import type { WordRun } from './searchable-text.ts';
import { readStructure } from './page-structure.ts';
import { arrangeByStructure } from './text-structure.ts';
import { streamVisibleText, type TextContent } from './visible-text.ts';

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
