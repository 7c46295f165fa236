export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** A part of a page, CSS px from its upper left corner. */
export interface PageArea extends PixelSize {
  readonly left: number;
  readonly top: number;
}

/** The largest canvas on iOS, in pixels (16.7 Mpx); a larger one stays blank without an error. */
export const LARGEST_AREA = 4096 * 4096;

/** The longest side that all engines support, in pixels. */
const LONGEST_SIDE = 32_767;

/** A page with more pixels is drawn at low resolution as a whole, and at full resolution where it is visible. */
export const WHOLE_PAGE = 8_000_000;

/** Pixels of a page that is drawn at low resolution. */
const COARSE_PAGE = 2_000_000;

/** Pixels of the full-resolution part over it. */
const SHARP_PART = 8_000_000;

/**
 * The size of a canvas: one canvas pixel per device pixel, or fewer if it would be too large (the browser then
 * scales it up).
 *
 * @param shape in CSS px.
 * @param pixelRatio device pixels per CSS px.
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
  // Rounded to whole pixels, so that text stays sharp; rounded down if the limit applies.
  const round = ratio === pixelRatio ? Math.round : Math.floor;
  return { width: Math.max(1, round(width * ratio)), height: Math.max(1, round(height * ratio)) };
}

/** Whether the whole page is drawn at full resolution. `most` is its limit of pixels, at most `WHOLE_PAGE`. */
export function isDrawnWhole({ width, height }: PixelSize, pixelRatio: number, most: number): boolean {
  const ratio = pixelRatio ** 2;
  return width * height * ratio <= most && Math.max(width, height) * pixelRatio <= LONGEST_SIDE;
}

/** The canvas of a whole page. */
export function pageCanvasSize(shape: PixelSize, pixelRatio: number, most: number): PixelSize {
  return canvasSize(shape, pixelRatio, isDrawnWhole(shape, pixelRatio, most) ? most : COARSE_PAGE);
}

/**
 * The part of a page to draw at full resolution: the visible part, and around it as much as memory allows, so that
 * scrolling does not need a new drawing at once.
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

/** Whether one part of a page is within another. */
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
 * Calls `onChange` when the device pixel ratio changes, because the window moved to another screen or the browser's
 * zoom changed. There is no event for it, so it listens to a media query for the current ratio.
 *
 * @param signal stops listening.
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
