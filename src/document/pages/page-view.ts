/** A page, and the order in which pages are drawn. */
import { idleAfter, onScreen } from '../../support/turns.ts';
import type { MissingPart, PageSource } from '../pdf/page-source.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';
import { isDrawnWhole, type PageArea, pageCanvasSize, type PixelSize, WHOLE_PAGE } from './canvas-size.ts';
import type { PageBox, PageCost } from './page-layout.ts';
import { type LinkDestinations, PageOverlay } from './page-overlay.ts';
import { drawPicture, dropCanvas, SharpPart } from './page-picture.ts';
import { shownTime } from './viewed-pages.ts';

/** One page: a white box of the right size, with picture and text while it is near the visible part. */
export class PageView {
  readonly index: number;
  readonly element = document.createElement('div');
  /** Text, highlights and links over the picture. */
  readonly overlay: PageOverlay;
  readonly #part = new SharpPart(this.element);
  #shape: PixelSize = { width: 1, height: 1 };
  #most = WHOLE_PAGE;
  #canvas: HTMLCanvasElement | undefined;
  #page: PDFPageProxy | undefined;
  #failed = false;

  constructor(index: number, links: LinkDestinations) {
    this.index = index;
    this.overlay = new PageOverlay(this.element, links);
    this.element.className = 'sheet page pending';
    this.element.setAttribute('role', 'group');
  }

