import type { Locale } from '../i18n/locales.ts';
import type { ErrorCode } from '../session/errors.ts';

/*
 * The events for the host page, one class each, all of them bubbling and composed. None carries a secret or personal
 * data. They are for the page's own display; what was signed must be checked on the integrator's server.
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

/** Everything is done. Check it on your server before you rely on it. */
export class SignCompletedEvent extends SignEvent {
  static readonly type = 'sign-completed';
  readonly sessionId: string;
  readonly evidenceId: string | undefined;

  constructor(sessionId: string, evidenceId: string | undefined) {
    super(SignCompletedEvent.type);
    this.sessionId = sessionId;
    this.evidenceId = evidenceId;
  }
}

/** The signer declined. */
export class SignDeclinedEvent extends SignEvent {
  static readonly type = 'sign-declined';
  readonly sessionId: string;

  constructor(sessionId: string) {
    super(SignDeclinedEvent.type);
    this.sessionId = sessionId;
  }
}

/** The session has expired. `sessionId` is absent when the session could not be loaded. */
export class SignExpiredEvent extends SignEvent {
  static readonly type = 'sign-expired';
  readonly sessionId: string | undefined;

  constructor(sessionId: string | undefined) {
    super(SignExpiredEvent.type);
    this.sessionId = sessionId;
  }
}

/** The session ended without a signature, and not because of the signer. */
export class SignFailedEvent extends SignEvent {
  static readonly type = 'sign-failed';
  readonly sessionId: string;
  readonly reason: 'cancelled' | 'finalization_failed';

  constructor(sessionId: string, reason: SignFailedEvent['reason']) {
    super(SignFailedEvent.type);
    this.sessionId = sessionId;
    this.reason = reason;
  }
}

/** Something went wrong. With `retryable`, the signer was offered another try. */
export class SignErrorEvent extends SignEvent {
  static readonly type = 'sign-error';
  readonly code: ErrorCode;
  readonly retryable: boolean;

  constructor(code: ErrorCode, retryable: boolean) {
    super(SignErrorEvent.type);
    this.code = code;
    this.retryable = retryable;
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

/** The signer is about to return to the site. Cancel the event to navigate yourself. */
export class SignRedirectEvent extends SignEvent {
  static readonly type = 'sign-redirect';
  /** `returnUrl` or `cancelUrl` with `sessionId` and `status` as query parameters. */
  readonly url: string;

  constructor(url: string) {
    super(SignRedirectEvent.type, true);
    this.url = url;
  }
}

declare global {
  interface HTMLElementEventMap {
    'sign-ready': SignReadyEvent;
    'sign-step': SignStepEvent;
    'sign-completed': SignCompletedEvent;
    'sign-declined': SignDeclinedEvent;
    'sign-expired': SignExpiredEvent;
    'sign-failed': SignFailedEvent;
    'sign-error': SignErrorEvent;
    'sign-interrupted': SignInterruptedEvent;
    'sign-redirect': SignRedirectEvent;
  }
}
