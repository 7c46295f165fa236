import type { PageArea, PixelSize } from './canvas-size.ts';
import { littleByLittle } from './drawing-pace.ts';
import { AnnotationMode, type PDFPageProxy } from './pdfjs.ts';

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
  const rest = atOnce ? undefined : littleByLittle(canvas);
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