  /** The canvas that the whole page should have now. */
  get target(): PixelSize {
    return pageCanvasSize(this.#shape, devicePixelRatio, this.#most);
  }

  /** Whether there is something to draw, or to draw again. */
  get stale(): boolean {
    return !this.#failed && (this.#wholeStale || this.#part.stale);
  }

  /** Identifies what is to be drawn; a drawing that was started for another order is useless. */
  get order(): unknown {
    const { width, height } = this.target;
    return this.#wholeStale ? `${width}×${height}` : this.#part.wanted;
  }

  /** The pixels that the drawn page needs. */
  get cost(): PageCost {
    const { width, height } = this.target;
    const part = this.#part.wanted?.size;
    const sharp = part === undefined ? 0 : part.width * part.height;
    return { pixels: width * height + sharp, canvases: part === undefined ? 1 : 2 };
  }

  /** Whether it has a picture, perhaps at another size. */
  get painted(): boolean {
    return this.#canvas !== undefined;
  }

  /** @param pending what a screen reader says instead of the text, until that is laid over the picture. */
  describe(label: string, pending: string): void {
    this.element.setAttribute('aria-label', label);
    this.element.dataset['pending'] = pending;
  }

  arrange(box: PageBox): void {
    this.#shape = box;
    this.element.style.width = `${box.width}px`;
    this.element.style.height = `${box.height}px`;
    this.#scaleText();
  }

  /**
   * @param most the limit of pixels of the whole page's picture; above it the resolution is reduced.
   * @param seen the visible part, CSS px, which is then drawn at full resolution over it.
   */
  allow(most: number, seen: PageArea | undefined): void {
    this.#most = most;
    if (seen === undefined || isDrawnWhole(this.#shape, devicePixelRatio, most)) this.#part.drop();
    else this.#part.want(this.#shape, seen, devicePixelRatio);
  }

  /**
   * Draws what is out of date: first the whole page, then the visible part. Until it is done, the old picture stays,
   * scaled.
   *
   * @param atOnce see `drawPicture`.
   * @returns the number of operators of the whole page; `undefined` when only a part was drawn.
   * @throws what pdf.js throws when the page can't be drawn, or when `signal` aborts.
   */
  async draw(page: PDFPageProxy, signal: AbortSignal, atOnce: boolean): Promise<number | undefined> {
    this.#page = page;
    this.#scaleText();
    // What the reader has just done, and the page before, are shown first: pdf.js would draw in the same frame.
    if (!atOnce) await onScreen();
    signal.throwIfAborted();
    if (!this.#wholeStale) {
      await this.#part.draw(page, signal);
      return undefined;
    }
    const { width, height } = this.#shape;
    const area = { left: 0, top: 0, width, height };
    const picture = drawPicture(page, { shape: area, area, size: this.target }, signal, atOnce);
    this.overlay.lay(page);
    const { canvas, operators } = await picture;
    dropCanvas(this.#canvas);
    this.#canvas = canvas;
    this.element.prepend(canvas);
    this.element.classList.remove('pending');
    return operators;
  }

  /** Shows a message in the page's place that it can't be drawn. */
  fail(words: string): void {
    this.release();
    this.#failed = true;
    const message = document.createElement('p');
    message.textContent = words;
    this.element.replaceChildren(message);
    this.element.classList.add('failed');
  }

  /** Releases pictures and text. */
  release(): void {
    this.overlay.clear();
    this.#part.drop();
    dropCanvas(this.#canvas);
    this.#canvas = undefined;
    this.#page?.cleanup();
    this.#page = undefined;
    this.element.classList.add('pending');
  }

  get #wholeStale(): boolean {
    const { width, height } = this.target;
    return this.#canvas?.width !== width || this.#canvas.height !== height;
  }

  #scaleText(): void {
    const page = this.#page;
    if (page === undefined) return;
    this.overlay.rescale((this.#shape.width / page.getViewport({ scale: 1 }).width) * page.userUnit);
  }
}

interface DrawerEvents {
  /** A page's data was loaded; called before it is drawn, so that its box can be corrected first. */
  readonly known: (view: PageView, page: PDFPageProxy) => void;
  /** `blank`: there was nothing to draw. */
  readonly drawn: (view: PageView, page: PDFPageProxy, blank: boolean) => void;
  readonly failed: (view: PageView, error: unknown) => void;
}

/** ms of visible time after which drawing a page is aborted, so that the others need not wait for it. */
const LONGEST_DRAWING = 15_000;

/** ms for which the next page's picture waits at most for this page's text. */
const WORDS_WITHIN = 500;

/** ms for which it waits after the first page, unless the reader moves: tools, acceptance and checks of the file come first. */
const AFTER_FIRST = 300;

/** Draws the wanted pages one after the other in the given order, and releases the others. */
export class PageDrawer {
  readonly #source: PageSource;
  readonly #events: DrawerEvents;
  #wanted: readonly PageView[] = [];
  #live = new Set<PageView>();
  #hasDrawn = false;
  #move!: () => void;
  /** Settles when other pages are wanted than at first. */
  readonly #moved = new Promise<void>(resolve => (this.#move = resolve));
  #now: { readonly view: PageView; readonly order: unknown; readonly abort: AbortController } | undefined;

  constructor(source: PageSource, events: DrawerEvents) {
    this.#source = source;
    this.#events = events;
  }

  /** Whether a wanted page has not been started. */
  get hasMore(): boolean {
    return this.#next() !== undefined;
  }

  /** Sets the wanted pages, in order. Aborts a drawing that is no longer wanted, or wanted at another size. */
  want(views: readonly PageView[]): void {
    if (this.#wanted[0] !== undefined && views[0] !== this.#wanted[0]) this.#move();
    this.#wanted = views;
    const now = this.#now;
    if (now !== undefined && (!views.includes(now.view) || now.order !== now.view.order)) now.abort.abort();
    for (const view of this.#live) {
      if (views.includes(view)) continue;
      this.#live.delete(view);
      view.release();
    }
    if (now === undefined) void this.#drawAll();
  }

  async #drawAll(): Promise<void> {
    for (let view = this.#next(); view !== undefined; view = this.#next()) {
      // One at a time: the visible page must not share the worker with others.
      await this.#draw(view);
    }
  }

  #next(): PageView | undefined {
    return this.#wanted.find(view => view.stale);
  }

  async #draw(view: PageView): Promise<void> {
    const abort = new AbortController();
    this.#now = { view, order: view.order, abort };
    const settled = new AbortController();
    const late = this.#limit(settled.signal);
    try {
      await Promise.race([late, this.#drawPage(view, abort.signal)]);
    } catch (error) {
      if (!abort.signal.aborted) this.#events.failed(view, error);
      // Abort what is still running.
      abort.abort();
    } finally {
      settled.abort();
      this.#now = undefined;
    }
  }

  /** Rejects when drawing takes too long; what has to come first does not count. */
  async #limit(settled: AbortSignal): Promise<never> {
    await this.#source.whole;
    if (!settled.aborted) await shownTime(LONGEST_DRAWING, settled);
    throw new Error('The page takes too long to draw.');
  }

  async #drawPage(view: PageView, signal: AbortSignal): Promise<void> {
    const { index } = view;
    const isFirst = !this.#hasDrawn;
    const missingPart = await this.#drawWhole(view, signal);
    signal.throwIfAborted();
    if (missingPart !== undefined) {
      view.release();
      await this.#drawFrom(view, this.#source.useReadable(index, missingPart), signal);
    }
    // The next page waits for this one's text, too.
    await Promise.race([view.overlay.laid(), new Promise(resolve => setTimeout(resolve, WORDS_WITHIN))]);
    if (isFirst) await Promise.race([this.#moved, idleAfter(AFTER_FIRST)]);
  }

  /** @returns what is missing on the page, unless that was known. */
  async #drawWhole(view: PageView, signal: AbortSignal): Promise<MissingPart | undefined> {
    const known = this.#source.missingPartOf(view.index) !== undefined;
    try {
      return await this.#drawFrom(view, this.#source.page(view.index), signal, !known);
    } catch (error) {
      if (known || signal.aborted) throw error;
      return 'content';
    }
  }

  /** @param check whether to look for missing parts; a page with missing parts does not count as drawn. */
  async #drawFrom(
    view: PageView,
    source: PDFPageProxy | Promise<PDFPageProxy>,
    signal: AbortSignal,
    check = false,
  ): Promise<MissingPart | undefined> {
    // A loaded page is used in this same task, so that the worker need not wait for the task's end.
    const page = 'then' in source ? await source : source;
    signal.throwIfAborted();
    this.#events.known(view, page);
    signal.throwIfAborted();
    this.#live.add(view);
    await this.#source.assertDrawnAsRead(page);
    signal.throwIfAborted();
    const operators = await view.draw(page, signal, !this.#hasDrawn);
    // Released in this same task, before the browser shows it.
    const suspect = operators !== undefined && this.#source.mayShowOtherCharacters(page);
    if (suspect) view.release();
    if (check && operators !== undefined) {
      const missingPart = await this.#source.findMissingPart(view.index, page, operators);
      if (missingPart !== undefined) return missingPart;
    }
    if (suspect) return this.#drawFrom(view, this.#source.useWithoutSubstitutes(view.index, page), signal);
    this.#hasDrawn = true;
    this.#events.drawn(view, page, operators === 0);
    return undefined;
  }
}
