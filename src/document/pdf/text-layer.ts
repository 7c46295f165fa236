import { TextLayer, type PDFPageProxy } from './pdfjs.ts';

/**
 * Lays the page's words, transparent, over its picture: selectable, and what a screen reader reads. The layer's
 * size follows `--total-scale-factor` (CSS px a PDF point) of the elements around it, so zooming needs no new one.
 *
 * @param scale the present CSS px a PDF unit; letters are measured at it.
 * @param signal takes the layer away again.
 */
export async function layText(
  page: PDFPageProxy,
  box: HTMLElement,
  scale: number,
  signal: AbortSignal,
): Promise<void> {
  const container = document.createElement('div');
  container.className = 'text-layer';
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
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
  try {
    await layer.render();
    if (!signal.aborted) box.append(container);
  } catch (error) {
    // Words that can't be read out are no reason to take the page's picture away.
    if (!signal.aborted) console.warn('sign-session: the text of a page could not be read.', error);
  }
}
