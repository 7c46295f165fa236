import { type PixelSize, WHOLE_PAGE, followPixelRatio } from './canvas-size.ts';
import type { DrawnPage } from '../checks/check-document.ts';
import type { Destination } from '../links/destination.ts';
import type { Match } from '../text/document-find.ts';
import { nearPages, reveal } from './page-layout.ts';
import { PageDrawer, PageView } from './page-view.ts';
import { type ListSurface, PageScroller } from './page-scroller.ts';
import type { PageSource } from '../pdf/page-source.ts';
import { followPinches } from './pinch.ts';
import { type PDFPageProxy, PixelsPerInch } from '../pdf/pdfjs.ts';
import { nextTask, onScreen } from '../../support/turns.ts';
import { ViewedPages, VisibleStretch, isInSight } from './viewed-pages.ts';

/** The texts of the list, in the signer's language; pages count from 1. */
export interface PageLabels {
  readonly pageLabel: (page: number) => string;
  /** Said in the place of a page's text while the page is far from the visible part. */
  readonly pagePending: string;
  readonly pageFailed: (page: number) => string;
}

/** What the toolbar shows. */
export interface ListState {
  /** The page in the middle of the visible part, from 1; after a jump, the page jumped to. */
  readonly page: number;
  readonly pages: number;
  /** The size of that page: 1 is natural size at 96 dpi. */
  readonly scale: number;
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
}

interface ListEvents {
  readonly onChange: (state: ListState) => void;
  /**
   * Pages, from 1, of which half, or as much as fits the pane, was painted and visible for a second.
   */
  readonly onViewed: (pages: ReadonlySet<number>) => void;
  /** Called before a page is cleaned up. */
  readonly onDrawn: (page: PDFPageProxy, drawn: DrawnPage) => void;
  /** A page, from 1, can't be drawn. */
  readonly onFailed: (page: number) => void;
}

/** Pages whose boxes are created before anything is painted: more than fit a pane. */
const FIRST_BOXES = 12;

/** Boxes that are placed per task: the layout of a thousand takes longer than a frame. */
const BOXES_AT_ONCE = 100;

/** Canvas pixels of all visible pages together (4 bytes each). */
const SEEN_PIXELS = 32_000_000;

/**
 * All pages of a document, one below the other, in a scrolling element. Every page has its box as soon as the first is
 * painted, so that a screen reader finds all pages; only those near the visible part have a canvas and text.
 * Pages that are not loaded yet are assumed to have the size of the first.
 */
export class PageList {
  /** Settles when the first page is painted and all others are placed. */
  readonly shown: Promise<void>;
  /** Zoom and scroll position, for the reader's commands. */
  readonly scroller: PageScroller;
  readonly #surface: ListSurface;
  readonly #drawer: PageDrawer;
  readonly #views: readonly PageView[];
  readonly #events: ListEvents;
  readonly #closed = new AbortController();
  readonly #viewed: ViewedPages;
  readonly #stretch: VisibleStretch;
  /** Notices when something covers the pages, or no longer does. */
  readonly #covered = new MutationObserver(() => this.#noteViewed());
  /** The latest search; the results of an earlier one are not shown any more. */
  #seek: symbol | undefined;
  #labels: PageLabels;
  /** Whether all boxes are placed. */
  #placed = false;

