/** The open document and its state, for the viewer. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type AssetSource, assetSource } from '../../assets/asset-source.ts';
import { isMissing } from '../../assets/asset-watch.ts';
import { idleAfter } from '../../support/turns.ts';
import { type DocumentProblem, UnreadableError, type ViewableLoad } from '../document-load.ts';
import { type EarlyWorker, startPdfWorker } from '../pdf/pdf-worker.ts';
import {
  type DocumentEvent,
  DocumentShownEvent,
  DocumentUnreadableEvent,
  DocumentViewedEvent,
  DocumentWarningsEvent,
} from './events.ts';
import { loadPdfViewer } from './load-viewer.ts';
import type {
  DocumentFacts,
  DocumentWarning,
  FindState,
  ListState,
  ListSurface,
  OutlineItem,
  PageLabels,
  PdfContent,
  PdfViewer,
  WarningPages,
} from './pdf-viewer.ts';

/** The progress of showing a document. */
export type ShownState =
  /** Loading; `list` is present as soon as the pages are laid out. */
  | { readonly status: 'opening'; readonly list?: ListState }
  /** It needs a password. `wrong`: the last one was wrong; `checking`: one is being tried. */
  | { readonly status: 'asking'; readonly wrong: boolean; readonly checking: boolean }
  /** The first page is painted. */
  | { readonly status: 'shown'; readonly list: ListState }
  | { readonly status: 'unreadable'; readonly problem: DocumentProblem };

/** The state of a document. */
interface KnownDocument {
  readonly state: ShownState;
  /** Is the first page on the screen, and the page's thread idle? Until then nothing is rendered that can wait. */
  readonly painted: boolean;
  readonly warnings: readonly DocumentWarning[];
  /** The pages of the warnings. */
  readonly warningPages: WarningPages;
  /** How many pages were viewed. */
  readonly viewed: number;
  /** `undefined` before the first search. */
  readonly find: FindState | undefined;
  /** Empty if the file has none, or it is not loaded yet. */
  readonly outline: readonly OutlineItem[];
}

export const NOTHING_KNOWN: KnownDocument = {
  state: { status: 'opening' },
  painted: false,
  warnings: [],
  warningPages: new Map(),
  viewed: 0,
  find: undefined,
  outline: [],
};

/** What a ShownDocument needs from its element. */
interface ShownDocumentHost {
  readonly assetsUrl: string | undefined;
  /** A worker that was started already; without one, another is started. */
  readonly earlyWorker: EarlyWorker | undefined;
  /** What the service says about the document. */
  readonly facts: DocumentFacts | undefined;
  readonly surface: ListSurface;
  readonly pageLabels: PageLabels;
  /** Settles when the surface is rendered. */
  readonly updateComplete: Promise<boolean>;
  /** Settles when the messages for the warnings are loaded. */
  readonly worded: Promise<void>;
  readonly tell: (event: DocumentEvent) => void;
  requestUpdate(): void;
}

/** ms after the first page, in which the acceptance becomes possible. */
const TOOLS_AFTER = 100;

/** The pending question for the password. */
interface Question {
  readonly answer: (password: string) => void;
  readonly giveUp: () => void;
}

