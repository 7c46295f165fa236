import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { assetsFolder } from './assets-url.ts';
import type { DocumentLoad, DocumentProblem } from './document-load.ts';
import type { ListState, ListSurface, PageWords, PdfViewer } from './pdf/pdf-viewer.ts';
import type { UnreadableError } from './pdf/unreadable-error.ts';

/** How far the showing of a document has come. */
export type ViewingState =
  /** On its way; `list` is there as soon as the pages have their places. */
  | { readonly status: 'opening'; readonly list?: ListState }
  /** The first page is painted. */
  | { readonly status: 'shown'; readonly list: ListState }
  | { readonly status: 'unreadable'; readonly problem: DocumentProblem };

/** What the controller needs of its element, read after each update. */
export interface ViewingHost extends ReactiveControllerHost {
  readonly isConnected: boolean;
  readonly load: DocumentLoad;
  readonly assetsUrl: string | undefined;
  readonly surface: ListSurface;
  readonly words: PageWords;
  handleShown(pages: number): void;
  handleUnreadable(problem: DocumentProblem, cause: unknown): void;
}

/** One load from its announcement to its end, with the viewer that belongs to it. */
interface Run {
  readonly viewer: Promise<PdfViewer>;
  readonly ended: AbortController;
  begun: boolean;
}

/**
 * Keeps the PDF viewer in step with the element's load: starts it while the bytes are on their way, shows them,
 * turns what goes wrong into a problem, and takes everything away when the element leaves the page.
 */
export class Viewing implements ReactiveController {
  readonly #host: ViewingHost;
  #state: ViewingState = { status: 'opening' };
  /** What the state belongs to. */
  #load: DocumentLoad | undefined;
  /** What has been acted on. */
  #followed: DocumentLoad | undefined;
  #run: Run | undefined;

  constructor(host: ViewingHost) {
    this.#host = host;
    host.addController(this);
  }

  get state(): ViewingState {
    return this.#state;
  }

  hostConnected(): void {
    // After a move in the page the element has no update of its own.
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, so that what is rendered belongs to the load. */
  expect(load: DocumentLoad): void {
    if (load === this.#load) return;
    this.#load = load;
    // A viewer that waits for its bytes serves the load that brings them; any other load gets its own.
    if (load.status !== 'failed' && this.#run?.begun === false) return;
    this.#end();
    this.#state =
      load.status === 'failed' ? { status: 'unreadable', problem: load.problem } : { status: 'opening' };
  }

  hostUpdated(): void {
    const load = this.#load;
    if (load === undefined || load === this.#followed || !this.#host.isConnected) return;
    this.#followed = load;
    if (load.status === 'failed') {
      this.#host.handleUnreadable(load.problem, undefined);
      return;
    }
    const run = (this.#run ??= this.#begin());
    if (load.status === 'loaded') void this.#show(run, load.bytes);
  }

  hostDisconnected(): void {
    this.#end();
    this.#forget();
    this.#state = { status: 'opening' };
  }

  /** Loads the viewer again for the same bytes. */
  retry(): void {
    this.#forget();
    this.#host.requestUpdate();
  }

  /** The words have changed. */
  setWords(words: PageWords): void {
    this.#with(viewer => viewer.setWords(words));
  }

  zoom(direction: 1 | -1): void {
    this.#with(viewer => viewer.zoom(direction));
  }

  fitWidth(): void {
    this.#with(viewer => viewer.fitWidth());
  }

  #with(act: (viewer: PdfViewer) => void): void {
    const run = this.#run;
    void run?.viewer.then(
      viewer => (run.ended.signal.aborted ? undefined : act(viewer)),
      // Why there is no viewer is told by #begin.
      () => undefined,
    );
  }

  #begin(): Run {
    const ended = new AbortController();
    const run: Run = { viewer: this.#startViewer(ended.signal), ended, begun: false };
    run.viewer.then(viewer => viewer.ready()).catch((error: unknown) => this.#fail(run, error));
    return run;
  }

  async #startViewer(ended: AbortSignal): Promise<PdfViewer> {
    // The chunk with pdf.js in it.
    const { PdfViewer: Viewer } = await import('./pdf/pdf-viewer.ts');
    ended.throwIfAborted();
    const { surface, words, assetsUrl } = this.#host;
    const viewer = new Viewer({
      surface,
      words,
      assetsUrl: assetsFolder(assetsUrl),
      onChange: list => {
        if (!ended.aborted && this.#state.status !== 'unreadable') this.#set({ ...this.#state, list });
      },
      onNotice: () => undefined,
      onViewed: () => undefined,
      onFind: () => undefined,
      askPassword: () => Promise.reject(new Error('Nobody is asked yet.')),
    });
    ended.addEventListener('abort', () => void viewer.close());
    return viewer;
  }

  async #show(run: Run, bytes: Uint8Array): Promise<void> {
    run.begun = true;
    try {
      const pages = await (await run.viewer).show(bytes);
      if (run.ended.signal.aborted || this.#state.status !== 'opening') return;
      const { list } = this.#state;
      if (list !== undefined) this.#set({ status: 'shown', list });
      this.#host.handleShown(pages);
    } catch (error) {
      this.#fail(run, error);
    }
  }

  #fail(run: Run, error: unknown): void {
    if (run.ended.signal.aborted) return;
    this.#end();
    // What is not about the document (the viewer's own file did not load) is about the viewer.
    const { problem, cause } = isUnreadable(error) ? error : { problem: 'viewer' as const, cause: error };
    this.#set({ status: 'unreadable', problem });
    this.#host.handleUnreadable(problem, cause);
  }

  #forget(): void {
    this.#load = undefined;
    this.#followed = undefined;
  }

  #end(): void {
    this.#run?.ended.abort();
    this.#run = undefined;
  }

  #set(state: ViewingState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

/** The class comes with the viewer; asking for it here would make the first bundle wait for one more file. */
function isUnreadable(error: unknown): error is UnreadableError {
  return error instanceof Error && error.name === 'UnreadableError';
}
