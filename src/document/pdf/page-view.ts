import { canvasSize, type PixelSize } from './canvas-size.ts';
import type { PageBox } from './page-layout.ts';
import { AnnotationMode, type PDFPageProxy } from './pdfjs.ts';
import { layText } from './text-layer.ts';

/** One page on the screen: a white box of the right size, with canvas and words while it is near. */
export class PageView {
  readonly index: number;
  readonly element = document.createElement('div');
  #shape: PixelSize = { width: 1, height: 1 };
  #canvas: HTMLCanvasElement | undefined;
  #words: AbortController | undefined;
  #page: PDFPageProxy | undefined;
  #failed = false;

  constructor(index: number) {
    this.index = index;
    this.element.className = 'sheet page pending';
    this.element.setAttribute('role', 'group');
  }

  /** The canvas that the page should have now. */
  get target(): PixelSize {
    return canvasSize(this.#shape, devicePixelRatio);
  }

  /** Whether it has to be drawn, or drawn anew. */
  get stale(): boolean {
    const { width, height } = this.target;
    return !this.#failed && (this.#canvas?.width !== width || this.#canvas.height !== height);
  }

  /** Whether its picture is there, perhaps at another size. */
  get painted(): boolean {
    return this.#canvas !== undefined;
  }

  set label(label: string) {
    this.element.setAttribute('aria-label', label);
  }

  arrange(box: PageBox): void {
    this.#shape = box;
    this.element.style.width = `${box.width}px`;
    this.element.style.height = `${box.height}px`;
    this.#scaleText();
  }

  /**
   * Draws the page at its present size; until it is done, what was there stays, stretched.
   *
   * @throws what pdf.js throws when the page can't be drawn, or when `signal` ended it.
   */
  async draw(page: PDFPageProxy, signal: AbortSignal): Promise<void> {
    this.#page = page;
    this.#scaleText();
    const picture = paint(page, this.target, signal);
    if (this.#words === undefined) {
      this.#words = new AbortController();
      void layText(page, this.element, this.#textScale(page), this.#words.signal);
    }
    const canvas = await picture;
    dropCanvas(this.#canvas);
    this.#canvas = canvas;
    this.element.prepend(canvas);
    this.element.classList.remove('pending');
  }

  /** Says in the page's place that it can't be drawn. */
  fail(words: string): void {
    this.release();
    this.#failed = true;
    const message = document.createElement('p');
    message.textContent = words;
    this.element.replaceChildren(message);
    this.element.classList.add('failed');
  }

  /** Gives canvas and words back. */
  release(): void {
    this.#words?.abort();
    this.#words = undefined;
    dropCanvas(this.#canvas);
    this.#canvas = undefined;
    this.#page?.cleanup();
    this.#page = undefined;
    this.element.classList.add('pending');
  }

  #scaleText(): void {
    if (this.#page === undefined) return;
    this.element.style.setProperty('--total-scale-factor', String(this.#textScale(this.#page)));
  }

  /** CSS px a unit of the page's own coordinates. */
  #textScale(page: PDFPageProxy): number {
    return (this.#shape.width / page.getViewport({ scale: 1 }).width) * page.userUnit;
  }
}

async function paint(page: PDFPageProxy, size: PixelSize, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  // The page's group and its words speak for it.
  canvas.setAttribute('aria-hidden', 'true');
  const viewport = page.getViewport({ scale: size.width / page.getViewport({ scale: 1 }).width });
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  const cancel = (): void => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
    signal.throwIfAborted();
    return canvas;
  } catch (error) {
    dropCanvas(canvas);
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** A canvas without size gives its memory back at once; Safari keeps it otherwise until the next collection. */
function dropCanvas(canvas: HTMLCanvasElement | undefined): void {
  if (canvas === undefined) return;
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}
