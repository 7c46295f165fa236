import type { PageLayout } from './page-layout.ts';

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