/**
 * A document, from the start of its download until it is closed: its viewer and its state. The viewer starts at once,
 * so that it is ready when the bytes arrive.
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
  /** Whether the bytes are known to be the document's, so that what is wrong with them is wrong with it. */
  #trusted = false;
  #whenTrusted: (() => void) | undefined;

  constructor(host: ShownDocumentHost) {
    this.#host = host;
    this.#loading = this.#load(assetSource(host.assetsUrl));
    this.#loading.then(viewer => viewer.ready()).catch((error: unknown) => this.#fail(error));
  }

  /** `undefined` until its code is loaded. */
  get viewer(): PdfViewer | undefined {
    return this.#viewer;
  }

  get known(): KnownDocument {
    return this.#known;
  }

  /** The reader's position; `undefined` while there are no pages. */
  get list(): ListState | undefined {
    const { state } = this.#known;
    return state.status === 'opening' || state.status === 'shown' ? state.list : undefined;
  }

  /** Whether it is waiting for its bytes. */
  get waiting(): boolean {
    return this.#waiting;
  }

  /** Shows the document; call it once. The result is in `state` and the events. */
  async show(content: PdfContent): Promise<void> {
    this.#waiting = false;
    try {
      const viewer = await this.#loading;
      const pages = await viewer.show(content, this.#host.facts);
      // The warnings must be readable before the signer can accept.
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

  /** All bytes are there, and are the document's: call it when they are. */
  trust(): void {
    this.#trusted = true;
    this.#whenTrusted?.();
  }

  /** Passes on the reader's password, without keeping it. */
  answer(password: string): void {
    this.#learn({ state: { status: 'asking', wrong: false, checking: true } });
    this.#question?.answer(password);
  }

  /** Ends the question: the reader has no password. */
  giveUp(): void {
    this.#question?.giveUp();
  }

  /** Adds pages, from 1, that the reader has viewed, drawn or as text. */
  noteViewed(pages: ReadonlySet<number>): void {
    const all = new Set([...this.#viewed, ...pages]);
    if (all.size === this.#viewed.size) return;
    this.#viewed = all;
    this.#learn({ viewed: all.size });
    this.#tell(new DocumentViewedEvent(all));
  }

  close(): void {
    this.#ended.abort();
    this.#question?.giveUp();
    // A viewer that is still loading is closed when it is loaded.
    void this.#loading.then(viewer => viewer.close()).catch(() => undefined);
  }

  /** Starts the worker and loads the viewer's code in parallel: each takes about as long. */
  async #load(assets: AssetSource): Promise<PdfViewer> {
    const { signal } = this.#ended;
    const worker = this.#host.earlyWorker?.take(assets, signal) ?? startPdfWorker(assets, signal);
    // Avoids an unhandled rejection before the viewer awaits it.
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
      onPainted: () => void idleAfter(TOOLS_AFTER).then(() => this.#learn({ painted: true })),
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

  #fail(cause: unknown): void {
    if (this.#ended.signal.aborted) return;
    if (cause instanceof UnreadableError) this.#failFor(cause.problem, cause.cause);
    // Any other error is the viewer's.
    else void isMissing(cause).then(isGone => this.#failFor(isGone ? 'assets' : 'viewer', cause));
  }

  #failFor(problem: DocumentProblem, cause: unknown): void {
    if (this.#ended.signal.aborted) return;
    if (!this.#trusted && problem !== 'viewer' && problem !== 'assets') {
      this.#whenTrusted = () => this.#failFor(problem, cause);
      return;
    }
    this.close();
    this.#known = { ...this.#known, state: { status: 'unreadable', problem } };
    this.#host.requestUpdate();
    this.#host.tell(new DocumentUnreadableEvent(problem, cause));
  }

  #learn(news: Partial<KnownDocument>): void {
    this.#known = { ...this.#known, ...news };
    if (!this.#ended.signal.aborted) this.#host.requestUpdate();
  }

  #tell(event: DocumentEvent): void {
    if (!this.#ended.signal.aborted) this.#host.tell(event);
  }
}

/** What the controller needs from its element, read after each update. */
export interface DocumentControllerHost extends ReactiveControllerHost, ShownDocumentHost {
  readonly isConnected: boolean;
}

/**
 * Keeps the shown document in step with the element's `load`: creates a ShownDocument while the bytes are downloaded,
 * passes them to it, and closes it when the element is disconnected.
 */
export class DocumentController implements ReactiveController {
  readonly #host: DocumentControllerHost;
  #load: ViewableLoad | undefined;
  #shown: ShownDocument | undefined;

  constructor(host: DocumentControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** The current document, shown or loading; undefined while the element is disconnected. */
  get shown(): ShownDocument | undefined {
    return this.#shown;
  }

  /** Starts loading the worker and the viewer's code before the first render. */
  hostConnected(): void {
    this.#shown ??= new ShownDocument(this.#host);
    // An element that was moved in the page does not update by itself.
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, so that the rendered document belongs to the load. */
  expect(load: ViewableLoad): void {
    const before = this.#load;
    if (load === before) return;
    this.#load = load;
    // The rest of what is shown already has come.
    if (load.arriving !== undefined && load.arriving === before?.arriving) return;
    // A ShownDocument that waits for its bytes is used for the load that has them; any other load gets a new one.
    if (this.#shown?.waiting !== true) this.#end();
  }

  hostUpdated(): void {
    const load = this.#load;
    if (load === undefined || !this.#host.isConnected) return;
    this.#shown ??= new ShownDocument(this.#host);
    const content = load.status === 'loaded' ? load.bytes : load.arriving;
    if (content !== undefined && this.#shown.waiting) void this.#shown.show(content);
    if (load.status === 'loaded') this.#shown.trust();
  }

  hostDisconnected(): void {
    this.#end();
  }

  /** Shows the same bytes again. */
  retry(): void {
    this.#end();
    this.#host.requestUpdate();
  }

  /** Calls `act` with the viewer, if there is one. */
  act(act: (viewer: PdfViewer) => void): void {
    const viewer = this.#shown?.viewer;
    if (viewer !== undefined) act(viewer);
  }

  #end(): void {
    this.#shown?.close();
    this.#shown = undefined;
  }
}
