import type { PageLayout } from './page-layout.ts';

/** Pages that are kept drawn; while one is redrawn there is one canvas more. */
const MOST_PAGES = 11;

/** Canvas pixels kept beyond the pages in sight (4 bytes each). */
const SPARE_PIXELS = 24_000_000;

/**
 * The pages to keep drawn, the most wanted first: those in sight, from the middle outwards, then one screen
 * ahead and behind as far as memory allows.
 *
 * @param view the stretch in sight, CSS px of the layout.
 * @param pixelsOf how many canvas pixels a page takes.
 */
export function nearPages(
  layout: PageLayout,
  view: { readonly top: number; readonly height: number },
  pixelsOf: (index: number) => number,
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
  return candidates.slice(0, MOST_PAGES).filter(index => {
    if (inSight(index)) return true;
    spare -= pixelsOf(index);
    return spare >= 0;
  });
}
