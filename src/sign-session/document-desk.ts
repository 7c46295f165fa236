import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type {
  DocumentNoticesEvent,
  DocumentRetryEvent,
  DocumentShownEvent,
  DocumentUnreadableEvent,
  DocumentViewedEvent,
} from '../document/events.ts';
import '../document/document-pane.ts';
import type { Translator } from '../i18n/translator.ts';
import type { DocumentSight } from '../screens/accept/accept-screen.ts';
import type { SessionController } from '../session/session-controller.ts';
import { isEnded } from '../session/view.ts';
import { DocumentSighting } from './document-sighting.ts';
import type { HostEvents } from './host-events.ts';

const LOADING = { status: 'loading' } as const;

/** The part of the frame where the document lies: draws the pane, and keeps what it tells. */
export class DocumentDesk {
  readonly sighting: DocumentSighting;
  readonly #session: SessionController;
  readonly #events: HostEvents;

  constructor(host: ReactiveControllerHost, session: SessionController, events: HostEvents) {
    this.sighting = new DocumentSighting(host);
    this.#session = session;
    this.#events = events;
  }

  /** Is there a document to show beside the screen? While loading we expect one: most sessions have it. */
  get needed(): boolean {
    const { view, snapshot } = this.#session;
    if (view !== undefined) return !isEnded(view) && view.document !== undefined;
    return ['idle', 'loading'].includes(snapshot.state.phase);
  }

  /** Can the signer see what they would sign? */
  get sight(): DocumentSight {
    if (this.needed) return this.sighting.sight;
    return this.#session.view?.purpose === 'action' ? 'none' : 'unreadable';
  }

  /** Is all that there is to read on the screen? */
  get readable(): boolean {
    return !this.needed || this.sighting.sight === 'shown';
  }

  readonly #handleShown = ({ pages }: DocumentShownEvent) => {
    this.sighting.shown(pages);
  };

  readonly #handleViewed = ({ pages }: DocumentViewedEvent) => {
    this.sighting.viewed(pages.size);
  };

  readonly #handleNotices = ({ notices }: DocumentNoticesEvent) => {
    this.sighting.told(notices);
  };

  readonly #handleUnreadable = ({ problem }: DocumentUnreadableEvent) => {
    this.sighting.unreadable();
    // What went wrong on the way here the session has reported already.
    if (problem !== 'mismatch' && problem !== 'unreachable') {
      this.#events.failure({ code: 'document_unreadable', retryable: problem === 'viewer' });
    }
  };

  readonly #handleRetry = ({ problem }: DocumentRetryEvent) => {
    this.sighting.reset();
    if (this.#session.view === undefined) void this.#session.reload();
    else if (problem === 'unreachable') this.#session.reloadDocument();
  };

  /** @param assetsUrl absolute. @param urgent what the signer has to hear wherever they are reading, in words. */
  render(translator: Translator, assetsUrl: string | undefined, urgent: string): TemplateResult {
    const { view, snapshot } = this.#session;
    return html`<div class="desk">
      <sign-session-document
        .load=${snapshot.document ?? LOADING}
        .filename=${view?.document?.filename ?? ''}
        .expected=${snapshot.state.phase !== 'idle'}
        .countedPages=${view?.document?.pages}
        .translator=${translator}
        .assetsUrl=${assetsUrl}
        .urgent=${urgent}
        @document-shown=${this.#handleShown}
        @document-viewed=${this.#handleViewed}
        @document-notices=${this.#handleNotices}
        @document-unreadable=${this.#handleUnreadable}
        @document-retry=${this.#handleRetry}
      ></sign-session-document>
    </div>`;
  }
}
