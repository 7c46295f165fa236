import { unlessAborted } from '../../support/unless-aborted.ts';
import type { Destination } from '../links/destination.ts';
import { DocumentFind, type FindState } from '../text/document-find.ts';
import { checkDocument } from '../checks/check-document.ts';
import {
  type DocumentWarning,
  type ServiceWarning,
  type WarningPages,
  WarningStore,
  warningOf,
} from '../checks/warnings.ts';
import { type AskPassword, type OpenPdf, asUnreadable, openPdf } from '../pdf/open-pdf.ts';
import { type OutlineItem, readOutline } from '../links/outline.ts';
import { hasPictures, inspectAnnotations, inspectDrawing, usesUnembeddedFont } from '../checks/check-page.ts';
import { type DrawnPage, type ListState, type PageLabels, PageList } from './page-list.ts';
import type { ListSurface } from './viewport-metrics.ts';
import { PageSource } from './page-source.ts';
import { type TextBlock, readPageText } from '../text/page-text.ts';
import { startPdfWorker } from '../pdf/pdf-worker.ts';
import type { PDFPageProxy } from '../pdf/pdfjs.ts';
import { adoptTextStyles } from '../text/text-layer.styles.ts';
import { TimeLimit } from './visible-time.ts';
import { UnreadableError } from '../document-load.ts';

export type { Destination } from '../links/destination.ts';
export type { FindState } from '../text/document-find.ts';
export type { DocumentWarning, WarningPages } from '../checks/warnings.ts';
export type { AskPassword } from '../pdf/open-pdf.ts';
export type { OutlineItem } from '../links/outline.ts';
export type { ListState, PageLabels } from './page-list.ts';
export type { ListSurface } from './viewport-metrics.ts';
export type { TextBlock } from '../text/page-text.ts';

export interface ViewerOptions {
  readonly surface: ListSurface;
  /** Absolute, with a slash at the end. */
  readonly assetsUrl: string;
  /** pdf.js's worker where it has been started already; it is the viewer's from now on. */
  readonly worker?: Promise<Worker>;
  readonly labels: PageLabels;
  /** Called from the moment the pages are laid out, and then whenever page or zoom change. */
  readonly onChange: (state: ListState) => void;
  /**
   * All warnings so far, in a stable order, each time there is more to tell; and the pages that they are about. More
   * come while pages are drawn.
   */
  readonly onWarnings: (warnings: readonly DocumentWarning[], pages: WarningPages) => void;
  /** All pages so far, from 1, that were painted and in sight: half of the page, or as much as the pane holds. */
  readonly onViewed: (pages: ReadonlySet<number>) => void;
  /** Called whenever a search has come further, or shows another place. */
  readonly onFind: (state: FindState) => void;
  /**
   * The file opens with a password only; `wrong` tells that the last one was not it. A rejected answer gives up:
   * the document is then `protected`. The password is kept no longer than until the file is open.
   */
  readonly askPassword: AskPassword;
}

/** What the service says of a document. */
export interface ToldOfDocument {
  /** How many pages it counts. */
  readonly pages?: number | undefined;
  /** What it found that they may not show. */
  readonly warnings?: readonly ServiceWarning[] | undefined;
}

/**
 * How long it may take to open a file, ms that the page is on the screen: a browser that ends the worker, for want of
 * memory, tells nobody.
 */
const LONGEST_OPENING = 30_000;

/** Shows one PDF in an element. Its worker starts with it, so that both are ready when the bytes come. */
export class PdfViewer {
  readonly #options: ViewerOptions;
  readonly #closed = new AbortController();
  readonly #worker: Promise<Worker>;
  readonly #warnings: WarningStore;
  /** Pages, from 1, whose annotations have been looked through. */
  readonly #inspected = new Set<number>();
  #labels: PageLabels;
  #pdf: OpenPdf | undefined;
  #source: PageSource | undefined;
  #list: PageList | undefined;
  #find: DocumentFind | undefined;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#labels = options.labels;
    this.#warnings = new WarningStore((warnings, pages) => {
      if (!this.#closed.signal.aborted) options.onWarnings(warnings, pages);
    });
    adoptTextStyles(options.surface.pages.getRootNode());
    this.#worker = options.worker ?? startPdfWorker(options.assetsUrl, this.#closed.signal);
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
   * @param told what the service knows of it.
   * @returns how many pages there are, once the first is painted and the warnings of the file as a whole are told.
   * @throws UnreadableError when it can't be shown; after `close()`, anything.
   */
  async show(bytes: Uint8Array<ArrayBuffer>, told: ToldOfDocument = {}): Promise<number> {
    try {
      const first = await this.#open(bytes, await this.#worker);
      await this.#showPages(first);
      // The worker answers in turn: what is asked about the file waits until there is something to see.
      return await this.#inspectFile(told);
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  setLabels(labels: PageLabels): void {
    this.#labels = labels;
    this.#list?.setLabels(labels);
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
    return this.#source === undefined ? [] : readOutline(this.#source.document, this.#closed.signal);
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
    const source = this.#source;
    return source === undefined ? [] : source.read(page - 1, one => readPageText(source.document, one));
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

  /** @returns the first page. */
  async #open(bytes: Uint8Array<ArrayBuffer>, worker: Worker): Promise<PDFPageProxy> {
    const { signal } = this.#closed;
    signal.throwIfAborted();
    const { assetsUrl, askPassword } = this.#options;
    const limit = new TimeLimit(LONGEST_OPENING);
    const open = async (): Promise<PDFPageProxy> => {
      this.#pdf = await openPdf(bytes, worker, {
        assetsUrl,
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
      onDrawn: (page, drawn) => void this.#checkPage(page, drawn),
      onFailed: page => this.#warnings.add(['page-failed'], page),
    });
    this.#list = list;
    this.#find = new DocumentFind(source, {
      onChange: onFind,
      onMatch: (query, match) => void list.seek(query, match),
      pageInSight: () => list.scroller.index,
    });
    await list.shown;
  }

  /**
   * Nothing may be accepted before this is told: it is about what no page shows.
   *
   * @returns how many pages there are.
   */
  async #inspectFile({ pages: counted = 0, warnings = [] }: ToldOfDocument): Promise<number> {
    const source = this.#source;
    if (source === undefined) return 0;
    const { document } = source;
    // pdf.js believes what the file says of itself, and shows no page beyond that. Nobody counts none.
    if (counted > 0 && counted !== document.numPages) this.#warnings.add(['pages-differ']);
    for (const warning of warnings) {
      const known = warningOf(warning);
      if (known !== undefined) this.#warnings.add([known], warning.page);
    }
    this.#warnings.add(await checkDocument(document));
    return document.numPages;
  }

  /** What a page does not show is told as soon as it is drawn; what its annotations hold, when they have been read. */
  async #checkPage(page: PDFPageProxy, { number, blank, missingPart, hasWords }: DrawnPage): Promise<void> {
    const pictured = hasPictures(page);
    this.#warnings.add(inspectDrawing(page), number);
    if (blank) this.#warnings.add(['blank-page'], number);
    else if (missingPart === 'content') this.#warnings.add(['image-missing'], number);
    if (this.#inspected.has(number)) return;
    this.#inspected.add(number);
    const annotated = await inspectAnnotations(page).catch((): DocumentWarning[] => ['not-inspected']);
    this.#warnings.add(annotated, number);
    if (await usesUnembeddedFont(page).catch(() => false)) this.#warnings.add(['font-not-embedded'], number);
    if (pictured && (await hasWords) === false) this.#warnings.add(['scanned'], number);
  }
}
