import type { Locale } from '../i18n/locales.ts';
import type { SessionSnapshot } from '../session/state.ts';
import type { SessionView } from '../session/view.ts';
import { checkSupport } from '../support/check-support.ts';
import { VERSION } from '../version.ts';

/** For a support ticket: no secret, no address with one, no document, nothing of a person. Times are ISO 8601. */
export interface Diagnostics {
  readonly version: string;
  readonly time: string;
  readonly browser: {
    readonly userAgent: string;
    readonly languages: readonly string[];
    readonly isOnline: boolean;
    readonly missing: readonly string[];
  };
  readonly page: {
    readonly origin: string;
    readonly isSecure: boolean;
    readonly isFramed: boolean;
    readonly isIsolated: boolean;
    /** CSS pixels, and how many of the device's each has. */
    readonly width: number;
    readonly height: number;
    readonly pixelRatio: number;
  };
  readonly locale: Locale;
  /** The screen by its own name: `error` is told as `trouble` by `sign-step`, `attemptsExhausted` as `exhausted`. */
  readonly screen: string;
  /** `loading`, `open` … */
  readonly phase: string;
  /** Undefined before the session is loaded. */
  readonly session:
    | {
        readonly sessionId: string;
        readonly status: string;
        readonly isSandbox: boolean;
        readonly expiresAt: string;
        /** What to add to the device's clock to get the service's, in ms. */
        readonly clockOffset: number;
        readonly steps: readonly {
          readonly type: string;
          readonly status: string;
          readonly attempts: number;
          readonly error: string | undefined;
        }[];
      }
    | undefined;
  readonly document:
    | { readonly status: string; readonly pages: number | undefined; readonly hash: string | undefined }
    | undefined;
  /** The action that is being sent, and what became of the last one, if it failed. */
  readonly action: string | undefined;
  readonly error: string | undefined;
}

export function diagnosticsOf(
  { state, document: load, pending, error }: SessionSnapshot,
  shown: { readonly view: SessionView | undefined; readonly screen: string; readonly locale: Locale },
): Diagnostics {
  const { view, screen, locale } = shown;
  return {
    version: VERSION,
    time: new Date().toISOString(),
    browser: {
      userAgent: navigator.userAgent,
      languages: [...navigator.languages],
      isOnline: navigator.onLine,
      missing: checkSupport().missing,
    },
    page: {
      origin: location.origin,
      isSecure: globalThis.isSecureContext,
      isFramed: window.top !== window,
      isIsolated: globalThis.crossOriginIsolated,
      width: innerWidth,
      height: innerHeight,
      pixelRatio: devicePixelRatio,
    },
    locale,
    screen,
    phase: state.phase,
    session: view && sessionFacts(view),
    document: load && { status: load.status, pages: view?.document?.pages, hash: view?.document?.digest },
    action: pending,
    error: error && `${error.code} (${error.reason})`,
  };
}

function sessionFacts(view: SessionView): NonNullable<Diagnostics['session']> {
  const { sessionId, status, sandbox: isSandbox, expiresAt, clockOffset } = view;
  return {
    sessionId,
    status,
    isSandbox,
    expiresAt: Number.isFinite(expiresAt) ? new Date(expiresAt).toISOString() : '',
    clockOffset,
    steps: view.steps.map(({ type, status: state, attempts, error }) => ({
      type,
      status: state,
      attempts,
      error,
    })),
  };
}
