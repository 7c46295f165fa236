import type { PixelSize } from './canvas-size.ts';
import type { ListSurface } from './page-scroller.ts';
import { fitScale, leastScale } from './zoom.ts';

/** What the styles leave for the pages, CSS px; `fit` is the scale that fills the width, `least` the smallest. */
export interface PageRoom {
  readonly width: number;
  readonly fit: number;
  readonly least: number;
  readonly top: number;
  readonly gap: number;
}

/**
 * Reads the room from the page's styles; that costs a layout, so once an arrangement.
 *
 * @param first the first page's natural size (96 dpi, as turned), CSS px.
 */
export function measureRoom({ scroller, pages }: ListSurface, first: PixelSize): PageRoom {
  const style = getComputedStyle(pages);
  const width = Math.max(1, scroller.clientWidth - px(style.paddingLeft) - px(style.paddingRight));
  const fit = fitScale(width, first.width);
  const gap = px(style.rowGap);
  const least = leastScale(fit, first.height, { height: scroller.clientHeight, gap });
  return { width, fit, least, top: px(style.paddingTop), gap };
}

/** A computed length; `normal` is nothing. */
function px(length: string): number {
  return Number.parseFloat(length) || 0;
}
