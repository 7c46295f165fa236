import type { PageLayout } from './page-layout.ts';

/** Canvases that are kept; while one is redrawn there is one more. */
const MOST_CANVASES = 11;

/** Canvas pixels kept beyond the pages in sight (4 bytes each). */
const SPARE_PIXELS = 20_000_000;

/** What a page costs that is kept drawn. */
export interface PageCost {
  readonly pixels: number;
  readonly canvases: number;
}

/**
 * The pages to keep drawn, the most wanted first: those in sight, from the middle outwards, then one screen
 * ahead and behind as far as memory allows.
 *
 * @param view the stretch in sight, CSS px of the layout.
 * @param costOf what a page takes; `inSight` tells whether a part of it is seen.
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
  const candidates = Array.from({ length: around.last - around.first + 1 }, (_, step) => around.first + step);
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
