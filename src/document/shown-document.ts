import { assetsFolder } from './assets-url.ts';
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
  ToldOfDocument,
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

/** What a shown needs of the element it happens in. */
export interface ShownDocumentHost {
  readonly assetsUrl: string | undefined;
  /** One that was started before; another is started where there is none. */
  readonly earlyWorker: EarlyWorker | undefined;
  /** What the service says of the document. */
  readonly told: ToldOfDocument | undefined;
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
  #state: ShownState = { status: 'opening' };
  #waiting = true;
  #question: Question | undefined;
  #warnings: readonly DocumentWarning[] = [];
  #warningPages: WarningPages = new Map();
  #viewed: ReadonlySet<number> = new Set();
  #find: FindState | undefined;
  #outline: readonly OutlineItem[] = [];

  constructor(host: ShownDocumentHost) {
    this.#host = host;
    this.#loading = this.#load(assetsFolder(host.assetsUrl));
    this.#loading.then(viewer => viewer.ready()).catch((error: unknown) => this.#fail(error));
  }

  /** `undefined` until its code is here. */
  get viewer(): PdfViewer | undefined {
    return this.#viewer;
  }

  get state(): ShownState {
    return this.#state;
  }

  /** Where the reader is; `undefined` while there are no pages. */
  get list(): ListState | undefined {
    const state = this.#state;
    return state.status === 'opening' || state.status === 'shown' ? state.list : undefined;
  }

  /** Whether it can still get its bytes. */
  get waiting(): boolean {
    return this.#waiting;
  }

  get warnings(): readonly DocumentWarning[] {
    return this.#warnings;
  }

  /** The pages that they are about. */
  get warningPages(): WarningPages {
    return this.#warningPages;
  }

  /** `undefined` before the first search. */
  get find(): FindState | undefined {
    return this.#find;
  }

  /** Empty where the file has none, or it is not known yet. */
  get outline(): readonly OutlineItem[] {
    return this.#outline;
  }

  /** Shows the document; call it once. What becomes of it is told by the state and by events. */
  async show(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#waiting = false;
    try {
      const viewer = await this.#loading;
      const pages = await viewer.show(bytes, this.#host.told);
      // Whoever may accept can read what the pages do not show.
      await this.#host.worded;
      if (this.#ended.signal.aborted) return;
      if (this.#state.status === 'opening' && this.#state.list !== undefined) {
        this.#set({ status: 'shown', list: this.#state.list });
      }
      this.#tell(new DocumentShownEvent(pages));
      this.#outline = await viewer.outline();
      this.#update();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** The reader's password, which goes on and is kept nowhere. */
  answer(password: string): void {
    this.#set({ status: 'asking', wrong: false, checking: true });
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
  async #load(assetsUrl: string): Promise<PdfViewer> {
    const { signal } = this.#ended;
    const worker = this.#host.earlyWorker?.take(assetsUrl, signal) ?? startPdfWorker(assetsUrl, signal);
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
      assetsUrl,
      worker,
      onChange: list => this.#handleList(list),
      onWarnings: (warnings, about) => this.#handleWarnings(warnings, about),
      onViewed: pages => this.noteViewed(pages),
      onFind: find => {
        this.#find = find;
        this.#update();
      },
      askPassword: wrong => this.#ask(wrong),
    });
    return this.#viewer;
  }

  #ask(wrong: boolean): Promise<string> {
    this.#set({ status: 'asking', wrong, checking: false });
    return new Promise((answer, reject) => {
      this.#question = { answer, giveUp: () => reject(new Error('The reader has no password.')) };
    });
  }

  #handleList(list: ListState): void {
    if (this.#state.status === 'unreadable') return;
    this.#set({ status: this.#state.status === 'shown' ? 'shown' : 'opening', list });
  }

  #handleWarnings(warnings: readonly DocumentWarning[], pages: WarningPages): void {
    this.#warnings = warnings;
    this.#warningPages = pages;
    this.#tell(new DocumentWarningsEvent(warnings));
    this.#update();
  }

  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    this.close();
    // What is not about the document (its viewer could not start) is about the viewer.
    const known = error instanceof UnreadableError;
    const problem = known ? error.problem : 'viewer';
    this.#state = { status: 'unreadable', problem };
    this.#host.requestUpdate();
    this.#host.tell(new DocumentUnreadableEvent(problem, known ? error.cause : error));
  }

  #set(state: ShownState): void {
    this.#state = state;
    this.#update();
  }

  #update(): void {
    if (!this.#ended.signal.aborted) this.#host.requestUpdate();
  }

  #tell(event: DocumentEvent): void {
    if (!this.#ended.signal.aborted) this.#host.tell(event);
  }
}
