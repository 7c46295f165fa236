import { openPdf, asUnreadable, type OpenPdf } from './open-pdf.ts';
import { PageList, type ListState, type ListSurface, type PageWords } from './page-list.ts';
import { startPdfWorker } from './pdf-worker.ts';
import { textLayerStyles } from './text-layer.styles.ts';

export type { ListState, ListSurface, PageWords } from './page-list.ts';

export interface ViewerOptions {
  readonly surface: ListSurface;
  /** Absolute, with a slash at the end. */
  readonly assetsUrl: string;
  readonly words: PageWords;
  /** Called from the moment the pages are laid out, and then whenever page or zoom change. */
  readonly onChange: (state: ListState) => void;
}

/** Shows one PDF in an element. Its worker starts with it, so that both are ready when the bytes come. */
export class PdfViewer {
  readonly #options: ViewerOptions;
  readonly #closed = new AbortController();
  readonly #worker: Promise<Worker>;
  #words: PageWords;
  #pdf: OpenPdf | undefined;
  #list: PageList | undefined;

  constructor(options: ViewerOptions) {
    this.#options = options;
    this.#words = options.words;
    adoptTextStyles(options.surface.pages.getRootNode());
    this.#worker = startPdfWorker(options.assetsUrl, this.#closed.signal);
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
   * @returns how many pages there are, once the first is painted.
   * @throws UnreadableError when it can't be shown; after `close()`, anything.
   */
  async show(bytes: Uint8Array): Promise<number> {
    const worker = await this.#worker;
    this.#closed.signal.throwIfAborted();
    this.#pdf = await openPdf(bytes, worker, this.#options.assetsUrl);
    this.#closed.signal.throwIfAborted();
    const { document } = this.#pdf;
    try {
      const first = await document.getPage(1);
      this.#closed.signal.throwIfAborted();
      const { surface, onChange } = this.#options;
      this.#list = new PageList(surface, document, first, this.#words, onChange);
      await this.#list.firstPainted;
      return document.numPages;
    } catch (error) {
      throw asUnreadable(error);
    }
  }

  setWords(words: PageWords): void {
    this.#words = words;
    this.#list?.setWords(words);
  }

  zoom(direction: 1 | -1): void {
    this.#list?.zoom(direction);
  }

  fitWidth(): void {
    this.#list?.fitWidth();
  }

  /** Takes everything away: pages, memory, worker. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#list?.close();
    await this.#pdf?.close();
    const worker = await this.#worker.catch(() => undefined);
    worker?.terminate();
  }
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
