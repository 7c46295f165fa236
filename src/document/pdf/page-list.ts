import type { PixelSize } from './canvas-size.ts';
import { nearPages } from './near-pages.ts';
import { PageDrawer } from './page-drawer.ts';
import { PageLayout } from './page-layout.ts';
import { PageView } from './page-view.ts';
import { PixelsPerInch, type PDFDocumentProxy, type PDFPageProxy } from './pdfjs.ts';
import { canZoom, fitScale, nextZoom } from './zoom.ts';

/** Where the list lives: `pages` lies in `scroller`; padding and row gap are read from its style. */
export interface ListSurface {
  readonly scroller: HTMLElement;
  readonly pages: HTMLElement;
}

/** What the list says on the screen, in the signer's language; pages count from 1. */
export interface PageWords {
  readonly pageLabel: (page: number) => string;
  readonly pageFailed: (page: number) => string;
}

/** What the toolbar shows. */
export interface ListState {
  /** The page at the middle of what is seen, from 1. */
  readonly page: number;
  readonly pages: number;
  /** The size of that page: 1 is natural size at 96 dpi. */
  readonly scale: number;
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
}

/** What the styles leave for the pages, CSS px; `fit` is the scale that fills the width. */
interface Room {
  readonly width: number;
  readonly fit: number;
  readonly top: number;
  readonly gap: number;
}

/**
 * All pages of a document below each other in a scrolling element. Every page has its box from the start, so
 * that the scroll bar is true and a screen reader finds all pages; only near ones have canvas and words.
 * Pages not fetched yet are taken to be as large as the first.
 */
export class PageList {
  /** Settles with the first page's painting. */
  readonly firstPainted: Promise<void>;
  readonly #surface: ListSurface;
  readonly #drawer: PageDrawer;
  readonly #views: readonly PageView[];
  readonly #sizes: PixelSize[];
  readonly #resized = new ResizeObserver(() => this.#handleResize());
  readonly #closed = new AbortController();
  readonly #onChange: (state: ListState) => void;
  #words: PageWords;
  /** `undefined`: the width is fitted. */
  #zoom: number | undefined;
  #room: Room;
  #layout: PageLayout;
  #seen: PixelSize = { width: 0, height: 0 };
  #frame = 0;

