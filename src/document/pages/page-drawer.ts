import { onScreen } from '../../support/turns.ts';
import type { MissingPart, PageSource } from '../pdf/page-source.ts';
import type { PageView } from './page-view.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';
import { shownTime } from './visible-time.ts';

export interface DrawerEvents {
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

/** Draws the wanted pages one after the other in the given order, and releases the others. */
export class PageDrawer {
  readonly #source: PageSource;
  readonly #events: DrawerEvents;
  #wanted: readonly PageView[] = [];
  #live = new Set<PageView>();
  #hasDrawn = false;
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
    const missingPart = await this.#drawWhole(view, signal);
    signal.throwIfAborted();
    if (missingPart !== undefined) {
      view.release();
      await this.#drawFrom(view, this.#source.useReadable(index, missingPart), signal);
    }
    // Let the browser show this picture and its text before the next one starts.
    await onScreen();
    await Promise.race([view.overlay.laid(), new Promise(resolve => setTimeout(resolve, WORDS_WITHIN))]);
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
