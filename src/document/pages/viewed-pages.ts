/** The most that counts between two frames, ms: a hidden tab has no frames. */
const LONGEST_FRAME = 1000;

/**
 * Waits until the page has been visible for a time. pdf.js paints in animation frames, which a hidden tab doesn't have,
 * so hidden time must not count.
 *
 * @param time ms.
 * @param signal stops waiting; the promise then never settles.
 * @param longest the most that counts between two frames, ms.
 */
export function shownTime(time: number, signal: AbortSignal, longest = LONGEST_FRAME): Promise<void> {
  return new Promise(resolve => {
    let spent = 0;
    let last: number | undefined;
    const count = (now: number): void => {
      spent += Math.min(now - (last ?? now), longest);
      last = now;
      if (spent >= time) resolve();
      else frame = requestAnimationFrame(count);
    };
    let frame = requestAnimationFrame(count);
    signal.addEventListener('abort', () => cancelAnimationFrame(frame), { once: true });
  });
}

/** A time limit that counts only while the page is visible. */
export class TimeLimit {
  /** Settles when the time is up. */
  readonly exceeded: Promise<void>;
  readonly #time: number;
  #exceed!: () => void;
  #counting = new AbortController();
  /** How many waits are under way that do not count. */
  #waits = 0;
  #isOver = false;

  /** @param time ms. */
  constructor(time: number) {
    this.#time = time;
    this.exceeded = new Promise(resolve => (this.#exceed = resolve));
    this.#start();
  }

  /** Restarts the limit after the work: time that a person or a download takes does not count. */
  async without<Result>(answer: Promise<Result>): Promise<Result> {
    this.#waits += 1;
    this.#counting.abort();
    try {
      return await answer;
    } finally {
      this.#waits -= 1;
      this.#start();
    }
  }

  end(): void {
    this.#isOver = true;
    this.#counting.abort();
  }

  #start(): void {
    if (this.#isOver || this.#waits > 0) return;
    this.#counting = new AbortController();
    void shownTime(this.#time, this.#counting.signal).then(this.#exceed);
  }
}

/** A range of the scrolled content, CSS px from its beginning. */
interface Stretch {
  readonly top: number;
  readonly height: number;
}

/** Thresholds of the pane's visible fraction at which it is measured again. */
const STEPS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

const NOTHING: Stretch = { top: 0, height: 0 };

/** The part of a scrolling element that is visible in the window, which may cut it off or not show it at all. */
export class VisibleStretch {
  readonly #scroller: HTMLElement;
  readonly #observer: IntersectionObserver;
  /** What the window hides above and below, CSS px. */
  #cut: { readonly above: number; readonly below: number } | undefined;

  /** @param onChange called when more or less of the element is visible in the window; not when it is scrolled. */
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

  /** Empty when nothing is visible, also when something covers the element, which is inert then. */
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
 * ms for which a page must be visible to count as viewed, so that pages scrolled past don't. The advertising industry
 * also requires one second for half a picture (MRC, Viewable Ad Impression Measurement Guidelines, 2014).
 */
const DWELL = 1000;

/** The most that counts between two frames, ms: nothing is seen while the tab is hidden. */
const LONGEST_SEEN_FRAME = 250;

/** A page that covers this fraction of the pane fills it; the rest is margin. */
const FILLED = 0.8;

/** Whether enough of a page is visible to be read: half of it, or as much as fits the pane. */
export function isInSight(page: Stretch, seen: Stretch, pane: number): boolean {
  const overlap = Math.min(page.top + page.height, seen.top + seen.height) - Math.max(page.top, seen.top);
  return overlap > 0 && (overlap >= page.height / 2 || overlap >= Math.min(pane, innerHeight) * FILLED);
}

/** The pages that were visible long enough, from 1. */
export class ViewedPages {
  readonly #onViewed: (pages: ReadonlySet<number>) => void;
  readonly #viewed = new Set<number>();
  readonly #dwelling = new Map<number, AbortController>();

  /** @param onViewed called with all of them when there is one more. */
  constructor(onViewed: (pages: ReadonlySet<number>) => void) {
    this.#onViewed = onViewed;
  }

  /** Sets the pages that are visible now. */
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
    await shownTime(DWELL, left.signal, LONGEST_SEEN_FRAME);
    if (left.signal.aborted) return;
    this.#dwelling.delete(page);
    this.#viewed.add(page);
    this.#onViewed(new Set(this.#viewed));
  }
}
