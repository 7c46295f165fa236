import { holds, partCanvasSize, placeOver, sharpArea, type PageArea, type PixelSize } from './canvas-size.ts';
import { drawPicture, dropCanvas, type PictureOrder } from './page-picture.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';

/** The visible part of a large page, drawn at full resolution over its low-resolution picture. */
export class SharpPart {
  readonly #page: HTMLElement;
  #wanted: PictureOrder | undefined;
  #drawn: PictureOrder | undefined;
  #canvas: HTMLCanvasElement | undefined;
  #pixelRatio = 1;

  constructor(page: HTMLElement) {
    this.#page = page;
  }

  /** What to draw; `undefined` for nothing. It changes only when it has to be drawn again. */
  get wanted(): PictureOrder | undefined {
    return this.#wanted;
  }

  get stale(): boolean {
    return this.#wanted !== this.#drawn;
  }

  /**
   * @param shape the page's size, CSS px.
   * @param seen its visible part.
   */
  want(shape: PixelSize, seen: PageArea, pixelRatio: number): void {
    const wanted = this.#wanted;
    const same = wanted?.shape.width === shape.width && wanted.shape.height === shape.height;
    const asSharp = pixelRatio === this.#pixelRatio;
    if (wanted !== undefined && same && asSharp && holds(wanted.area, seen)) return;
    this.#pixelRatio = pixelRatio;
    const area = sharpArea(shape, seen, pixelRatio);
    this.#wanted = { shape, area, size: partCanvasSize(area, pixelRatio) };
  }

  /** @throws what `drawPicture` throws. */
  async draw(page: PDFPageProxy, signal: AbortSignal): Promise<void> {
    const order = this.#wanted;
    if (order === undefined) return;
    const { canvas } = await drawPicture(page, order, signal);
    dropCanvas(this.#canvas);
    this.#canvas = canvas;
    this.#drawn = order;
    const { shape, area } = order;
    placeOver(canvas, area, shape);
    this.#page.querySelector('canvas')?.after(canvas);
  }

  drop(): void {
    dropCanvas(this.#canvas);
    this.#canvas = undefined;
    this.#wanted = undefined;
    this.#drawn = undefined;
  }
}
