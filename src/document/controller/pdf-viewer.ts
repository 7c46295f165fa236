import type { AssetSource } from '../../assets/asset-source.ts';
import { unlessAborted } from '../../support/unless-aborted.ts';
import { type Destination, type OutlineItem, readOutline } from '../links/destination.ts';
import { DocumentFind, type FindState } from '../text/document-find.ts';
import { DocumentChecks, type DocumentFacts } from '../checks/check-document.ts';
import type { OnWarnings } from '../checks/warnings.ts';
import {
  type AskPassword,
  asUnreadable,
  type OpenPdf,
  openPdf,
  type PdfContent,
  type WorkerForFile,
  workerFor,
} from '../pdf/open-pdf.ts';
import { LARGEST_AREA } from '../pages/canvas-size.ts';
import { type ListState, type PageLabels, PageList } from '../pages/page-list.ts';
import type { ListSurface } from '../pages/page-scroller.ts';
import { PageSource } from '../pdf/page-source.ts';
import { type TextBlock, readPageText } from '../text/page-text.ts';
import { startPdfWorker } from '../pdf/pdf-worker.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';
import { adoptTextStyles } from '../text/text-layer.styles.ts';
import { TimeLimit } from '../pages/viewed-pages.ts';
import { UnreadableError } from '../document-load.ts';

export type { Destination } from '../links/destination.ts';
export type { DocumentFacts } from '../checks/check-document.ts';
export type { FindState } from '../text/document-find.ts';
export type { DocumentWarning, WarningPages } from '../checks/warnings.ts';
export type { AskPassword, PdfContent } from '../pdf/open-pdf.ts';
export type { OutlineItem } from '../links/destination.ts';
export type { ListState, PageLabels } from '../pages/page-list.ts';
export type { ListSurface } from '../pages/page-scroller.ts';
export type { TextBlock } from '../text/page-text.ts';

interface ViewerOptions {
  readonly surface: ListSurface;
  readonly assets: AssetSource;
  /** pdf.js's worker if it was started already; the viewer takes ownership of it. */
  readonly worker?: Promise<Worker>;
  readonly labels: PageLabels;
  /** Called from the moment the pages are laid out, and then whenever page or zoom change. */
  readonly onChange: (state: ListState) => void;
  /** Called when the first page is on the screen, before the checks of the file. */
  readonly onPainted: () => void;
  /** More warnings are found while pages are drawn. */
  readonly onWarnings: OnWarnings;
  /** Called with all pages so far, from 1, of which half, or as much as fits the pane, was painted and visible. */
  readonly onViewed: (pages: ReadonlySet<number>) => void;
  /** Called when a search makes progress, or its current match changes. */
  readonly onFind: (state: FindState) => void;
  /**
   * Asks for the file's password; `wrong`: the last one was wrong. If it rejects, the document fails as `protected`. The
   * password is kept only until the file is open.
   */
  readonly askPassword: AskPassword;
}

/**
 * Time limit for opening a file, in ms of visible time: when the browser kills the worker for lack of memory, no event
 * is fired.
 */
const LONGEST_OPENING = 30_000;

