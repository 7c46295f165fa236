import { openBounded, type BoundedPdf } from './bounded-opening.ts';
import type { Destination } from './destination.ts';
import { DocumentFind, type FindState } from './document-find.ts';
import { inspectDocument } from './document-inspection.ts';
import { surveyFile } from './file-survey.ts';
import { NoticeBoard, type DocumentNotice } from './notices.ts';
import { asUnreadable, type AskPassword, type OpenPdf } from './open-pdf.ts';
import { readOutline, type OutlineItem } from './outline.ts';
import { PageList, type ListState, type PageWords } from './page-list.ts';
import type { ListSurface } from './page-scroller.ts';
import { inspectDrawing } from './page-inspection.ts';
import { readPageText } from './page-text.ts';
import { startPdfWorker } from './pdf-worker.ts';
import type { TextBlock } from './text-block.ts';
import { adoptTextStyles } from './text-layer-sheet.ts';
import type { PageRange } from './uninspected-pages.ts';
import { untilSilent } from './worker-watch.ts';

export type { Destination } from './destination.ts';
export type { FindState } from './document-find.ts';
export type { DocumentNotice } from './notices.ts';
export type { AskPassword } from './open-pdf.ts';
export type { OutlineItem } from './outline.ts';
export type { ListState, PageWords } from './page-list.ts';
export type { ListSurface } from './page-scroller.ts';
export type { TextBlock } from './text-block.ts';
export type { PageRange } from './uninspected-pages.ts';

export interface ViewerOptions {
  readonly surface: ListSurface;
  /** Absolute, with a slash at the end. */
  readonly assetsUrl: string;
  /** pdf.js's worker where it has been started already; it is the viewer's from now on. */
  readonly worker?: Promise<Worker>;
  readonly words: PageWords;
  /** Called from the moment the pages are laid out, and then whenever page or zoom change. */
  readonly onChange: (state: ListState) => void;
  /** All notices so far, in a stable order, each time one is new. More come while pages are drawn. */
  readonly onNotice: (notices: readonly DocumentNotice[]) => void;
  /** The pages that `not-inspected` is about, each time they are others; none where it is about the whole file. */
  readonly onUninspected: (pages: readonly PageRange[]) => void;
  /** All pages so far, from 1, that were painted and in sight: half of the page, or as much as the pane holds. */
  readonly onViewed: (pages: ReadonlySet<number>) => void;
  /** Called whenever a search has come further, or shows another place. */
  readonly onFind: (state: FindState) => void;
  /**
   * The file opens with a password only; `wrong` tells that the last one was not it. A rejected answer gives up:
   * the document is then `protected`. The password is kept no longer than until the file is open.
   */
  readonly askPassword: AskPassword;
  /** How long `inspected` may take after the first page is painted, ms; see file-survey.ts. */
  readonly surveyPatience?: number;
}

