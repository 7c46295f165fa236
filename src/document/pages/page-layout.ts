import type { PixelSize } from './canvas-size.ts';

/** Where a page is: CSS px from the top of the list, at `scale` times its natural size. */
export interface PageBox extends PixelSize {
  readonly top: number;
  readonly scale: number;
}

/** A position in the document that does not depend on the zoom. */
export interface Place {
  readonly index: number;
  /** How far down the page, 0 to 1. */
  readonly fraction: number;
  /** The distance above (negative) or below the page, CSS px: gaps do not scale with the zoom. */
  readonly rest: number;
}

export interface LayoutOptions {
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

  placeAt(y: number): Place {
    const index = this.pageAt(y);
    const { top, height } = this.box(index);
    const fraction = Math.min(1, Math.max(0, (y - top) / height));
    return { index, fraction, rest: y - top - fraction * height };
  }

  heightOf({ index, fraction, rest }: Place): number {
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