/** Shows one PDF in an element. Starts its worker at once, so that both are ready when the bytes arrive. */
export class PdfViewer {
  readonly #options: ViewerOptions;
  readonly #closed = new AbortController();
  #worker: Promise<Worker>;
  readonly #checks: DocumentChecks;
  #labels: PageLabels;
  #pdf: OpenPdf | undefined;
  #source: PageSource | undefined;
  #list: PageList | undefined;
  #find: DocumentFind | undefined;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#labels = options.labels;
    this.#checks = new DocumentChecks((warnings, pages) => {
      if (!this.#closed.signal.aborted) options.onWarnings(warnings, pages);
    });
    adoptTextStyles(options.surface.pages.getRootNode());
    this.#worker = options.worker ?? startPdfWorker(options.assets, this.#closed.signal);
  }

  /**
   * Rejects when the viewer can't run; settles before there are bytes to show.
   *
   * @throws UnreadableError `viewer`.
   */
  async ready(): Promise<void> {
    await this.#worker;
  }

  /**
   * Opens the document and shows it; call it once. Does not modify its bytes.
   *
   * @param facts what the service says about it.
   * @returns the number of pages, once the first is painted and the warnings about the file as a whole were reported.
   * @throws UnreadableError when it can't be shown; after `close()`, anything.
   */
  async show(content: PdfContent, facts: DocumentFacts = {}): Promise<number> {
    try {
      const ready = workerFor(content, this.#worker, this.#options.assets, this.#closed.signal);
      this.#worker = ready.then(({ worker }) => worker);
      await this.#worker;
      const first = await this.#open(content, await ready);
      await this.#showPages(first);
      this.#options.onPainted();
      // The worker handles requests in order, so the checks of the file are requested after the first page.
      return await this.#checks.checkFile(this.#source?.document, facts);
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  setLabels(labels: PageLabels): void {
    this.#labels = labels;
    this.#list?.setLabels(labels);
  }

  /** Zooms a level in (1) or out (-1). */
  zoom(direction: 1 | -1): void {
    this.#list?.scroller.zoom(direction);
  }

  /** Zooms to a scale between 0.25 and 4; 1 is natural size at 96 dpi. */
  zoomTo(scale: number): void {
    this.#list?.scroller.zoomTo(scale);
  }

  fitWidth(): void {
    this.#list?.scroller.fitWidth();
  }

  /** Scrolls a page, from 1, to the upper edge; clamps the number to the existing pages. */
  goToPage(page: number): void {
    this.goTo({ page, fraction: 0 });
  }

  /** Scrolls an outline entry's destination to the upper edge. */
  goTo(destination: Destination): void {
    this.#list?.scroller.goTo(destination);
  }

  /** The file's table of contents; empty if it has none. */
  async outline(): Promise<readonly OutlineItem[]> {
    return this.#source === undefined ? [] : readOutline(this.#source.document, this.#closed.signal);
  }

  /**
   * Searches the whole document, ignoring case and accents; `onFind` reports the progress.
   *
   * @returns the result once all pages are searched, or a later search has replaced this one.
   */
  async search(query: string): Promise<FindState> {
    return (await this.#find?.search(query)) ?? { query, searching: false, total: 0, current: 0 };
  }

  /** Goes to the next match, and from the last to the first. */
  findNext(): void {
    this.#find?.next();
  }

  /** Goes to the previous match, and from the first to the last. */
  findPrevious(): void {
    this.#find?.previous();
  }

  /** Ends the search and removes its highlights. */
  clearFind(): void {
    this.#find?.clear();
  }

  /** The text of a page, from 1, in reading order. Empty if it has none. */
  async pageText(page: number): Promise<readonly TextBlock[]> {
    const source = this.#source;
    return source === undefined ? [] : source.read(page - 1, one => readPageText(source.document, one));
  }

  /** Removes the pages, and releases memory and worker. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#find?.clear();
    this.#list?.close();
    await this.#pdf?.close();
    const worker = await this.#worker.catch(() => undefined);
    worker?.terminate();
  }

  /** @returns the first page. */
  async #open(content: PdfContent, { worker, decoders }: WorkerForFile): Promise<PDFPageProxy> {
    const { signal } = this.#closed;
    signal.throwIfAborted();
    const { assets, askPassword } = this.#options;
    const limit = new TimeLimit(LONGEST_OPENING);
    if (!(content instanceof Uint8Array)) void limit.without(content.whole);
    const open = async (): Promise<PDFPageProxy> => {
      this.#pdf = await openPdf(content, worker, {
        assets,
        decoders,
        largestCanvas: LARGEST_AREA,
        askPassword: wrong => limit.without(askPassword(wrong)),
      });
      this.#source = new PageSource(this.#pdf);
      return this.#source.fetchFirst();
    };
    const late = limit.exceeded.then(() => {
      throw new UnreadableError('viewer');
    });
    try {
      return await unlessAborted(Promise.race([open(), late]), signal);
    } finally {
      limit.end();
    }
  }

  async #showPages(first: PDFPageProxy): Promise<void> {
    const source = this.#source;
    if (source === undefined) return;
    const { surface, onChange, onViewed, onFind } = this.#options;
    const list = new PageList(surface, source, first, this.#labels, {
      onChange,
      onViewed,
      onDrawn: (page, drawn) => void this.#checks.checkPage(page, drawn),
      onFailed: page => this.#checks.add(['page-failed'], page),
    });
    this.#list = list;
    this.#find = new DocumentFind(source, {
      onChange: onFind,
      onMatch: (query, match) => void list.seek(query, match),
      pageInSight: () => list.scroller.index,
    });
    await list.shown;
  }
}