/** Shows one PDF in an element. Its worker starts with it, so that both are ready when the bytes come. */
export class PdfViewer {
  readonly #options: ViewerOptions;
  readonly #closed = new AbortController();
  readonly #worker: Promise<Worker>;
  readonly #notices: NoticeBoard;
  #words: PageWords;
  #pdf: OpenPdf | undefined;
  #list: PageList | undefined;
  #find: DocumentFind | undefined;
  #inspected: Promise<void> | undefined;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#words = options.words;
    this.#notices = new NoticeBoard({
      onNotice: notices => {
        if (!this.#closed.signal.aborted) options.onNotice(notices);
      },
      onUninspected: pages => {
        if (!this.#closed.signal.aborted) options.onUninspected(pages);
      },
    });
    adoptTextStyles(options.surface.pages.getRootNode());
    this.#worker = options.worker ?? startPdfWorker(options.assetsUrl, this.#closed.signal);
  }

  /**
   * Settles when nothing stands in the way of an acceptance: every page has been looked through for what it does
   * not show, or the notices say that there was no time for all. Ask after `show()`.
   */
  async inspected(): Promise<void> {
    await this.#inspected;
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
   * Opens the document and shows it; call it once. `bytes` stay untouched.
   *
   * @param counted how many pages somebody else has counted in it, where somebody has.
   * @returns how many pages there are, once the first is painted and the notices of the file as a whole are told.
   * @throws UnreadableError when it can't be shown; after `close()`, anything.
   */
  async show(bytes: Uint8Array<ArrayBuffer>, counted?: number): Promise<number> {
    const worker = await this.#worker;
    const watched = new AbortController();
    try {
      return await Promise.race([this.#open(bytes, worker, counted), untilSilent(worker, watched.signal)]);
    } catch (error) {
      throw asUnreadable(error);
    } finally {
      watched.abort();
    }
  }

  setWords(words: PageWords): void {
    this.#words = words;
    this.#list?.setWords(words);
  }

  /** A level up (1) or down (-1). */
  zoom(direction: 1 | -1): void {
    this.#list?.scroller.zoom(direction);
  }

  /** To a scale between 0.25 and 4; 1 is natural size at 96 dpi. */
  zoomTo(scale: number): void {
    this.#list?.scroller.zoomTo(scale);
  }

  fitWidth(): void {
    this.#list?.scroller.fitWidth();
  }

  /** Brings a page, from 1, to the upper edge; the nearest one there is. */
  goToPage(page: number): void {
    this.goTo({ page, fraction: 0 });
  }

  /** Brings the place of an outline's entry to the upper edge. */
  goTo(destination: Destination): void {
    this.#list?.scroller.goTo(destination);
  }

  /** The file's table of contents; empty where it has none. */
  async outline(): Promise<readonly OutlineItem[]> {
    return this.#pdf === undefined ? [] : readOutline(this.#pdf.document, this.#closed.signal);
  }

  /**
   * Looks for words in the whole document, without regard to case and accents; `onFind` tells how far it is.
   *
   * @returns what was found once all pages are searched, or a later search has taken over.
   */
  async search(query: string): Promise<FindState> {
    return (await this.#find?.search(query)) ?? { query, searching: false, total: 0, current: 0 };
  }

  /** Shows the next found place; after the last the first. */
  findNext(): void {
    this.#find?.next();
  }

  /** Shows the found place before; before the first the last. */
  findPrevious(): void {
    this.#find?.previous();
  }

  /** Ends the search and takes its marks away. */
  clearFind(): void {
    this.#find?.clear();
  }

  /** A page, from 1, as it is read: for people who don't see it. Empty where it has no text. */
  async pageText(page: number): Promise<readonly TextBlock[]> {
    if (this.#pdf === undefined) return [];
    const { document } = this.#pdf;
    return readPageText(document, await document.getPage(page));
  }

  /** Takes everything away: pages, memory, worker. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#find?.clear();
    this.#list?.close();
    await this.#pdf?.close();
    const worker = await this.#worker.catch(() => undefined);
    worker?.terminate();
  }

  /** Shows the document, as far as a signer has to be told of it before they can accept. */
  async #open(bytes: Uint8Array<ArrayBuffer>, worker: Worker, counted?: number): Promise<number> {
    const { signal } = this.#closed;
    signal.throwIfAborted();
    const pdf = await openBounded(bytes, worker, {
      assetsUrl: this.#options.assetsUrl,
      askPassword: this.#options.askPassword,
      notices: this.#notices,
      signal,
    });
    // The worker answers in turn: what is asked about the file waits until there is something to see.
    const shown = this.#showPages(pdf).then(() => this.#inspectFile(pdf, counted));
    await Promise.all([shown, pdf.checkImages()]);
    this.#inspected = this.#survey(pdf);
    return pdf.document.numPages;
  }

  /** Nothing may be accepted before this is told: it is about what no page shows. */
  async #inspectFile({ document }: OpenPdf, counted = 0): Promise<void> {
    // pdf.js believes what the file says of itself, and shows no page beyond that. Nobody counts none.
    if (counted > 0 && counted !== document.numPages) this.#notices.add('pages-differ');
    this.#notices.add(...(await inspectDocument(document)));
  }

  #survey(pdf: BoundedPdf): Promise<void> {
    return surveyFile(pdf, this.#notices, {
      isBusy: () => this.#list?.busy === true,
      patience: this.#options.surveyPatience,
      hasBrokenParts: pdf.hasBrokenParts,
      signal: this.#closed.signal,
    });
  }

  async #showPages(pdf: OpenPdf): Promise<void> {
    this.#pdf = pdf;
    this.#closed.signal.throwIfAborted();
    const { document } = pdf;
    const { surface, onChange, onViewed, onFind } = this.#options;
    const first = await document.getPage(1);
    this.#closed.signal.throwIfAborted();
    const list = new PageList(surface, document, first, this.#words, {
      onChange,
      onViewed,
      onDrawn: page => this.#notices.add(...inspectDrawing(page)),
      onFailed: () => this.#notices.add('page-failed'),
    });
    this.#list = list;
    this.#find = new DocumentFind(document, {
      onChange: onFind,
      onMatch: (query, match) => void list.seek(query, match),
      pageInSight: () => list.scroller.index,
    });
    await list.shown;
  }
}
