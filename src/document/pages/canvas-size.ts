export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A part of a page, CSS px from its upper left corner. */
export interface PageArea extends PixelSize {
  readonly left: number;
  readonly top: number;
}

/** The largest canvas of iOS, in pixels (16.7 Mpx); beyond it the canvas stays blank without an error. */
export const LARGEST_AREA = 4096 * 4096;

/** The longest side that all engines draw, in pixels. */
const LONGEST_SIDE = 32_767;

/** A page that would take more pixels is drawn coarsely as a whole, and sharply where it is in sight. */
export const WHOLE_PAGE = 8_000_000;

/** The pixels of a page that is drawn coarsely. */
const COARSE_PAGE = 2_000_000;

/** The pixels of what is drawn sharply over it. */
const SHARP_PART = 8_000_000;

/**
 * The size of a canvas: one canvas pixel a device pixel, less where it would be too large (the browser then
 * stretches it).
 *
 * @param shape in CSS px.
 * @param pixelRatio device pixels a CSS px.
 * @param most how many pixels it may have.
 */
export function canvasSize(
  { width, height }: PixelSize,
  pixelRatio: number,
  most: number = LARGEST_AREA,
): PixelSize {
  const ratio = Math.min(
    pixelRatio,
    Math.sqrt(most / (width * height)),
    LONGEST_SIDE / width,
    LONGEST_SIDE / height,
  );
  // Whole pixels where nothing is cut, so that text stays sharp; rounded down where the limit holds.
  const round = ratio === pixelRatio ? Math.round : Math.floor;
  return { width: Math.max(1, round(width * ratio)), height: Math.max(1, round(height * ratio)) };
}

/** Whether a page is drawn sharply as a whole. `most` is what it may take, at most `WHOLE_PAGE`. */
export function isDrawnWhole({ width, height }: PixelSize, pixelRatio: number, most: number): boolean {
  const ratio = pixelRatio ** 2;
  return width * height * ratio <= most && Math.max(width, height) * pixelRatio <= LONGEST_SIDE;
}

/** The canvas of a whole page. */
export function pageCanvasSize(shape: PixelSize, pixelRatio: number, most: number): PixelSize {
  return canvasSize(shape, pixelRatio, isDrawnWhole(shape, pixelRatio, most) ? most : COARSE_PAGE);
}

/**
 * The part of a page to draw sharply: what is in sight, and around it as much again as memory allows, so that
 * reading on does not need a new drawing at once.
 */
export function sharpArea(page: PixelSize, seen: PageArea, pixelRatio: number): PageArea {
  const pixels = seen.width * seen.height * pixelRatio ** 2;
  const spare = Math.min(2, Math.max(1, Math.sqrt(SHARP_PART / pixels)));
  const left = Math.max(0, Math.floor(seen.left - (seen.width * (spare - 1)) / 2));
  const top = Math.max(0, Math.floor(seen.top - (seen.height * (spare - 1)) / 2));
  return {
    left,
    top,
    width: Math.max(1, Math.min(page.width - left, Math.ceil(seen.width * spare))),
    height: Math.max(1, Math.min(page.height - top, Math.ceil(seen.height * spare))),
  };
}

/** The canvas of a part of a page. */
export function partCanvasSize(area: PageArea, pixelRatio: number): PixelSize {
  return canvasSize(area, pixelRatio, SHARP_PART);
}

/** Whether one part of a page lies within another. */
export function holds(outer: PageArea, inner: PageArea): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.left + outer.width >= inner.left + inner.width &&
    outer.top + outer.height >= inner.top + inner.height
  );
}

/** Lays an element over an area of a page, as shares of it: so it stays where it belongs while the page grows. */
export function placeOver(element: HTMLElement, area: PageArea, { width, height }: PixelSize): void {
  element.style.left = `${(100 * area.left) / width}%`;
  element.style.top = `${(100 * area.top) / height}%`;
  element.style.width = `${(100 * area.width) / width}%`;
  element.style.height = `${(100 * area.height) / height}%`;
}

/**
 * Tells when a CSS pixel gets another number of device pixels: the window has moved to another screen, or the
 * browser's zoom has changed. No event says so; a query for the present ratio that no longer holds does.
 *
 * @param signal ends it.
 */
export function followPixelRatio(onChange: () => void, signal: AbortSignal): void {
  const wait = (): void => {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        wait();
        onChange();
      },
      { once: true, signal },
    );
  };
  wait();
}
