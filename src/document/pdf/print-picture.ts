import { unlessAborted } from '../../support/unless-aborted.ts';
import { canvasSize } from './canvas-size.ts';
import { strokeBorders } from './link-borders.ts';
import { linkAnnotations } from './page-links.ts';
import { drawPicture, dropCanvas } from './page-picture.ts';
import type { PDFPageProxy } from './pdfjs.ts';

/** What is printed is as sharp as this, dots an inch: letters of 6 pt can be read. */
const DOTS = 150;

/** Points of a PDF an inch. */
const POINTS = 72;

/** The most pixels of a page (A2 at 150 dots an inch); a larger one is printed coarser. */
const MOST_PIXELS = 8_000_000;

/** PNG keeps letters clean, and of a scan it makes megabytes: what is larger becomes a JPEG, bytes. */
const LARGEST_PNG = 500_000;

const JPEG_QUALITY = 0.85;

/** A page for the printer: its size in points, as turned. */
export interface PrintPicture {
  readonly picture: Blob;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws a page as it is shown, for paper. One canvas lives meanwhile, at most 8 Mpx; what is left is its file.
 *
 * @throws what pdf.js throws when it can't be drawn, or when `signal` ended it.
 */
export async function drawForPrint(page: PDFPageProxy, signal: AbortSignal): Promise<PrintPicture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const shape = { width, height };
  const size = canvasSize(shape, DOTS / POINTS, MOST_PIXELS);
  // The worker looks for them while it is at the page. A page whose links can't be read is printed without borders.
  const links = linkAnnotations(page).catch(() => []);
  const canvas = await drawPicture(page, { shape, area: { left: 0, top: 0, ...shape }, size }, signal);
  try {
    strokeBorders(page, await unlessAborted(links, signal), canvas);
    const png = await encode(canvas, 'image/png');
    const picture = png.size <= LARGEST_PNG ? png : await encode(canvas, 'image/jpeg', JPEG_QUALITY);
    return { picture, width, height };
  } finally {
    dropCanvas(canvas);
  }
}

function encode(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null): void => {
      if (blob === null) reject(new Error('The page’s picture could not be encoded.'));
      else resolve(blob);
    };
    canvas.toBlob(take, type, quality);
  });
}
