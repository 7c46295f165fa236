import type { PDFPageProxy } from 'pdfjs-dist';
import { boxAround, type Box, type PixelBox } from '../covering/page-area.ts';

/** Of what is above and below an area, and beside the page, in points. */
const MARGIN = 80;
const PIXELS_PER_POINT = 2;
/** In fewer, a line of a point can't be told from paper. */
const LEAST_PIXELS_PER_POINT = 0.25;
const MOST_PIXELS = 4_000_000;

/** A part of a page, in pixels. */
export interface Frame {
  readonly viewport: ReturnType<PDFPageProxy['getViewport']>;
  /** To be applied to the viewport. */
  readonly transform: readonly [number, number, number, number, number, number];
  readonly width: number;
  readonly height: number;
  readonly area: PixelBox;
  readonly pixelsPerPoint: number;
}

/**
 * An area of a page and what is around it, from one side of the page to the other: a line is judged on its whole length.
 * The area takes whole pixels, so that what is in it and what is beside it never share one.
 * @throws RangeError for an area that is too large, or none
 */
export function frameOf(page: PDFPageProxy, box: Box | undefined): Frame {
  const [left = NaN, top = NaN, right = NaN, bottom = NaN] = boxInPoints(page, box);
  const start = Math.min(left, 0) - MARGIN;
  const end = Math.max(right, page.getViewport({ scale: 1 }).width) + MARGIN;
  const [width, height] = [end - start, bottom - top + 2 * MARGIN];
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(MOST_PIXELS / (width * height)));
  if (!(scale >= LEAST_PIXELS_PER_POINT)) throw new RangeError('The area is too large.');
  const [across, along] = [wholePixels((right - left) * scale), wholePixels((bottom - top) * scale)];
  const area = {
    left: Math.ceil((left - start) * scale * across.stretch),
    top: Math.ceil(MARGIN * scale * along.stretch),
  };
  return {
    viewport: page.getViewport({ scale, offsetX: -left * scale, offsetY: -top * scale }),
    transform: [across.stretch, 0, 0, along.stretch, area.left, area.top],
    width: area.left + Math.ceil((end - left) * scale * across.stretch),
    height: area.top + Math.ceil((bottom - top + MARGIN) * scale * along.stretch),
    area: { ...area, right: area.left + across.pixels, bottom: area.top + along.pixels },
    pixelsPerPoint: scale,
  };
}

/** In how many pixels a length is drawn, and how much longer that makes it. */
function wholePixels(length: number): { readonly pixels: number; readonly stretch: number } {
  const pixels = Math.ceil(length);
  // Of a few pixels the stretch would show.
  return { pixels, stretch: pixels < LEAST_STRETCHED ? 1 : pixels / length };
}

const LEAST_STRETCHED = 10;

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
