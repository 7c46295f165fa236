export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** The largest canvas of iOS, in pixels (16.7 Mpx); beyond it the canvas stays blank without an error. */
const LARGEST_AREA = 4096 * 4096;

/** The longest side that all engines draw, in pixels. */
const LONGEST_SIDE = 32_767;

/**
 * The size of the canvas for a page: one canvas pixel a device pixel, less where the page would be too large
 * for a canvas (the browser then stretches it).
 *
 * @param shape in CSS px.
 * @param pixelRatio device pixels a CSS px.
 */
export function canvasSize({ width, height }: PixelSize, pixelRatio: number): PixelSize {
  const ratio = Math.min(
    pixelRatio,
    Math.sqrt(LARGEST_AREA / (width * height)),
    LONGEST_SIDE / width,
    LONGEST_SIDE / height,
  );
  // Whole pixels where nothing is cut, so that text stays sharp; rounded down where the limit holds.
  const round = ratio === pixelRatio ? Math.round : Math.floor;
  return { width: Math.max(1, round(width * ratio)), height: Math.max(1, round(height * ratio)) };
}
