import { type AssetSource, assetSource } from '../assets/asset-source.ts';
import { type DocumentProblem, UnreadableError } from './document-load.ts';
import {
  type DocumentEvent,
  DocumentShownEvent,
  DocumentUnreadableEvent,
  DocumentViewedEvent,
  DocumentWarningsEvent,
} from './events.ts';
import { type EarlyWorker, startPdfWorker } from './pdf/pdf-worker.ts';
import { loadPdfViewer } from './pdf/load-viewer.ts';
import type {
  DocumentWarning,
  FindState,
  ListState,
  ListSurface,
  OutlineItem,
  PageLabels,
  PdfViewer,
  WarningPages,
} from './pages/pdf-viewer.ts';

/** How far the shown of a document has come. */
export type ShownState =
  /** On its way; `list` is there as soon as the pages have their places. */
  | { readonly status: 'opening'; readonly list?: ListState }
  /** It opens with a password only. `wrong`: the last one was not it; `checking`: one is being tried. */
  | { readonly status: 'asking'; readonly wrong: boolean; readonly checking: boolean }
  /** The first page is painted. */
  | { readonly status: 'shown'; readonly list: ListState }
  | { readonly status: 'unreadable'; readonly problem: DocumentProblem };

/** All that is known of a document so far. */
export interface KnownDocument {
  readonly state: ShownState;
  readonly warnings: readonly DocumentWarning[];
  /** The pages that they are about. */
  readonly warningPages: WarningPages;
  /** `undefined` before the first search. */
  readonly find: FindState | undefined;
  /** Empty where the file has none, or it is not known yet. */
  readonly outline: readonly OutlineItem[];
}

export const NOTHING_KNOWN: KnownDocument = {
  state: { status: 'opening' },
  warnings: [],
  warningPages: new Map(),
  find: undefined,
  outline: [],
};

/** What a shown needs of the element it happens in. */
export interface ShownDocumentHost {
  readonly assetsUrl: string | undefined;
  /** One that was started before; another is started where there is none. */
  readonly earlyWorker: EarlyWorker | undefined;
  /** How many pages the service counts, where it says so. */
  readonly countedPages: number | undefined;
  readonly surface: ListSurface;
  readonly pageLabels: PageLabels;
  /** Settles when there is a surface. */
  readonly updateComplete: Promise<boolean>;
  /** Settles when there are words for what the signer has to be told. */
  readonly worded: Promise<void>;
  readonly tell: (event: DocumentEvent) => void;
  requestUpdate(): void;
}

/** What waits for the reader's password. */
interface Question {
  readonly answer: (password: string) => void;
  readonly giveUp: () => void;
}

/**
 * One document from its announcement to its end: the viewer that belongs to it, and all that is known of it.
 * The viewer starts at once, so that it is ready when the bytes come.
 */
export class ShownDocument {
  readonly #host: ShownDocumentHost;
  readonly #ended = new AbortController();
  readonly #loading: Promise<PdfViewer>;
  #viewer: PdfViewer | undefined;
  #known = NOTHING_KNOWN;
  #waiting = true;
  #question: Question | undefined;
  #viewed: ReadonlySet<number> = new Set();

  constructor(host: ShownDocumentHost) {
    this.#host = host;
    this.#loading = this.#load(assetSource(host.assetsUrl));
    this.#loading.then(viewer => viewer.ready()).catch((error: unknown) => this.#fail(error));
  }

  /** `undefined` until its code is here. */
  get viewer(): PdfViewer | undefined {
    return this.#viewer;
  }

  get known(): KnownDocument {
    return this.#known;
  }

  /** Where the reader is; `undefined` while there are no pages. */
  get list(): ListState | undefined {
    const { state } = this.#known;
    return state.status === 'opening' || state.status === 'shown' ? state.list : undefined;
  }

  /** Whether it can still get its bytes. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** Shows the document; call it once. What becomes of it is told by the state and by events. */
  async show(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#waiting = false;
    try {
      const viewer = await this.#loading;
      const pages = await viewer.show(bytes, this.#host.countedPages);
      // Whoever may accept can read what the pages do not show.
      await this.#host.worded;
      if (this.#ended.signal.aborted) return;
      const { state } = this.#known;
      if (state.status === 'opening' && state.list !== undefined) {
        this.#learn({ state: { status: 'shown', list: state.list } });
      }
      this.#tell(new DocumentShownEvent(pages));
      this.#learn({ outline: await viewer.outline() });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The reader's password, which goes on and is kept nowhere. */
  answer(password: string): void {
    this.#learn({ state: { status: 'asking', wrong: false, checking: true } });
    this.#question?.answer(password);
  }

  /** The reader has no password. */
  giveUp(): void {
    this.#question?.giveUp();
  }

  /** Pages, from 1, that the reader has seen, or whose text they have. */
  noteViewed(pages: ReadonlySet<number>): void {
    const all = new Set([...this.#viewed, ...pages]);
    if (all.size === this.#viewed.size) return;
    this.#viewed = all;
    this.#tell(new DocumentViewedEvent(all));
  }

  close(): void {
    this.#ended.abort();
    this.#question?.giveUp();
    // A viewer that is still on its way is closed when it comes.
    void this.#loading.then(viewer => viewer.close()).catch(() => undefined);
  }

  /** The worker starts while the viewer's code is on its way, if not before: each takes about as long. */
  async #load(assets: AssetSource): Promise<PdfViewer> {
    const { signal } = this.#ended;
    const worker = this.#host.earlyWorker?.take(assets, signal) ?? startPdfWorker(assets, signal);
    // Until there is a viewer that waits for it, nobody hears that it failed.
    worker.catch(() => undefined);
    const host = this.#host;
    const ready = Promise.all([loadPdfViewer(), host.updateComplete]);
    const [Viewer] = await ready.catch(async (error: unknown) => {
      void worker.then(started => started.terminate()).catch(() => undefined);
      throw error;
    });
    this.#viewer = new Viewer({
      surface: host.surface,
      labels: host.pageLabels,
      assets,
      worker,
      onChange: list => this.#handleList(list),
      onWarnings: (warnings, warningPages) => {
        this.#tell(new DocumentWarningsEvent(warnings));
        this.#learn({ warnings, warningPages });
      },
      onViewed: pages => this.noteViewed(pages),
      onFind: find => this.#learn({ find }),
      askPassword: wrong => this.#ask(wrong),
    });
    return this.#viewer;
  }

  #ask(wrong: boolean): Promise<string> {
    this.#learn({ state: { status: 'asking', wrong, checking: false } });
    return new Promise((answer, reject) => {
      this.#question = { answer, giveUp: () => reject(new Error('The reader has no password.')) };
    });
  }

  #handleList(list: ListState): void {
    const { status } = this.#known.state;
    if (status === 'unreadable') return;
    this.#learn({ state: { status: status === 'shown' ? 'shown' : 'opening', list } });
  }

  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    this.close();
    // What is not about the document (its viewer could not start) is about the viewer.
    const known = error instanceof UnreadableError;
    const problem = known ? error.problem : 'viewer';
    this.#known = { ...this.#known, state: { status: 'unreadable', problem } };
    this.#host.requestUpdate();
    this.#host.tell(new DocumentUnreadableEvent(problem, known ? error.cause : error));
  }

  #learn(news: Partial<KnownDocument>): void {
    this.#known = { ...this.#known, ...news };
    if (!this.#ended.signal.aborted) this.#host.requestUpdate();
  }

  #tell(event: DocumentEvent): void {
    if (!this.#ended.signal.aborted) this.#host.tell(event);
  }
}
