/** Scrolling and zooming, and the sizes that they go by. */
import type { Destination } from '../links/destination.ts';
import type { PageArea, PixelSize } from './canvas-size.ts';
import { PageLayout, type ReadingPosition } from './page-layout.ts';

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

/**
 * The list's elements: `pages` is inside `scroller`; padding and row gap are read from its style. While something
 * covers it, `scroller` is inert and its pages don't count as seen.
 */
export interface ListSurface {
  readonly scroller: HTMLElement;
  readonly pages: HTMLElement;
}

/** What the styles leave for the pages, CSS px; `fit` is the scale that fills the width, `least` the smallest. */
interface ViewportMetrics {
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
function measureViewport({ scroller, pages }: ListSurface, first: PixelSize): ViewportMetrics {
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

/** A point of the visible part, CSS px from the scroller's upper left corner. */
export interface ViewPoint {
  readonly x: number;
  readonly y: number;
}

interface ScrollerEvents {
  /** The pages have new boxes. */
  readonly onArranged: (layout: PageLayout) => void;
  /** The visible part or its scale has changed. */
  readonly onMoved: () => void;
}

/** ms after the last step of a pinch after which pages are drawn at their new size. */
const SETTLED = 120;

/** The pages' scale, and which part of them is visible. There is at least one page. */
export class PageScroller {
  readonly #surface: ListSurface;
  readonly #sizes: PixelSize[];
  readonly #events: ScrollerEvents;
  readonly #resized = new ResizeObserver(() => this.#handleResize());
  readonly #closed = new AbortController();
  /** `undefined`: the width is fitted. */
  #zoom: number | undefined;
  #metrics: ViewportMetrics;
  #layout: PageLayout;
  #seen: PixelSize = { width: 0, height: 0 };
  #frame = 0;
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** The page jumped to, until the reader scrolls: on a tall screen the last pages never reach the middle. */
  #jump: { readonly index: number; readonly scrollTop: number } | undefined;

  /** @param sizes the pages' natural sizes (96 dpi, rotated), CSS px. */
  constructor(surface: ListSurface, sizes: readonly PixelSize[], events: ScrollerEvents) {
    this.#surface = surface;
    this.#sizes = [...sizes];
    this.#events = events;
    this.#metrics = measureViewport(this.#surface, this.#first);
    this.#layout = this.#makeLayout();
  }

  /** Scrolls to the beginning, and starts listening to the reader. */
  start(): void {
    const { scroller } = this.#surface;
    const { signal } = this.#closed;
    // Some old libraries give every element another `scrollTo`.
    [scroller.scrollLeft, scroller.scrollTop] = [0, 0];
    scroller.addEventListener('scroll', () => this.#handleScroll(), { passive: true, signal });
    this.#arrange();
    this.#resized.observe(scroller);
  }

  close(): void {
    this.#closed.abort();
    this.#resized.disconnect();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settling);
  }

  get layout(): PageLayout {
    return this.#layout;
  }

  /** The visible range of heights, CSS px of the layout; empty while the list is not displayed. */
  get view(): { readonly top: number; readonly height: number } {
    const { scrollTop, clientHeight, clientWidth } = this.#surface.scroller;
    return { top: scrollTop, height: clientWidth === 0 ? 0 : clientHeight };
  }

  /** The current page: the one in the middle, or the one jumped to. */
  get index(): number {
    const { top, height } = this.view;
    if (this.#jump !== undefined) return this.#jump.index;
    return this.#layout.pageAt(top + height / 2);
  }

  /** The visible part of a page, CSS px from its upper left corner; `undefined` when there is none. */
  seenOf(index: number): PageArea | undefined {
    const { scrollLeft, clientWidth } = this.#surface.scroller;
    const { top, height } = this.view;
    const box = this.#layout.box(index);
    const { left: pageLeft } = this.#acrossOf(index);
    const left = Math.max(0, scrollLeft - pageLeft);
    const right = Math.min(box.width, scrollLeft + clientWidth - pageLeft);
    const upper = Math.max(0, top - box.top);
    const lower = Math.min(box.height, top + height - box.top);
    if (right <= left || lower <= upper) return undefined;
    return { left, top: upper, width: right - left, height: lower - upper };
  }

  /** Whether a pinch or wheel is changing the scale: anything drawn now would soon have the wrong size. */
  get zooming(): boolean {
    return this.#settling !== undefined;
  }

  get scale(): number {
    return this.#layout.box(this.index).scale;
  }

  canZoom(direction: 1 | -1): boolean {
    return canZoom(this.scale, this.#metrics.least, direction);
  }

  /** Zooms a level in (1) or out (-1) around the middle. */
  zoom(direction: 1 | -1): void {
    this.#zoom = nextZoom(this.scale, this.#metrics.least, direction);
    this.#arrangeAroundMiddle();
  }

  /** Zooms to a scale within the limits, around the middle. */
  zoomTo(scale: number): void {
    this.#zoom = clampZoom(scale, this.#metrics.least);
    this.#arrangeAroundMiddle();
  }

  /** A step of a pinch or wheel, around the fingers. Nothing is drawn until they rest. */
  pinchTo(scale: number, point: ViewPoint): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#settling = undefined;
      this.#events.onMoved();
    }, SETTLED);
    this.#zoom = clampZoom(scale, this.#metrics.least);
    this.#arrange(point);
  }

  /** Fits the width, now and whenever the width changes. */
  fitWidth(): void {
    this.#zoom = undefined;
    this.#arrangeAroundMiddle();
  }

  /** Scrolls a position of a page to the upper edge. */
  goTo({ page, fraction }: Destination): void {
    const { scroller } = this.#surface;
    const index = Math.min(this.#sizes.length, Math.max(1, page)) - 1;
    const { top } = this.#layout.box(index);
    const { top: margin } = this.#metrics;
    // The beginning of a page includes the margin above it.
    const rest = fraction === 0 ? Math.min(margin, top) * -1 : 0;
    scroller.scrollTop = this.#layout.heightOf({ index, fraction, rest });
    this.#jump = { index, scrollTop: scroller.scrollTop };
    this.#events.onMoved();
  }

  /** Corrects the size of a page; what is at the upper edge stays there. */
  learnSize(index: number, size: PixelSize): void {
    const known = this.#sizes[index];
    if (known?.width === size.width && known.height === size.height) return;
    this.#sizes[index] = size;
    this.#arrange();
  }

  get #first(): PixelSize {
    return this.#sizes[0] ?? { width: 1, height: 1 };
  }

  #makeLayout(): PageLayout {
    const { fit, width, top, gap } = this.#metrics;
    const maxWidth = this.#zoom === undefined ? width : Infinity;
    return new PageLayout(this.#sizes, { scale: this.#zoom ?? fit, maxWidth, top, gap });
  }

  #arrangeAroundMiddle(): void {
    const { clientWidth, clientHeight, scrollTop } = this.#surface.scroller;
    // At the very top the reader stays there.
    this.#arrange({ x: clientWidth / 2, y: scrollTop <= 0 ? 0 : clientHeight / 2 });
  }

  /** Lays out the pages again; what is at `anchor` stays there. */
  #arrange(anchor: ViewPoint = { x: this.#surface.scroller.clientWidth / 2, y: 0 }): void {
    const { scroller } = this.#surface;
    const before = this.#holdOn(anchor);
    this.#seen = { width: scroller.clientWidth, height: scroller.clientHeight };
    this.#metrics = measureViewport(this.#surface, this.#first);
    this.#layout = this.#makeLayout();
    // While the width is fitted, a horizontal scroll bar that appears and disappears would change the size.
    scroller.classList.toggle('fitted', this.#zoom === undefined);
    this.#events.onArranged(this.#layout);
    this.#restore(before, anchor);
    if (this.#jump !== undefined) this.#jump = { ...this.#jump, scrollTop: scroller.scrollTop };
    this.#events.onMoved();
  }

  /** The position at a point: how far down the pages, and the fraction of the page's width. */
  #holdOn({ x, y }: ViewPoint): { readonly place: ReadingPosition; readonly across: number } {
    const { scrollTop, scrollLeft } = this.#surface.scroller;
    const place = this.#layout.placeAt(scrollTop + y);
    const { left, width } = this.#acrossOf(place.index);
    return { place, across: (scrollLeft + x - left) / width };
  }

  #restore(
    { place, across }: { readonly place: ReadingPosition; readonly across: number },
    { x, y }: ViewPoint,
  ): void {
    const { scroller } = this.#surface;
    const { left, width } = this.#acrossOf(place.index);
    scroller.scrollTop = this.#layout.heightOf(place) - y;
    scroller.scrollLeft = left + across * width - x;
  }

  /** A page's left edge in the scrolled content, and its width. Pages are centred. */
  #acrossOf(index: number): { readonly left: number; readonly width: number } {
    const { width } = this.#layout.box(index);
    return { left: (this.#surface.scroller.scrollWidth - width) / 2, width };
  }

  #handleScroll(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      const { scrollTop } = this.#surface.scroller;
      if (this.#jump !== undefined && Math.abs(scrollTop - this.#jump.scrollTop) > 1) this.#jump = undefined;
      this.#events.onMoved();
    });
  }

  #handleResize(): void {
    const { clientWidth, clientHeight } = this.#surface.scroller;
    // While hidden there is no width to fit, and the position has to be kept.
    if (clientWidth === 0) return;
    if (clientWidth !== this.#seen.width || clientHeight !== this.#seen.height) this.#arrange();
  }
}
