import type { Destination } from './destination.ts';
import { DocumentFind, type FindState } from './document-find.ts';
import { inspectDocument } from './document-inspection.ts';
import { areTooLarge, measureFile, type FileBounds } from './file-bounds.ts';
import { NoticeBoard, type DocumentNotice } from './notices.ts';
import { asUnreadable, openPdf, openStrictly, type AskPassword, type OpenPdf } from './open-pdf.ts';
import { readOutline, type OutlineItem } from './outline.ts';
import { PageList, type ListState, type PageWords } from './page-list.ts';
import type { ListSurface } from './page-scroller.ts';
import { inspectDrawing } from './page-inspection.ts';
import { leavesOut, surveyPages } from './page-survey.ts';
import { readPageText } from './page-text.ts';
import { startPdfWorker } from './pdf-worker.ts';
import type { TextBlock } from './text-block.ts';
import { textLayerStyles } from './text-layer.styles.ts';
import { UnreadableError } from './unreadable-error.ts';

export type { Destination } from './destination.ts';
export type { FindState } from './document-find.ts';
export type { DocumentNotice } from './notices.ts';
export type { AskPassword } from './open-pdf.ts';
export type { OutlineItem } from './outline.ts';
export type { ListState, PageWords } from './page-list.ts';
export type { ListSurface } from './page-scroller.ts';
export type { TextBlock } from './text-block.ts';

export interface ViewerOptions {
  readonly surface: ListSurface;
  /** Absolute, with a slash at the end. */
  readonly assetsUrl: string;
  readonly words: PageWords;
  /** Called from the moment the pages are laid out, and then whenever page or zoom change. */
  readonly onChange: (state: ListState) => void;
  /** All notices so far, in a stable order, each time one is new. More come while pages are drawn. */
  readonly onNotice: (notices: readonly DocumentNotice[]) => void;
  /** All pages so far, from 1, that were painted and in sight: half of the page, or as much as the pane holds. */
  readonly onViewed: (pages: ReadonlySet<number>) => void;
  /** Called whenever a search has come further, or shows another place. */
  readonly onFind: (state: FindState) => void;
  /**
   * The file opens with a password only; `wrong` tells that the last one was not it. A rejected answer gives up:
   * the document is then `protected`. The password is kept nowhere.
   */
  readonly askPassword: AskPassword;
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
  #inspected = false;
  /** Whether the file has a password of its reader's. */
  #asked = false;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#words = options.words;
    this.#notices = new NoticeBoard(notices => {
      if (!this.#closed.signal.aborted) options.onNotice(notices);
    });
    adoptTextStyles(options.surface.pages.getRootNode());
    this.#worker = startPdfWorker(options.assetsUrl, this.#closed.signal);
  }

  /** Whether all pages have been looked at for what they don't show; what is drawn later may still add to it. */
  get inspected(): boolean {
    return this.#inspected;
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
   * @returns how many pages there are, once the first is painted and the notices of the file as a whole are told.
   * @throws UnreadableError when it can't be shown; after `close()`, anything.
   */
  async show(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const worker = await this.#worker;
    const { signal } = this.#closed;
    signal.throwIfAborted();
    const { assetsUrl } = this.#options;
    const askPassword: AskPassword = wrong => {
      this.#asked = true;
      return orAborted(this.#options.askPassword(wrong), signal);
    };
    const opening = openPdf(bytes, worker, { assetsUrl, askPassword });
    try {
      // Begun together, so that no ordinary file waits to be measured; but nothing is drawn before.
      const [pdf, bounds] = await Promise.all([opening, this.#measure(bytes)]);
      const shown = this.#showPages(pdf);
      await Promise.all([shown, this.#inspectFile(pdf), this.#measureImages(bytes, bounds)]);
      this.#beginInspection(bytes, pdf, bounds);
      return pdf.document.numPages;
    } catch (error) {
      throw asUnreadable(error);
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
    return readPageText(await this.#pdf.document.getPage(page));
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

  async #measure(bytes: Uint8Array<ArrayBuffer>): Promise<FileBounds> {
    const bounds = await measureFile(bytes, this.#closed.signal);
    if (bounds.hasHugeImage) this.#notices.add('image-missing');
    if (bounds.tooLarge) await this.#refuse();
    return bounds;
  }

  async #measureImages(bytes: Uint8Array<ArrayBuffer>, { largeImages }: FileBounds): Promise<void> {
    if (await areTooLarge(bytes, largeImages, this.#closed.signal)) await this.#refuse();
  }

  /** At once: the worker is at work on what is too much. */
  async #refuse(): Promise<never> {
    (await this.#worker).terminate();
    throw new UnreadableError('tooLarge');
  }

  /** Nothing may be accepted before this is told: it is about what no page shows. */
  async #inspectFile({ document }: OpenPdf): Promise<void> {
    this.#notices.add(...(await inspectDocument(document)));
  }

  #beginInspection(bytes: Uint8Array, pdf: OpenPdf, bounds: FileBounds): void {
    // What can't be found out is no reason not to show the document; closing ends it in the middle.
    void this.#inspect(bytes, pdf, bounds)
      .catch(() => undefined)
      .then(() => (this.#inspected = true));
  }

  /** Finds out what each page does not show, while they are read. */
  async #inspect(bytes: Uint8Array, { document }: OpenPdf, bounds: FileBounds): Promise<void> {
    const { signal } = this.#closed;
    const isBusy = () => this.#list?.busy === true;
    await surveyPages(document, this.#notices, isBusy, signal).catch(() => undefined);
    if (!bounds.hasCodedStencils || this.#asked || signal.aborted) return;
    const strict = await openStrictly(bytes, await this.#worker, this.#options.assetsUrl);
    if (await leavesOut(document, strict.document, isBusy, signal)) this.#notices.add('image-missing');
    await strict.close();
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
    await list.firstPainted;
  }
}

/** What is awaited, or a rejection as soon as nobody waits for it any more. */
function orAborted<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The viewer was closed.')), { once: true });
    awaited.then(resolve, reject);
  });
}

let textLayerSheet: CSSStyleSheet | undefined;

function adoptTextStyles(root: Node): void {
  if (textLayerSheet === undefined) {
    textLayerSheet = new CSSStyleSheet();
    textLayerSheet.replaceSync(textLayerStyles);
  }
  if (!(root instanceof ShadowRoot) || root.adoptedStyleSheets.includes(textLayerSheet)) return;
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, textLayerSheet];
}
