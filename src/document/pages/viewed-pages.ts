import { shownTime } from './visible-time.ts';

/** A stretch of what scrolls, CSS px from its beginning. */
export interface Stretch {
  readonly top: number;
  readonly height: number;
}

/** What part of a pane must be seen for the part to be known anew. */
const STEPS = Array.from({ length: 11 }, (_, step) => step / 10);

const NOTHING: Stretch = { top: 0, height: 0 };

/** What is really seen of a scrolling element: it may itself be cut by the window, or be out of it altogether. */
export class VisibleStretch {
  readonly #scroller: HTMLElement;
  readonly #observer: IntersectionObserver;
  /** What the window hides above and below, CSS px. */
  #cut: { readonly above: number; readonly below: number } | undefined;

  /** @param onChange called when the window shows more or less of the element; not when it is scrolled. */
  constructor(scroller: HTMLElement, onChange: () => void) {
    this.#scroller = scroller;
    this.#observer = new IntersectionObserver(
      entries => {
        this.#cut = cutOf(entries.at(-1));
        onChange();
      },
      { threshold: STEPS },
    );
    this.#observer.observe(scroller);
  }

  /** Without height when nothing is seen: also where something covers the element, which is inert then. */
  get now(): Stretch {
    const { scrollTop, clientHeight, inert } = this.#scroller;
    if (inert || this.#cut === undefined) return NOTHING;
    const { above, below } = this.#cut;
    return { top: scrollTop + above, height: Math.max(0, clientHeight - above - below) };
  }

  close(): void {
    this.#observer.disconnect();
  }
}

function cutOf(
  entry: IntersectionObserverEntry | undefined,
): { readonly above: number; readonly below: number } | undefined {
  if (entry?.isIntersecting !== true) return undefined;
  const { boundingClientRect: whole, intersectionRect: seen } = entry;
  return { above: seen.top - whole.top, below: whole.bottom - seen.bottom };
}

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
