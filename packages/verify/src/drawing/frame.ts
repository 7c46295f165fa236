import type { PDFPageProxy } from 'pdfjs-dist';
import { boxAround, type Box, type PixelBox } from '../covering/page-area.ts';

/** Of surroundings that are drawn with an area, in points: how far a line goes on is seen there. */
const MARGIN = 80;
const PIXELS_PER_POINT = 2;
/** In fewer, a line of a point can't be told from paper. */
const LEAST_PIXELS_PER_POINT = 0.25;
const MOST_PIXELS = 4_000_000;

/** A part of a page, in pixels. */
export interface Frame {
  readonly viewport: ReturnType<PDFPageProxy['getViewport']>;
  readonly width: number;
  readonly height: number;
  readonly area: PixelBox;
  readonly pixelsPerPoint: number;
}

/** An area of a page and what is around it. @throws RangeError for an area that is too large, or none */
export function frameOf(page: PDFPageProxy, box: Box | undefined): Frame {
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] = boxInPoints(page, box);
  const [width, height] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(MOST_PIXELS / (width * height)));
  if (!(scale >= LEAST_PIXELS_PER_POINT)) throw new RangeError('The area is too large.');
  const margin = MARGIN * scale;
  return {
    viewport: page.getViewport({
      scale,
      offsetX: Math.round(margin) - left * scale,
      offsetY: Math.round(margin) - top * scale,
    }),
    width: Math.ceil(width * scale),
    height: Math.ceil(height * scale),
    area: {
      left: Math.round(margin),
      top: Math.round(margin),
      right: Math.ceil(Math.round(margin) + (right - left) * scale),
      bottom: Math.ceil(Math.round(margin) + (bottom - top) * scale),
    },
    pixelsPerPoint: scale,
  };
}

/** Where a box is on the page as it is turned, in points from the upper left corner: left, top, right, bottom. */
function boxInPoints(page: PDFPageProxy, box: Box | undefined): readonly number[] {
  if (box === undefined) return [];
  const [left, bottom, right, top] = box;
  const viewport = page.getViewport({ scale: 1 });
  const corners = [
    viewport.convertToViewportPoint(left, bottom),
    viewport.convertToViewportPoint(right, top),
  ];
  return boxAround(corners.flat().map(Number));
}