  constructor(
    surface: ListSurface,
    source: PageSource,
    first: PDFPageProxy,
    labels: PageLabels,
    events: ListEvents,
  ) {
    this.#surface = surface;
    this.#labels = labels;
    this.#events = events;
    this.#viewed = new ViewedPages(events.onViewed);
    this.#stretch = new VisibleStretch(surface.scroller, () => this.#noteViewed());
    const size = naturalSize(first);
    const sizes: PixelSize[] = [];
    while (sizes.length < source.document.numPages) sizes.push(size);
    const links = {
      source,
      pageLabel: (page: number) => this.#labels.pageLabel(page),
      goTo: (destination: Destination) => this.scroller.goTo(destination),
    };
    this.#views = sizes.map((_, index) => new PageView(index, links));
    this.scroller = new PageScroller(surface, sizes, {
      onArranged: layout => {
        for (const view of this.#views) view.arrange(layout.box(view.index));
        // Until all boxes are placed, this gives the scroll bar its final length.
        if (!this.#placed) surface.pages.style.minHeight = `${layout.height}px`;
      },
      onMoved: () => this.#refresh(),
    });
    let painted: () => void;
    let failed: (error: unknown) => void;
    const firstPainted = new Promise<void>((resolve, reject) => {
      painted = resolve;
      failed = reject;
    });
    this.shown = firstPainted.then(() => this.#placeRest());
    this.#drawer = new PageDrawer(source, {
      known: (view, page) => this.scroller.learnSize(view.index, naturalSize(page)),
      drawn: ({ index, overlay }, page, blank) => {
        painted();
        void this.#noteViewedOnScreen();
        events.onDrawn(page, {
          number: index + 1,
          blank,
          missingPart: source.missingPartOf(index),
          hasWords: overlay.hasWords(),
        });
      },
      failed: (view, error) => {
        view.fail(this.#labels.pageFailed(view.index + 1));
        events.onFailed(view.index + 1);
        // A single page that fails is reported; the document fails when no visible page can be drawn.
        if (!this.#drawer.hasMore) failed(error);
      },
    });
    // The worker is busy with the first page while this thread lays out the boxes.
    const { layout } = this.scroller;
    for (const view of this.#views.slice(0, FIRST_BOXES)) view.arrange(layout.box(view.index));
    if (this.scroller.view.height > 0) this.#drawer.want(this.#near());
    this.setLabels(labels);
    surface.pages.replaceChildren(...this.#views.slice(0, FIRST_BOXES).map(view => view.element));
    this.scroller.start();
    this.#covered.observe(surface.scroller, { attributeFilter: ['inert'] });
    followPinches(surface.scroller, this.scroller, this.#closed.signal);
    followPixelRatio(() => this.#refresh(), this.#closed.signal);
  }

  setLabels(labels: PageLabels): void {
    this.#labels = labels;
    for (const view of this.#views) view.describe(labels.pageLabel(view.index + 1), labels.pagePending);
  }

  /** Highlights all matches, and scrolls the current one into view. `query` is folded. */
  async seek(query: string | undefined, match: Match | undefined): Promise<void> {
    const seek = (this.#seek = Symbol('seek'));
    const target = match === undefined ? undefined : this.#views[match.index];
    if (target !== undefined && this.scroller.seenOf(target.index) === undefined) {
      this.scroller.goTo({ page: target.index + 1, fraction: 0 });
    }
    const found = this.#views.map(view =>
      view.overlay.seek(
        query === undefined ? undefined : { query, nth: view === target ? match?.nth : undefined },
      ),
    );
    const rect = target === undefined ? undefined : await found[target.index];
    if (rect !== undefined && seek === this.#seek) reveal(this.#surface.scroller, rect);
  }

  close(): void {
    this.#closed.abort();
    this.#covered.disconnect();
    this.#stretch.close();
    this.#viewed.close();
    this.scroller.close();
    this.#drawer.want([]);
    this.#surface.pages.replaceChildren();
    this.#surface.pages.style.minHeight = '';
  }

  /** The boxes that the first painting did not wait for. */
  async #placeRest(): Promise<void> {
    await onScreen();
    this.#closed.signal.throwIfAborted();
    const rest = this.#views.slice(FIRST_BOXES).map(view => view.element);
    while (rest.length > 0) {
      this.#surface.pages.append(...rest.splice(0, BOXES_AT_ONCE));
      // oxlint-disable-next-line no-await-in-loop -- the page's thread gets a turn in between
      await nextTask();
      this.#closed.signal.throwIfAborted();
    }
    this.#placed = true;
    this.#surface.pages.style.minHeight = '';
  }

  #refresh(): void {
    this.#noteViewed();
    // The list is not displayed, so no page is near.
    if (this.scroller.view.height === 0) return;
    if (!this.scroller.zooming) this.#drawer.want(this.#near());
    this.#tell();
  }

  /** The pages to keep drawn, with the size limits of their pictures set. */
  #near(): readonly PageView[] {
    const { scroller } = this;
    const { layout, view } = scroller;
    const { first, last } = layout.pagesIn(view.top, view.top + view.height);
    const most = Math.min(WHOLE_PAGE, SEEN_PIXELS / (last - first + 1));
    const near = nearPages(layout, view, (index, inSight) => {
      const page = this.#views[index];
      page?.allow(most, inSight ? scroller.seenOf(index) : undefined);
      return page?.cost ?? { pixels: 0, canvases: 0 };
    });
    return near.flatMap(index => this.#views[index] ?? []);
  }

  /** Where the page stands is read after the browser has laid it out for the screen: before, it would have to do so twice. */
  async #noteViewedOnScreen(): Promise<void> {
    await onScreen();
    if (!this.#closed.signal.aborted) this.#noteViewed();
  }

  #noteViewed(): void {
    const { layout } = this.scroller;
    const seen = this.#stretch.now;
    const pane = this.#surface.scroller.clientHeight;
    const { first, last } = layout.pagesIn(seen.top, seen.top + seen.height);
    const pages = new Set<number>();
    for (let index = first; index <= last; index += 1) {
      if (this.#views[index]?.painted !== true) continue;
      if (isInSight(layout.box(index), seen, pane)) pages.add(index + 1);
    }
    this.#viewed.see(pages);
  }

  #tell(): void {
    const { scroller } = this;
    this.#events.onChange({
      page: scroller.index + 1,
      pages: this.#views.length,
      scale: scroller.scale,
      canZoomIn: scroller.canZoom(1),
      canZoomOut: scroller.canZoom(-1),
    });
  }
}

/** The size of the rotated page at 96 dpi, CSS px. */
function naturalSize(page: PDFPageProxy): PixelSize {
  const { width, height } = page.getViewport({ scale: PixelsPerInch.PDF_TO_CSS_UNITS });
  return { width, height };
}