  constructor(
    surface: ListSurface,
    document: PDFDocumentProxy,
    first: PDFPageProxy,
    words: PageWords,
    onChange: (state: ListState) => void,
  ) {
    this.#surface = surface;
    this.#words = words;
    this.#onChange = onChange;
    this.#sizes = Array.from({ length: document.numPages }, () => naturalSize(first));
    this.#views = this.#sizes.map((_, index) => new PageView(index));
    this.#room = this.#measure();
    this.#layout = this.#makeLayout();
    let painted: () => void;
    let failed: (error: unknown) => void;
    this.firstPainted = new Promise((resolve, reject) => {
      painted = resolve;
      failed = reject;
    });
    this.#drawer = new PageDrawer(index => document.getPage(index + 1), {
      known: (view, page) => this.#learnSize(view.index, naturalSize(page)),
      drawn: () => painted(),
      failed: (view, error) => {
        view.fail(this.#words.pageFailed(view.index + 1));
        failed(error);
      },
    });
    this.#mount();
  }

  setWords(words: PageWords): void {
    this.#words = words;
    for (const view of this.#views) view.label = words.pageLabel(view.index + 1);
  }

  /** A level up (1) or down (-1); what is at the middle stays there. */
  zoom(direction: 1 | -1): void {
    this.#zoom = nextZoom(this.#scaleNow(), this.#room.fit, direction);
    this.#arrange(this.#surface.scroller.clientHeight / 2);
  }

  /** Back to the full width, and again whenever the width changes. */
  fitWidth(): void {
    this.#zoom = undefined;
    this.#arrange(this.#surface.scroller.clientHeight / 2);
  }

  close(): void {
    this.#closed.abort();
    this.#resized.disconnect();
    cancelAnimationFrame(this.#frame);
    this.#drawer.want([]);
    this.#surface.pages.replaceChildren();
  }

  #mount(): void {
    const { scroller, pages } = this.#surface;
    this.setWords(this.#words);
    pages.replaceChildren(...this.#views.map(view => view.element));
    scroller.scrollTo(0, 0);
    scroller.addEventListener('scroll', () => this.#handleScroll(), {
      passive: true,
      signal: this.#closed.signal,
    });
    this.#arrange(0);
    this.#resized.observe(scroller);
  }

  #makeLayout(): PageLayout {
    const { fit, width, top, gap } = this.#room;
    const fitted = this.#zoom === undefined;
    return new PageLayout(this.#sizes, {
      scale: this.#zoom ?? fit,
      maxWidth: fitted ? width : Infinity,
      top,
      gap,
    });
  }

  /** Reads the room from the page's styles; that costs a layout, so once an arrangement. */
  #measure(): Room {
    const { scroller, pages } = this.#surface;
    const style = getComputedStyle(pages);
    const width = Math.max(1, scroller.clientWidth - px(style.paddingLeft) - px(style.paddingRight));
    const fit = fitScale(width, this.#sizes[0]?.width ?? 1);
    return { width, fit, top: px(style.paddingTop), gap: px(style.rowGap) };
  }

  #scaleNow(): number {
    return this.#layout.box(this.#currentIndex()).scale;
  }

  #currentIndex(): number {
    const { scrollTop, clientHeight } = this.#surface.scroller;
    return this.#layout.pageAt(scrollTop + clientHeight / 2);
  }

  /** Lays the pages out anew; what is `anchor` px below the upper edge stays there. */
  #arrange(anchor: number): void {
    const { scroller } = this.#surface;
    // At the very beginning the beginning is what is read.
    const place = scroller.scrollTop <= 0 ? undefined : this.#layout.placeAt(scroller.scrollTop + anchor);
    this.#seen = { width: scroller.clientWidth, height: scroller.clientHeight };
    const across = (scroller.scrollLeft + scroller.clientWidth / 2) / Math.max(1, scroller.scrollWidth);
    this.#room = this.#measure();
    this.#layout = this.#makeLayout();
    // A horizontal scroll bar that comes and goes while the width is fitted would itself change the size.
    scroller.classList.toggle('fitted', this.#zoom === undefined);
    for (const view of this.#views) view.arrange(this.#layout.box(view.index));
    if (place !== undefined) scroller.scrollTop = this.#layout.heightOf(place) - anchor;
    scroller.scrollLeft = across * scroller.scrollWidth - scroller.clientWidth / 2;
    this.#refresh();
  }

  #learnSize(index: number, size: PixelSize): void {
    const known = this.#sizes[index];
    if (known?.width === size.width && known.height === size.height) return;
    this.#sizes[index] = size;
    this.#arrange(0);
  }

  #refresh(): void {
    const { scroller } = this.#surface;
    // Not on the screen (a closed tab of the frame): nothing is near.
    if (scroller.clientHeight === 0 || scroller.clientWidth === 0) return;
    const near = nearPages(
      this.#layout,
      { top: scroller.scrollTop, height: scroller.clientHeight },
      index => {
        const { width, height } = this.#views[index]?.target ?? { width: 0, height: 0 };
        return width * height;
      },
    );
    this.#drawer.want(near.flatMap(index => this.#views[index] ?? []));
    this.#tell();
  }

  #tell(): void {
    const { fit } = this.#room;
    const scale = this.#scaleNow();
    this.#onChange({
      page: this.#currentIndex() + 1,
      pages: this.#views.length,
      scale,
      canZoomIn: canZoom(scale, fit, 1),
      canZoomOut: canZoom(scale, fit, -1),
    });
  }

  #handleScroll(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#refresh();
    });
  }

  #handleResize(): void {
    const { clientWidth, clientHeight } = this.#surface.scroller;
    // Out of sight there is no width to fit, and the place being read is to be found again.
    if (clientWidth === 0) return;
    if (clientWidth !== this.#seen.width || clientHeight !== this.#seen.height) this.#arrange(0);
  }
}

/** A computed length; `normal` is nothing. */
function px(length: string): number {
  return Number.parseFloat(length) || 0;
}

/** A page's size as it is turned, at 96 dpi, CSS px. */
function naturalSize(page: PDFPageProxy): PixelSize {
  const { width, height } = page.getViewport({ scale: PixelsPerInch.PDF_TO_CSS_UNITS });
  return { width, height };
}
