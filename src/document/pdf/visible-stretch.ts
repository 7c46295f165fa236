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
