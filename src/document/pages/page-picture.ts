/** The picture of a page, and the sharper one of what is in sight. */
import { AnnotationMode, type PDFPageProxy } from '../pdf/pdfjs.ts';
import { holds, type PageArea, partCanvasSize, type PixelSize, placeOver, sharpArea } from './canvas-size.ts';

interface PictureOrder {
  /** The page's size on the screen, CSS px. */
  readonly shape: PixelSize;
  /** The part to draw, CSS px. */
  readonly area: PageArea;
  /** The canvas that the area gets. */
  readonly size: PixelSize;
}

interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** Number of drawing operators. */
  readonly operators: number;
}

/**
 * Draws a page, or a part of it, on a new canvas. Form fields and annotations are drawn as they are saved in the file;
 * its scripts do not run.
 *
 * @param atOnce draws in as few tasks as possible, when nothing is visible yet; otherwise yields to the page's thread
 *   in between.
 * @throws what pdf.js throws when it can't be drawn, or when `signal` aborts.
 */
export async function drawPicture(
  page: PDFPageProxy,
  { shape, area, size }: PictureOrder,
  signal: AbortSignal,
  atOnce = false,
): Promise<Picture> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  // Assistive technology uses the page's group and its text.
  canvas.setAttribute('aria-hidden', 'true');
  const ratio = size.width / area.width;
  const viewport = page.getViewport({
    scale: (shape.width * ratio) / page.getViewport({ scale: 1 }).width,
    offsetX: -area.left * ratio,
    offsetY: -area.top * ratio,
  });
  const rest = atOnce ? undefined : yieldWhileDrawing(canvas);
  let operators = 0;
  const task = page.render({
    canvas,
    viewport,
    annotationMode: AnnotationMode.ENABLE,
    operationsFilter: index => {
      operators = index + 1;
      return rest?.(index) ?? true;
    },
  });
  const cancel = (): void => task.cancel();
  signal.addEventListener('abort', cancel);
  try {
    await task.promise;
    signal.throwIfAborted();
    return { canvas, operators };
  } catch (error) {
    dropCanvas(canvas);
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Releases a canvas's memory at once by removing its size; otherwise Safari keeps it until the next collection. */
export function dropCanvas(canvas: HTMLCanvasElement | undefined): void {
  if (canvas === undefined) return;
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}

/** Operators between two checks of the time: at first, and at most. A line of text has three or four. */
const FEW = 10;
const MANY = 50;

/** ms that rasterising what was drawn since the last check should take. */
const SHORT = 2;
const LONG = 6;

/**
 * Makes the browser rasterise a canvas in steps. A browser records drawing operations and rasterises them at the end
 * of the frame: for a page full of text that is one task, far longer than pdf.js measures. Reading a pixel forces
 * rasterisation; pdf.js then notices that its time is up, and yields to the page's thread.
 *
 * @returns a filter for pdf.js, which calls it before each operator to ask whether to draw it: always true.
 */
function yieldWhileDrawing(canvas: HTMLCanvasElement): (index: number) => boolean {
  let stride = FEW;
  let next = FEW;
  return index => {
    if (index < next) return true;
    const began = performance.now();
    canvas.getContext('2d')?.getImageData(0, 0, 1, 1);
    const took = performance.now() - began;
    if (took > LONG) stride = Math.max(FEW, stride / 2);
    else if (took < SHORT) stride = Math.min(MANY, stride * 2);
    next = index + stride;
    return true;
  };
}

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
