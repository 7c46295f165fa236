import { assetsFolder } from '../assets-url.ts';
import type { DocumentProblem } from '../document-load.ts';
import {
  DocumentNoticesEvent,
  DocumentShownEvent,
  DocumentUnreadableEvent,
  DocumentViewedEvent,
  type DocumentEvent,
} from '../events.ts';
import {
  PdfViewer,
  type DocumentNotice,
  type FindState,
  type ListState,
  type ListSurface,
  type OutlineItem,
  type PageWords,
} from '../pdf/pdf-viewer.ts';
import { UnreadableError } from '../pdf/unreadable-error.ts';

/** How far the showing of a document has come. */
export type ShowingState =
  /** On its way; `list` is there as soon as the pages have their places. */
  | { readonly status: 'opening'; readonly list?: ListState }
  /** It opens with a password only. `wrong`: the last one was not it; `checking`: one is being tried. */
  | { readonly status: 'asking'; readonly wrong: boolean; readonly checking: boolean }
  /** The first page is painted. */
  | { readonly status: 'shown'; readonly list: ListState }
  | { readonly status: 'unreadable'; readonly problem: DocumentProblem };

/** What a showing needs of the element it happens in. */
export interface ShowingHost {
  readonly assetsUrl: string | undefined;
  readonly surface: ListSurface;
  readonly pageWords: PageWords;
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
export class Showing {
  readonly viewer: PdfViewer;
  readonly #host: ShowingHost;
  readonly #ended = new AbortController();
  #state: ShowingState = { status: 'opening' };
  #waiting = true;
  #question: Question | undefined;
  #notices: readonly DocumentNotice[] = [];
  #find: FindState | undefined;
  #outline: readonly OutlineItem[] = [];

  constructor(host: ShowingHost) {
    this.#host = host;
    this.viewer = new PdfViewer({
      surface: host.surface,
      words: host.pageWords,
      assetsUrl: assetsFolder(host.assetsUrl),
      onChange: list => this.#handleList(list),
      onNotice: notices => this.#handleNotices(notices),
      onViewed: pages => this.#tell(new DocumentViewedEvent(pages)),
      onFind: find => {
        this.#find = find;
        this.#update();
      },
      askPassword: wrong => this.#ask(wrong),
    });
    this.viewer.ready().catch((error: unknown) => this.#fail(error));
  }

  get state(): ShowingState {
    return this.#state;
  }

  /** Whether it can still get its bytes. */
  get waiting(): boolean {
    return this.#waiting;
  }

  get notices(): readonly DocumentNotice[] {
    return this.#notices;
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
      const pages = await this.viewer.show(bytes);
      if (this.#ended.signal.aborted) return;
      if (this.#state.status === 'opening' && this.#state.list !== undefined) {
        this.#set({ status: 'shown', list: this.#state.list });
      }
      this.#tell(new DocumentShownEvent(pages));
      this.#outline = await this.viewer.outline();
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

  close(): void {
    this.#ended.abort();
    this.#question?.giveUp();
    void this.viewer.close();
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

  #handleNotices(notices: readonly DocumentNotice[]): void {
    this.#notices = notices;
    this.#tell(new DocumentNoticesEvent(notices));
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

  #set(state: ShowingState): void {
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
