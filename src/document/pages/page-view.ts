import { isDrawnWhole, pageCanvasSize, WHOLE_PAGE, type PageArea, type PixelSize } from './canvas-size.ts';
import type { PageCost } from './page-window.ts';
import type { PageBox } from './page-layout.ts';
import type { LinkDestinations } from './page-links.ts';
import { PageOverlay } from './page-overlay.ts';
import { drawPicture, dropCanvas } from './page-picture.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';
import { SharpPart } from './detail-canvas.ts';

/** One page: a white box of the right size, with picture and text while it is near the visible part. */
export class PageView {
  readonly index: number;
  readonly element = document.createElement('div');
  /** Text, highlights and links over the picture. */
  readonly overlay: PageOverlay;
  readonly #part = new SharpPart(this.element);
  #shape: PixelSize = { width: 1, height: 1 };
  #most = WHOLE_PAGE;
  #canvas: HTMLCanvasElement | undefined;
  #page: PDFPageProxy | undefined;
  #failed = false;

  constructor(index: number, links: LinkDestinations) {
    this.index = index;
    this.overlay = new PageOverlay(this.element, links);
    this.element.className = 'sheet page pending';
    this.element.setAttribute('role', 'group');
  }

  /** The canvas that the whole page should have now. */
  get target(): PixelSize {
    return pageCanvasSize(this.#shape, devicePixelRatio, this.#most);
  }

  /** Whether there is something to draw, or to draw again. */
  get stale(): boolean {
    return !this.#failed && (this.#wholeStale || this.#part.stale);
  }

  /** Identifies what is to be drawn; a drawing that was started for another order is useless. */
  get order(): unknown {
    const { width, height } = this.target;
    return this.#wholeStale ? `${width}×${height}` : this.#part.wanted;
  }

  /** The pixels that the drawn page needs. */
  get cost(): PageCost {
    const { width, height } = this.target;
    const part = this.#part.wanted?.size;
    const sharp = part === undefined ? 0 : part.width * part.height;
    return { pixels: width * height + sharp, canvases: part === undefined ? 1 : 2 };
  }

  /** Whether it has a picture, perhaps at another size. */
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
   * @param most the limit of pixels of the whole page's picture; above it the resolution is reduced.
   * @param seen the visible part, CSS px, which is then drawn at full resolution over it.
   */
  allow(most: number, seen: PageArea | undefined): void {
    this.#most = most;
    if (seen === undefined || isDrawnWhole(this.#shape, devicePixelRatio, most)) this.#part.drop();
    else this.#part.want(this.#shape, seen, devicePixelRatio);
  }

  /**
   * Draws what is out of date: first the whole page, then the visible part. Until it is done, the old picture stays,
   * scaled.
   *
   * @param atOnce see `drawPicture`.
   * @returns the number of operators of the whole page; `undefined` when only a part was drawn.
   * @throws what pdf.js throws when the page can't be drawn, or when `signal` aborts.
   */
  async draw(page: PDFPageProxy, signal: AbortSignal, atOnce: boolean): Promise<number | undefined> {
    this.#page = page;
    this.#scaleText();
    if (!this.#wholeStale) {
      await this.#part.draw(page, signal);
      return undefined;
    }
    const { width, height } = this.#shape;
    const area = { left: 0, top: 0, width, height };
    const picture = drawPicture(page, { shape: area, area, size: this.target }, signal, atOnce);
    this.overlay.lay(page, this.#textScale(page));
    const { canvas, operators } = await picture;
    dropCanvas(this.#canvas);
    this.#canvas = canvas;
    this.element.prepend(canvas);
    this.element.classList.remove('pending');
    return operators;
  }

  /** Shows a message in the page's place that it can't be drawn. */
  fail(words: string): void {
    this.release();
    this.#failed = true;
    const message = document.createElement('p');
    message.textContent = words;
    this.element.replaceChildren(message);
    this.element.classList.add('failed');
  }

  /** Releases pictures and text. */
  release(): void {
    this.overlay.clear();
    this.#part.drop();
    dropCanvas(this.#canvas);
    this.#canvas = undefined;
    this.#page?.cleanup();
    this.#page = undefined;
    this.element.classList.add('pending');
  }

  get #wholeStale(): boolean {
    const { width, height } = this.target;
    return this.#canvas?.width !== width || this.#canvas.height !== height;
  }

  #scaleText(): void {
    if (this.#page === undefined) return;
    this.element.style.setProperty('--total-scale-factor', String(this.#textScale(this.#page)));
  }

  /** CSS px per unit of the page's coordinates. */
  #textScale(page: PDFPageProxy): number {
    return (this.#shape.width / page.getViewport({ scale: 1 }).width) * page.userUnit;
  }
}
