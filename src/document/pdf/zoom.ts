/** The levels of the zoom buttons; 1 is the PDF's natural size at 96 dpi (1 pt = 4/3 CSS px). */
const LEVELS = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
const SMALLEST = LEVELS[0];
const LARGEST = 4;

/** Between levels that are nearer than this to the present one, the button would seem to do nothing. */
const NOTICEABLE = 1.03;

/** Outside the levels (a page of metres fitted to a phone) the buttons multiply by this. */
const BEYOND = 1.5;

/**
 * The scale at which a page fills the width: at most the largest level, so that a page the size of a stamp does
 * not become a poster; without a smallest, so that the widest plan is seen whole.
 *
 * @param available width for the page, CSS px.
 * @param natural the page's width at scale 1, CSS px.
 */
export function fitScale(available: number, natural: number): number {
  return Math.min(LARGEST, available / natural);
}

/** Whether the buttons still have something to do. */
export function canZoom(scale: number, fit: number, direction: 1 | -1): boolean {
  return direction === 1 ? scale < LARGEST : scale > Math.min(SMALLEST, fit);
}

/** The next scale in a direction: 25 % to 400 %, and down to the fitting scale where that is less. */
export function nextZoom(scale: number, fit: number, direction: 1 | -1): number {
  if (!canZoom(scale, fit, direction)) return scale;
  if (direction === 1) {
    if (scale * BEYOND < SMALLEST) return scale * BEYOND;
    return LEVELS.find(level => level >= scale * NOTICEABLE) ?? LARGEST;
  }
  const below = LEVELS.findLast(level => level <= scale / NOTICEABLE);
  return below ?? Math.max(scale / BEYOND, Math.min(SMALLEST, fit));
}

/** A scale as near to the wanted one as the limits allow. */
export function clampZoom(scale: number, fit: number): number {
  return Math.min(LARGEST, Math.max(Math.min(SMALLEST, fit), scale));
}
