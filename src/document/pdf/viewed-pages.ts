import { shownTime } from './shown-time.ts';
import type { Stretch } from './visible-stretch.ts';

/**
 * How long a page must be in sight to count, ms. What is flung past is not seen: a second is also what the
 * advertising trade asks of half a picture (MRC, Viewable Ad Impression Measurement Guidelines, 2014).
 */
const DWELL = 1000;

/** What counts at most between two frames, ms: while the tab is hidden nobody sees anything. */
const LONGEST_FRAME = 250;

/** A page that takes this share of what there is to see fills it; the rest is the margin around pages. */
const FILLED = 0.8;

/** Whether so much of a page is in sight that it can be read: half of it, or as much as the pane holds. */
export function isInSight(page: Stretch, seen: Stretch, pane: number): boolean {
  const overlap = Math.min(page.top + page.height, seen.top + seen.height) - Math.max(page.top, seen.top);
  return overlap > 0 && (overlap >= page.height / 2 || overlap >= Math.min(pane, innerHeight) * FILLED);
}

/** The pages that have been in sight for a while, each from 1. */
export class ViewedPages {
  readonly #onViewed: (pages: ReadonlySet<number>) => void;
  readonly #viewed = new Set<number>();
  readonly #dwelling = new Map<number, AbortController>();

  /** @param onViewed called with all of them when one more counts. */
  constructor(onViewed: (pages: ReadonlySet<number>) => void) {
    this.#onViewed = onViewed;
  }

  /** These are in sight now, and no others. */
  see(pages: ReadonlySet<number>): void {
    for (const [page, left] of this.#dwelling) {
      if (pages.has(page)) continue;
      left.abort();
      this.#dwelling.delete(page);
    }
    for (const page of pages) {
      if (!this.#viewed.has(page) && !this.#dwelling.has(page)) void this.#dwell(page);
    }
  }

  close(): void {
    this.see(new Set());
  }

  async #dwell(page: number): Promise<void> {
    const left = new AbortController();
    this.#dwelling.set(page, left);
    await shownTime(DWELL, left.signal, LONGEST_FRAME);
    if (left.signal.aborted) return;
    this.#dwelling.delete(page);
    this.#viewed.add(page);
    this.#onViewed(new Set(this.#viewed));
  }
}
