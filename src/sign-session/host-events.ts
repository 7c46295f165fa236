import type { Locale } from '../i18n/locales.ts';
import type { ErrorCode, PublicError } from '../session/errors.ts';
import type { Screen } from '../session/screen-for.ts';
import type { SessionView } from '../session/view.ts';
import {
  SignCompletedEvent,
  SignDeclinedEvent,
  SignErrorEvent,
  SignExpiredEvent,
  SignFailedEvent,
  SignInterruptedEvent,
  SignReadyEvent,
  SignStepEvent,
} from './events.ts';

/** Screens that keep their old public name in `sign-step`. */
const PUBLIC_STEPS: Readonly<Record<string, string>> = {
  error: 'trouble',
  attemptsExhausted: 'exhausted',
};

/** Dispatches the public events; those that occur once per session only once. */
export class HostEvents {
  readonly #target: EventTarget;
  #ready = false;
  #ended = false;
  /** Errors that a screen stands for: reported once, however often that screen is shown. */
  readonly #reported = new Set<ErrorCode>();

  constructor(target: EventTarget) {
    this.#target = target;
  }

  /** Resets for another session. */
  reset(): void {
    this.#ready = false;
    this.#ended = false;
    this.#reported.clear();
  }

  /** Reports another screen. @param view undefined where the session is not open */
  emitStep(key: string, view: SessionView | undefined): void {
    const kind = key.split(' ')[0] ?? key;
    this.#target.dispatchEvent(new SignStepEvent(PUBLIC_STEPS[kind] ?? kind));
    if (kind === 'attemptsExhausted') this.#emitOnce({ code: 'attempts_exhausted', retryable: false });
    // Without a view the session could not be loaded.
    const isTold = view === undefined || this.#reported.has('assets_unavailable');
    if (kind === 'error' && !isTold) this.#emitOnce({ code: 'network', retryable: true });
  }

  emitError({ code, retryable, detail }: PublicError): void {
    this.#target.dispatchEvent(new SignErrorEvent(code, retryable, detail));
  }

  /** A part of the widget can't be loaded as the page is set up. @param detail its address */
  emitAssetsUnavailable(detail: string): void {
    this.#emitOnce({ code: 'assets_unavailable', retryable: false, detail });
  }

  /** The session can be read: not before the document's first page, where there is a document. */
  emitReady(view: SessionView, locale: Locale): void {
    if (this.#ready) return;
    this.#ready = true;
    this.#target.dispatchEvent(new SignReadyEvent(view.sessionId, locale));
  }

  emitEnd(screen: Screen): void {
    const event = this.#ended ? undefined : endEvent(screen);
    if (event === undefined) return;
    this.#ended = true;
    this.#target.dispatchEvent(event);
  }

  /** Reports that the signer left an open session, which is not declining. */
  emitInterrupted(view: SessionView | undefined): void {
    if (view?.status === 'ACTIVE') this.#target.dispatchEvent(new SignInterruptedEvent(view.sessionId));
  }

  #emitOnce(error: PublicError): void {
    if (!this.#reported.has(error.code)) this.emitError(error);
    this.#reported.add(error.code);
  }
}

/** The event of an ending. Undefined for a session that never opened, which is reported as an error instead. */
function endEvent(screen: Screen): Event | undefined {
  if (screen.kind !== 'outcome') return undefined;
  const { ending, view } = screen;
  if (ending === 'expired') return new SignExpiredEvent(view?.sessionId, view?.receipt);
  if (view === undefined) return undefined;
  switch (ending) {
    case 'completed':
      return new SignCompletedEvent(view.sessionId, view.evidenceId, view.receipt);
    case 'declined':
      return new SignDeclinedEvent(view.sessionId, view.receipt);
    case 'cancelled':
      return new SignFailedEvent(view.sessionId, 'cancelled', view.receipt);
    case 'failed':
      return new SignFailedEvent(view.sessionId, 'finalization_failed', view.receipt);
    case 'invalidLink':
    case 'unsupportedBrowser':
    case 'insecurePage':
      return undefined;
  }
}
