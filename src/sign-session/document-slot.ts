import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { DocumentLoad } from '../document/document-load.ts';
import { DocumentPane } from '../document/document-pane.ts';
import type {
  DocumentWarningsEvent,
  DocumentRetryEvent,
  DocumentShownEvent,
  DocumentUnreadableEvent,
  DocumentViewedEvent,
} from '../document/controller/events.ts';
import type { Translator } from '../i18n/translator.ts';
import type { DocumentReadState } from '../screens/screen-props.ts';
import type { DocumentView } from '../session/intents.ts';
import type { SessionController } from '../session/session-controller.ts';
import { isEnded } from '../session/view.ts';
import type { HostEvents } from './events.ts';
import type { Layout } from './screen-router.ts';

const LOADING = { status: 'loading' } as const;

/** Renders the document pane, and keeps track of what the signer has seen of it. */
export class DocumentSlot {
  readonly #host: ReactiveControllerHost;
  readonly #session: SessionController;
  readonly #events: HostEvents;
  #load: DocumentLoad | undefined;
  #status: DocumentReadState = 'opening';
  #pages: number | undefined;
  #pagesViewed = 0;
  #warnings: readonly string[] = [];
  #documentView: DocumentView | undefined;
  /** The pane that said that the document did not load. */
  #failedPane: DocumentPane | undefined;

  constructor(host: ReactiveControllerHost, session: SessionController, events: HostEvents) {
    this.#host = host;
    this.#session = session;
    this.#events = events;
  }

  /** Is there a document to show beside the screen? Assumed while loading, because most sessions have one. */
  get isNeeded(): boolean {
    const { view, snapshot } = this.#session;
    if (view !== undefined) return !isEnded(view) && view.document !== undefined;
    return ['idle', 'loading'].includes(snapshot.state.phase);
  }

  /** Can the signer read what they would sign? */
  get status(): DocumentReadState {
    if (this.isNeeded) {
      const isArriving = this.#status === 'shown' && this.#load?.status === 'loading';
      return isArriving ? 'arriving' : this.#status;
    }
    return this.#session.view?.purpose === 'action' ? 'none' : 'unreadable';
  }

  /** Can the signer read the document, if there is one? */
  get isReadable(): boolean {
    return !this.isNeeded || this.status === 'shown';
  }

  /** What an acceptance reports about the document; undefined before it is shown. */
  get documentView(): DocumentView | undefined {
    const [pages, pagesViewed, notices] = [this.#pages, this.#pagesViewed, this.#warnings];
    if (pages === undefined) return undefined;
    const last = this.#documentView;
    // The same object while nothing has changed: the screen renders again for another.
    if (last?.pages !== pages || last.pagesViewed !== pagesViewed || last.notices !== notices)
      this.#documentView = { pagesViewed, pages, notices };
    return this.#documentView;
  }

  /** Call it in `willUpdate`. A new download resets what was seen. */
  follow(load: DocumentLoad | undefined): void {
    if (load?.status === 'loading' && load !== this.#load) this.reset();
    this.#load = load;
  }

  /** Loads again what did not load. */
  retry(): void {
    this.#failedPane?.retry();
  }

  /** Starts again for another session or a retry. */
  reset(): void {
    this.#pagesViewed = 0;
    this.#warnings = [];
    this.#setStatus('opening', undefined);
  }

  /** Its pane is no longer there; what was seen stays seen. */
  leave(): void {
    if (this.#status === 'shown') this.#setStatus('opening', this.#pages);
  }

  #setStatus(status: DocumentReadState, pages: number | undefined): void {
    this.#status = status;
    this.#pages = pages;
    this.#host.requestUpdate();
  }

  readonly #handleShown = ({ pages }: DocumentShownEvent) => {
    this.#setStatus('shown', pages);
  };

  readonly #handleViewed = ({ pages }: DocumentViewedEvent) => {
    // In a dialog that was closed and opened again, the pane counts from the start.
    this.#pagesViewed = Math.max(this.#pagesViewed, pages.size);
    // The consent says how many.
    this.#host.requestUpdate();
  };

  readonly #handleWarnings = ({ warnings }: DocumentWarningsEvent) => {
    this.#warnings = warnings;
  };

  readonly #handleUnreadable = ({ problem, currentTarget }: DocumentUnreadableEvent) => {
    const canRetry = problem === 'unreachable' || problem === 'viewer';
    this.#failedPane = canRetry && currentTarget instanceof DocumentPane ? currentTarget : undefined;
    this.#setStatus(canRetry ? 'unreachable' : 'unreadable', undefined);
    // A failed download has been reported by the session, and missing assets by themselves.
    if (problem !== 'mismatch' && problem !== 'unreachable' && problem !== 'assets') {
      const isMissing = problem === 'viewer';
      // Whoever counts errors must not look at the file where a part of the widget did not come.
      this.#events.emitError({ code: isMissing ? 'network' : 'document_unreadable', retryable: isMissing });
    }
  };

  readonly #handleRetry = ({ problem }: DocumentRetryEvent) => {
    this.reset();
    if (this.#session.view === undefined) void this.#session.reload();
    else if (problem === 'unreachable') this.#session.reloadDocument();
  };

  /** The document in one line, with a button that opens it over the window. */
  renderLine(layout: Layout, translator: Translator): TemplateResult {
    const { view } = this.#session;
    const pages = this.#pages ?? view?.document?.pages;
    return html`<div class="document-line ${layout}" part="line">
      <span class="name">${view?.document?.filename ?? translator.t('document.untitled')}</span>
      ${pages === undefined ? nothing : html`<span class="pages">${translator.plural('accept.pages', pages)}</span>`}
      ${
        this.#status === 'shown'
          ? html`<button class="link" type="button" @click=${this.#handleView}>
              ${translator.t('document.view')}
            </button>`
          : nothing
      }
    </div>`;
  }

  readonly #handleView = (event: Event) => {
    const root = event.currentTarget instanceof Element ? event.currentTarget.getRootNode() : undefined;
    if (root instanceof ShadowRoot) root.querySelector('sign-session-document')?.showFullView();
  };

  /**
   * @param assetsUrl absolute.
   * @param urgent text that the signer must hear wherever they are reading.
   * @param layout `beside`: the screen offers another try, not the pane.
   */
  render(
    translator: Translator,
    assetsUrl: string | undefined,
    urgent: string,
    layout: Layout,
  ): TemplateResult {
    const { view, snapshot } = this.#session;
    return html`<div class="document-slot" part="document">
      <sign-session-document
        .load=${snapshot.document ?? LOADING}
        .filename=${view?.document?.filename ?? ''}
        .expected=${snapshot.state.phase !== 'idle'}
        .facts=${view?.document}
        .translator=${translator}
        .assetsUrl=${assetsUrl}
        .urgent=${urgent}
        .offersRetry=${layout !== 'beside'}
        @document-shown=${this.#handleShown}
        @document-viewed=${this.#handleViewed}
        @document-warnings=${this.#handleWarnings}
        @document-unreadable=${this.#handleUnreadable}
        @document-retry=${this.#handleRetry}
      ></sign-session-document>
    </div>`;
  }
}
