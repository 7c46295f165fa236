/** The levels of the zoom buttons; 1 is the PDF's natural size at 96 dpi (1 pt = 4/3 CSS px). */
const LEVELS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
const SMALLEST = LEVELS[0];
const LARGEST = 4;

/** A level nearer than this to the current scale is skipped: the button would seem to do nothing. */
const NOTICEABLE = 1.03;

/** One less than the number of canvases kept, because two pages are cut by the edges. */
const MOST_IN_SIGHT = 9;

/** The buttons' factor outside the levels, for example for a page of several metres fitted to a phone. */
const BEYOND = 1.5;

/**
 * The scale at which a page fills the width: at most the largest level, for very small pages; without a minimum, so
 * that the widest plan is visible as a whole.
 *
 * @param available width for the page, CSS px.
 * @param natural the page's width at scale 1, CSS px.
 */
export function fitScale(available: number, natural: number): number {
  return Math.min(LARGEST, available / natural);
}

/**
 * The smallest scale: 25 %; less if a page fits the width only then; more if a tall pane would show more pages at once
 * than are kept drawn.
 *
 * @param fit the scale that fills the width.
 * @param page the height of a page at scale 1, CSS px.
 * @param pane the height available, and the gap between pages, CSS px.
 */
export function leastScale(
  fit: number,
  page: number,
  pane: { readonly height: number; readonly gap: number },
): number {
  return Math.min(fit, Math.max(SMALLEST, (pane.height / MOST_IN_SIGHT - pane.gap) / page));
}

/** Whether a button would change the scale. */
export function canZoom(scale: number, least: number, direction: 1 | -1): boolean {
  return direction === 1 ? scale < LARGEST : scale > least;
}

/** The next scale in a direction, up to 400 % and down to the smallest. */
export function nextZoom(scale: number, least: number, direction: 1 | -1): number {
  if (!canZoom(scale, least, direction)) return scale;
  if (direction === 1) {
    if (scale * BEYOND < SMALLEST) return scale * BEYOND;
    return LEVELS.find(level => level >= scale * NOTICEABLE) ?? LARGEST;
  }
  const below = LEVELS.findLast(level => level <= scale / NOTICEABLE);
  return Math.max(least, below ?? scale / BEYOND);
}

/** The wanted scale, clamped to the limits. */
export function clampZoom(scale: number, least: number): number {
  return Math.min(LARGEST, Math.max(least, scale));
}
