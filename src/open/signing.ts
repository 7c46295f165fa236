import type { Appearance } from '../appearance/appearance.ts';
import type { Locale } from '../i18n/locales.ts';
import type { ErrorCode } from '../session/errors.ts';
import type { MessageOverrides } from '../sign-session/message-overrides.ts';

/** Where the signer signs. */
export type SigningMode =
  /** In a pop-up, or over the page where the browser opens none, as in most apps. */
  | 'auto'
  /** In a dialog over the page. */
  | 'overlay'
  /** On the service's page in a window of its own. */
  | 'popup'
  /** On the service's page in place of this one; the session's return address brings the signer back. */
  | 'redirect';

/** What is used of a window. */
export interface PopupWindow {
  opener: unknown;
  readonly location: Pick<Location, 'replace'>;
  close(): void;
}

export interface SigningOptions {
  /** Address of the service, such as `https://sign.example`. */
  readonly baseUrl: string;
  /** Default `auto`. */
  readonly mode?: SigningMode | undefined;
  /** A window that you opened yourself in the click, for `auto` and `popup`. */
  readonly popup?: PopupWindow | null | undefined;
  /** For the overlay; the service's page has the session's own. */
  readonly locale?: Locale | undefined;
  /** Likewise. */
  readonly appearance?: Appearance | undefined;
  /** Likewise: see the element's `messages`. */
  readonly messages?: MessageOverrides | undefined;
  /** Likewise: see the element's `assets-url`. */
  readonly assetsUrl?: string | undefined;
}

/** A signing that is under way. */
export interface Signing {
  /**
   * How it ended. For a pop-up that is what the service says, within two seconds while this page is in sight; whether its
   * window is still open can't be known on every page, so that one which the signer closed leaves it open until the session
   * expires. Rejects with a SigningError, or with what the promise of the secret rejected with.
   */
  readonly settled: Promise<SigningResult>;
  /**
   * Takes it off the page: the dialog closes, or the pop-up while it is still empty, and nothing is asked any more. A pop-up that
   * shows the service's page is out of this page's reach. May be called at any time, twice too.
   */
  destroy(): void;
}

/** How a signing ended. */
export interface SigningResult {
  /** `closed`: the signer or `destroy()` closed it, and the session is still open. */
  readonly outcome: 'completed' | 'declined' | 'cancelled' | 'expired' | 'failed' | 'closed';
  readonly sessionId?: string | undefined;
  /** For your server: `verifyReceipt` of `sign-session/server`. */
  readonly receipt?: string | undefined;
}

/** Why a signing could not be opened. */
export class SigningError extends Error {
  override readonly name = 'SigningError';
  readonly code: ErrorCode | 'popup_blocked';

  constructor(code: SigningError['code']) {
    super(`The signing could not be opened (${code}).`);
    this.code = code;
  }
}
