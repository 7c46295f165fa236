/** The events for the host page, and when they are raised. */
import type { Locale } from '../i18n/locales.ts';
import type { ErrorCode, PublicError } from '../session/errors.ts';
import type { Screen } from '../session/screen-for.ts';
import type { SessionView } from '../session/view.ts';

/*
 * The events for the host page, one class each, all of them bubbling and composed. None carries a secret or personal
 * data. They are for the page's own display: whoever holds the page can dispatch them. What happened is in the `receipt` of
 * the events that end a session, which the service signed: send it to your server and verify it there (`verifyReceipt`
 * of `sign-session/server`). It is undefined where the service makes none.
 */

abstract class SignEvent extends Event {
  constructor(type: string, cancelable = false) {
    super(type, { bubbles: true, composed: true, cancelable });
  }
}

/** The first screen is shown, with the document's first page if there is a document. */
export class SignReadyEvent extends SignEvent {
  static readonly type = 'sign-ready';
  readonly sessionId: string;
  /** The locale the signer sees. */
  readonly locale: Locale;

  constructor(sessionId: string, locale: Locale) {
    super(SignReadyEvent.type);
    this.sessionId = sessionId;
    this.locale = locale;
  }
}

/** Another screen is shown. `step` is `loading`, `accept`, `outcome` … */
export class SignStepEvent extends SignEvent {
  static readonly type = 'sign-step';
  readonly step: string;

  constructor(step: string) {
    super(SignStepEvent.type);
    this.step = step;
  }
}

/** Everything is done. Verify its receipt on your server before you rely on it. */
export class SignCompletedEvent extends SignEvent {
  static readonly type = 'sign-completed';
  readonly sessionId: string;
  readonly evidenceId: string | undefined;
  readonly receipt: string | undefined;

  constructor(sessionId: string, evidenceId?: string, receipt?: string) {
    super(SignCompletedEvent.type);
    this.sessionId = sessionId;
    this.evidenceId = evidenceId;
    this.receipt = receipt;
  }
}

/** The signer declined. */
export class SignDeclinedEvent extends SignEvent {
  static readonly type = 'sign-declined';
  readonly sessionId: string;
  readonly receipt: string | undefined;

  constructor(sessionId: string, receipt?: string) {
    super(SignDeclinedEvent.type);
    this.sessionId = sessionId;
    this.receipt = receipt;
  }
}

/** The session has expired. `sessionId` is absent when the session could not be loaded. */
export class SignExpiredEvent extends SignEvent {
  static readonly type = 'sign-expired';
  readonly sessionId: string | undefined;
  readonly receipt: string | undefined;

  constructor(sessionId: string | undefined, receipt?: string) {
    super(SignExpiredEvent.type);
    this.sessionId = sessionId;
    this.receipt = receipt;
  }
}

/** The session ended without a signature, and not because of the signer. */
export class SignFailedEvent extends SignEvent {
  static readonly type = 'sign-failed';
  readonly sessionId: string;
  readonly reason: 'cancelled' | 'finalization_failed';
  readonly receipt: string | undefined;

  constructor(sessionId: string, reason: SignFailedEvent['reason'], receipt?: string) {
    super(SignFailedEvent.type);
    this.sessionId = sessionId;
    this.reason = reason;
    this.receipt = receipt;
  }
}

/** Something went wrong. With `retryable`, the signer was offered another try. */
export class SignErrorEvent extends SignEvent {
  static readonly type = 'sign-error';
  readonly code: ErrorCode;
  readonly retryable: boolean;
  /** With `unsupported_page`: the built-ins that the page has broken, such as `Array.prototype.map`. */
  readonly detail: string | undefined;

  constructor(code: ErrorCode, retryable: boolean, detail?: string) {
    super(SignErrorEvent.type);
    this.code = code;
    this.retryable = retryable;
    this.detail = detail;
  }
}

/** The page was left or the element removed while the session was still open. */
export class SignInterruptedEvent extends SignEvent {
  static readonly type = 'sign-interrupted';
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(SignInterruptedEvent.type);
    this.sessionId = sessionId;
  }
}

/**
 * The signer is about to close the dialog. Cancel the event to keep it open. It can't be cancelled where the browser has
 * closed it, as at a second Escape. The session stays as it is.
 */
export class SignCloseEvent extends SignEvent {
  static readonly type = 'sign-close';
  /** Absent while the session could not be loaded. */
  readonly sessionId: string | undefined;

  constructor(sessionId: string | undefined, cancelable = true) {
    super(SignCloseEvent.type, cancelable);
    this.sessionId = sessionId;
  }
}

/** The signer is about to return to the site. Cancel the event to navigate yourself. */
export class SignRedirectEvent extends SignEvent {
  static readonly type = 'sign-redirect';
  /**
   * `returnUrl` or `cancelUrl` with `sessionId` and `status` as query parameters, and the receipt as the fragment
   * `#sign_session_receipt=…`, unless the address has a fragment of its own.
   */
  readonly url: string;

  constructor(url: string) {
    super(SignRedirectEvent.type, true);
    this.url = url;
  }
}

declare global {
  // Of the element, and of the document and window, which the events bubble to.
  interface GlobalEventHandlersEventMap {
    'sign-ready': SignReadyEvent;
    'sign-step': SignStepEvent;
    'sign-completed': SignCompletedEvent;
    'sign-declined': SignDeclinedEvent;
    'sign-expired': SignExpiredEvent;
    'sign-failed': SignFailedEvent;
    'sign-error': SignErrorEvent;
    'sign-interrupted': SignInterruptedEvent;
    'sign-redirect': SignRedirectEvent;
    'sign-close': SignCloseEvent;
  }
}

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
  /** Whose end was told last: an element that comes back to the page shows it again, but has told it already. */
  #endOf = '';
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
    if (event.sessionId !== this.#endOf) this.#target.dispatchEvent(event);
    this.#endOf = event.sessionId ?? '';
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
function endEvent(
  screen: Screen,
): SignCompletedEvent | SignDeclinedEvent | SignExpiredEvent | SignFailedEvent | undefined {
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
