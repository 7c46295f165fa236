import { onScreen } from './page-window.ts';
import type { MissingPart, PageSource } from './page-source.ts';
import type { PageView } from './page-view.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';
import { shownTime } from './visible-time.ts';

export interface DrawerEvents {
  /** A page's data has come; called before it is drawn, so that its box can be put right first. */
  readonly known: (view: PageView, page: PDFPageProxy) => void;
  /** `blank`: there was nothing to draw. */
  readonly drawn: (view: PageView, page: PDFPageProxy, blank: boolean) => void;
  readonly failed: (view: PageView, error: unknown) => void;
}

/** A page that takes longer, while it is on the screen, is given up, ms: the others are not to wait for it. */
const LONGEST_DRAWING = 15_000;

/** How long the next page's picture waits for this one's words at most, ms. */
const WORDS_WITHIN = 500;

/** Draws the wanted pages one after the other, the most wanted first, and gives back the others. */
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

  /** Whether something wanted has not been begun. */
  get hasMore(): boolean {
    return this.#next() !== undefined;
  }

  /** From now on these, in this order. A drawing that nobody wants any more, or otherwise, is ended. */
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
      // One at a time: the page in sight must not share the worker with others.
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
    const late = shownTime(LONGEST_DRAWING, settled.signal).then(() => {
      throw new Error('The page takes too long to draw.');
    });
    try {
      await Promise.race([late, this.#drawPage(view, abort.signal)]);
    } catch (error) {
      if (!abort.signal.aborted) this.#events.failed(view, error);
      // What still goes on is in vain.
      abort.abort();
    } finally {
      settled.abort();
      this.#now = undefined;
    }
  }

  async #drawPage(view: PageView, signal: AbortSignal): Promise<void> {
    const { index } = view;
    const missingPart = await this.#drawWhole(view, signal);
    signal.throwIfAborted();
    if (missingPart !== undefined) {
      view.release();
      await this.#drawFrom(view, this.#source.useReadable(index, missingPart), signal);
    }
    // Nobody should wait for a picture, or its words, because the next one has begun.
    await onScreen();
    await Promise.race([view.overlay.laid(), new Promise(resolve => setTimeout(resolve, WORDS_WITHIN))]);
  }

  /** @returns what the page lacks, unless that was known. */
  async #drawWhole(view: PageView, signal: AbortSignal): Promise<MissingPart | undefined> {
    const known = this.#source.missingPartOf(view.index) !== undefined;
    try {
      return await this.#drawFrom(view, this.#source.page(view.index), signal, !known);
    } catch (error) {
      if (known || signal.aborted) throw error;
      return 'content';
    }
  }

  /** @param check whether to look for what the page lacks; where it lacks something it does not count as drawn. */
  async #drawFrom(
    view: PageView,
    source: PDFPageProxy | Promise<PDFPageProxy>,
    signal: AbortSignal,
    check = false,
  ): Promise<MissingPart | undefined> {
    // One that is here is asked for in this very task, so that the worker need not wait for its end.
    const page = 'then' in source ? await source : source;
    signal.throwIfAborted();
    this.#events.known(view, page);
    signal.throwIfAborted();
    this.#live.add(view);
    const operators = await view.draw(page, signal, !this.#hasDrawn);
    // In this very task: what may be wrong is not to be seen.
    const suspect = operators !== undefined && this.#source.mayShowOtherWords(page);
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
