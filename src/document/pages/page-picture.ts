import type { PageArea, PixelSize } from './canvas-size.ts';
import { AnnotationMode, type PDFPageProxy } from '../pdf/pdfjs.ts';

export interface PictureOrder {
  /** The page's size on the screen, CSS px. */
  readonly shape: PixelSize;
  /** What of it is to be drawn, CSS px. */
  readonly area: PageArea;
  /** The canvas that the area gets. */
  readonly size: PixelSize;
}

export interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** How much there was to draw. */
  readonly operators: number;
}

/**
 * Draws a page, or a part of it, on a new canvas. Form fields and annotations are drawn as they are saved in the
 * file, and no script of it is run.
 *
 * @param atOnce in as few tasks as possible, for who has nothing to look at yet; otherwise the page's thread gets
 *   turns in between.
 * @throws what pdf.js throws when it can't be drawn, or when `signal` ended it.
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
  // The page's group and its words speak for it.
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

/** A canvas without size gives its memory back at once; Safari keeps it otherwise until the next collection. */
export function dropCanvas(canvas: HTMLCanvasElement | undefined): void {
  if (canvas === undefined) return;
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}

/** Operators between two looks at the time: at first, and at most. A line of text is three or four. */
const FEW = 10;
const MANY = 50;

/** How long the pixels of what was drawn since the last look should take, ms. */
const SHORT = 2;
const LONG = 6;

/**
 * Has a canvas drawn little by little. A browser only notes down what is drawn, and makes pixels of it when the
 * frame ends: for a page full of letters that is one task, far longer than pdf.js believes that it takes. Reading a
 * pixel makes them at once; pdf.js then sees its time pass, and lets the page's thread have a turn in between.
 *
 * @returns for pdf.js, which asks it before each operator of a page whether to draw it: always yes.
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
