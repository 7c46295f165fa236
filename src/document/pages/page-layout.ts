/** Where pages lie, and which of them are in sight. */
import type { PixelSize } from './canvas-size.ts';

/** Where a page is: CSS px from the top of the list, at `scale` times its natural size. */
export interface PageBox extends PixelSize {
  readonly top: number;
  readonly scale: number;
}

/** A position in the document that does not depend on the zoom. */
export interface ReadingPosition {
  readonly index: number;
  /** How far down the page, 0 to 1. */
  readonly fraction: number;
  /** The distance above (negative) or below the page, CSS px: gaps do not scale with the zoom. */
  readonly rest: number;
}

interface LayoutOptions {
  readonly scale: number;
  /** A wider page is scaled down to it; `Infinity` if the reader may scroll sideways. */
  readonly maxWidth: number;
  /** Above the first page and below the last, CSS px. */
  readonly top: number;
  /** Between pages, CSS px. */
  readonly gap: number;
}

/**
 * The layout of the pages, one below the other, computed without the browser. The boxes are whole CSS px, so that a
 * canvas fits them exactly. There is at least one page.
 */
export class PageLayout {
  readonly boxes: readonly PageBox[];

  /** @param sizes the pages' natural sizes (96 dpi, as turned), CSS px. */
  constructor(sizes: readonly PixelSize[], { scale, maxWidth, top, gap }: LayoutOptions) {
    let next = top;
    this.boxes = sizes.map(({ width, height }) => {
      const own = Math.min(scale, maxWidth / width);
      const box = {
        top: next,
        scale: own,
        width: Math.max(1, Math.round(width * own)),
        height: Math.max(1, Math.round(height * own)),
      };
      next += box.height + gap;
      return box;
    });
  }

  /** From the top of the list to the end of the last page, CSS px. */
  get height(): number {
    const { top, height } = this.box(this.boxes.length - 1);
    return top + height;
  }

  /** The page at a height; in a gap, the page above it. */
  pageAt(y: number): number {
    let low = 0;
    let high = this.boxes.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.box(middle).top <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  placeAt(y: number): ReadingPosition {
    const index = this.pageAt(y);
    const { top, height } = this.box(index);
    const fraction = Math.min(1, Math.max(0, (y - top) / height));
    return { index, fraction, rest: y - top - fraction * height };
  }

  heightOf({ index, fraction, rest }: ReadingPosition): number {
    const { top, height } = this.box(index);
    return top + fraction * height + rest;
  }

  /** The first and the last page in a range of heights. */
  pagesIn(top: number, bottom: number): { first: number; last: number } {
    const above = this.pageAt(top);
    const { top: start, height } = this.box(above);
    const last = this.pageAt(bottom);
    // The top may be in the gap below a page.
    return { first: Math.min(last, start + height < top ? above + 1 : above), last };
  }

  box(index: number): PageBox {
    const box = this.boxes[index];
    if (box === undefined) throw new RangeError(`There is no page ${index + 1}.`);
    return box;
  }
}

/** Maximum number of canvases; while one is redrawn there is one more. */
const MOST_CANVASES = 11;

/** Canvas pixels kept in addition to the visible pages (4 bytes each). */
const SPARE_PIXELS = 20_000_000;

/** The cost of keeping a page drawn. */
export interface PageCost {
  readonly pixels: number;
  readonly canvases: number;
}

/**
 * The pages to keep drawn, in order of priority: the visible ones, from the middle outwards, then one screen ahead and
 * behind as far as memory allows.
 *
 * @param view the visible range of heights, CSS px of the layout.
 * @param costOf the cost of a page; `inSight` is true if a part of it is visible.
 */
export function nearPages(
  layout: PageLayout,
  view: { readonly top: number; readonly height: number },
  costOf: (index: number, inSight: boolean) => PageCost,
): readonly number[] {
  const { top, height } = view;
  const seen = layout.pagesIn(top, top + height);
  const around = layout.pagesIn(top - height, top + 2 * height);
  const middle = layout.pageAt(top + height / 2);
  const inSight = (index: number) => index >= seen.first && index <= seen.last;
  const candidates: number[] = [];
  for (let index = around.first; index <= around.last; index += 1) candidates.push(index);
  candidates.sort(
    (a, b) => Number(inSight(b)) - Number(inSight(a)) || Math.abs(a - middle) - Math.abs(b - middle) || b - a,
  );
  let spare = SPARE_PIXELS;
  let canvases = MOST_CANVASES;
  return candidates.filter(index => {
    const isSeen = inSight(index);
    const cost = costOf(index, isSeen);
    if (!isSeen) spare -= cost.pixels;
    canvases -= cost.canvases;
    return canvases >= 0 && (isSeen || spare >= 0);
  });
}

/** Distance from the edges at which something counts as well visible, CSS px. */
const EDGE = 24;

/** Scrolls an element, if needed, until a rectangle of the browser's window is well visible. */
export function reveal(scroller: HTMLElement, { left, right, top, bottom }: DOMRect): void {
  const view = scroller.getBoundingClientRect();
  const insideY = top >= view.top + EDGE && bottom <= view.top + scroller.clientHeight - EDGE;
  const insideX = left >= view.left && right <= view.left + scroller.clientWidth;
  if (!insideY) scroller.scrollTop += (top + bottom) / 2 - (view.top + scroller.clientHeight / 2);
  if (!insideX) scroller.scrollLeft += (left + right) / 2 - (view.left + scroller.clientWidth / 2);
}
