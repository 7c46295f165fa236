import type { PixelSize } from './canvas-size.ts';
import { fitScale, leastScale } from './zoom.ts';

/**
 * The list's elements: `pages` is inside `scroller`; padding and row gap are read from its style. While something
 * covers it, `scroller` is inert and its pages don't count as seen.
 */
export interface ListSurface {
  readonly scroller: HTMLElement;
  readonly pages: HTMLElement;
}

/** What the styles leave for the pages, CSS px; `fit` is the scale that fills the width, `least` the smallest. */
export interface ViewportMetrics {
  readonly width: number;
  readonly fit: number;
  readonly least: number;
  readonly top: number;
  readonly gap: number;
}

/**
 * Reads the metrics from computed styles. That forces a layout: call it once per layout of the pages.
 *
 * @param first the first page's natural size (96 dpi, rotated), CSS px.
 */
export function measureViewport({ scroller, pages }: ListSurface, first: PixelSize): ViewportMetrics {
  const style = getComputedStyle(pages);
  const width = Math.max(1, scroller.clientWidth - px(style.paddingLeft) - px(style.paddingRight));
  const fit = fitScale(width, first.width);
  const gap = px(style.rowGap);
  const least = leastScale(fit, first.height, { height: scroller.clientHeight, gap });
  return { width, fit, least, top: px(style.paddingTop), gap };
}

/** A computed length in px; 0 for `normal`. */
function px(length: string): number {
  return Number.parseFloat(length) || 0;
}
