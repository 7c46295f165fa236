import type { ReactiveControllerHost } from 'lit';
import { isMissing } from '../assets/asset-watch.ts';
import type { Locale } from '../i18n/locales.ts';
import type { Overrides } from '../i18n/translator.ts';
import { SCREEN_OF_STEP, type Screen } from '../session/screen-for.ts';
import { isEnded, type SessionView } from '../session/view.ts';
import type { LazyScreen, LoadedScreen } from './lazy-screen.ts';
import type { ScreenProps } from './screen-props.ts';

/** The lazy screens, by kind. */
const LOADERS = {
  decline: async () => (await import('./decline/decline-screen.ts')).declineScreen,
  hostedStep: async () => (await import('./hosted-step/hosted-step-screen.ts')).hostedStepScreen,
  waiting: async () => (await import('./waiting/waiting-screen.ts')).waitingScreen,
  otp: async () => (await import('./otp/otp-screen.ts')).otpScreen,
  purposeDisclosure: async () =>
    (await import('./purpose-disclosure/purpose-disclosure-screen.ts')).disclosureScreen,
  certificate: async () => (await import('./certificate/certificate-screen.ts')).certificateScreen,
  certificateFrame: async () =>
    (await import('./certificate-frame/certificate-frame-screen.ts')).certificateFrameScreen,
  liveness: async () => (await import('./liveness/liveness-screen.ts')).livenessScreen,
  batch: async () => (await import('./batch/batch-screens.ts')).batchScreens,
  documentPhoto: async () => (await import('./document-photo/document-photo-screen.ts')).documentPhotoScreen,
  attemptsExhausted: async () =>
    (await import('./attempts-exhausted/attempts-exhausted-screen.ts')).attemptsExhaustedScreen,
  outcome: async () => (await import('./outcome/outcome-screen.ts')).outcomeScreen,
} satisfies Record<string, () => Promise<LazyScreen>>;

export type LazyKind = keyof typeof LOADERS;
type ScreenLoaders = Readonly<Record<LazyKind, () => Promise<LazyScreen>>>;

/** Loads the code of screens, before there is a session. A failure is told when a session needs the screen. */
export function preloadScreens(kinds: readonly LazyKind[]): void {
  for (const kind of kinds) LOADERS[kind]().catch(() => undefined);
}

/** Why a screen is missing: loading it failed, or the retry did too, or its file is no longer there. */
export type LoadFailure = 'failed' | 'retryFailed';

export function isLazy(kind: Screen['kind']): kind is Exclude<LazyKind, 'decline' | 'certificateFrame'> {
  return kind in LOADERS;
}

/** The element whose screens they are. */
export interface LazyScreensHost extends ReactiveControllerHost {
  /** Is the certificate step shown in a frame of the service's? */
  readonly certificateFrame?: boolean;
}

/** The lazy screens of one element, each loaded once. */
export class LazyScreens {
  readonly #host: LazyScreensHost;
  readonly #loaders: ScreenLoaders;
  readonly #screens = new Map<LazyKind, LoadedScreen | 'loading' | 'preloadFailed' | LoadFailure>();
  #locale: Locale = 'en';
  #overrides: Overrides | undefined;

  constructor(host: LazyScreensHost, loaders: ScreenLoaders = LOADERS) {
    this.#host = host;
    this.#loaders = loaders;
  }

  /** @param overrides the integrator's texts in that locale */
  setLocale(locale: Locale, overrides?: Overrides): void {
    this.#locale = locale;
    this.#overrides = overrides;
    for (const screen of this.#screens.values())
      if (typeof screen === 'object') screen.setLocale(locale, overrides);
  }

  /** The screen, once it and its messages are loaded. The first call starts loading it. */
  get(step: LazyKind): LoadedScreen | 'loading' | LoadFailure {
    const kind = this.#kindOf(step);
    const screen = this.#screens.get(kind);
    if (screen === undefined || screen === 'preloadFailed') {
      void this.#load(kind, 'failed');
      return 'loading';
    }
    return typeof screen === 'object' && !screen.ready ? 'loading' : screen;
  }

  /** Preloads the screens of the coming steps while the signer reads, because the network may fail later. */
  preload(view: SessionView, addresses: Pick<ScreenProps, 'assetsUrl' | 'baseUrl'>): void {
    if (isEnded(view)) return this.close();
    this.#preload('outcome', view, addresses);
    if (view.envelope !== undefined) this.#preload('waiting', view, addresses);
    for (const { type, status } of view.steps) {
      const kind = status === 'COMPLETED' ? undefined : SCREEN_OF_STEP.get(type);
      if (kind === undefined || kind === 'accept') continue;
      this.#preload(this.#kindOf(kind), view, addresses);
    }
  }

  #preload(kind: LazyKind, ...[view, addresses]: Parameters<LazyScreens['preload']>): void {
    const screen = this.#screens.get(kind);
    // A preload that failed is not repeated at every update: the screen is loaded again when it is needed.
    if (screen === undefined) void this.#load(kind, 'preloadFailed');
    if (typeof screen === 'object') screen.preload?.(view, addresses);
  }

  /** Discards what was preloaded for a session; the screens stay. */
  close(): void {
    for (const screen of this.#screens.values()) if (typeof screen === 'object') screen.close?.();
  }

  /**
   * Retries what failed to load. Some engines never fetch a module again that failed once (HTML's module map); there
   * only reloading the page helps.
   */
  retry(): void {
    for (const [kind, screen] of this.#screens) {
      if (screen === 'failed' || screen === 'retryFailed') void this.#load(kind, 'retryFailed');
    }
  }

  #kindOf(kind: LazyKind): LazyKind {
    return kind === 'certificate' && this.#host.certificateFrame ? 'certificateFrame' : kind;
  }

  async #load(kind: LazyKind, onFailure: 'preloadFailed' | LoadFailure): Promise<void> {
    this.#screens.set(kind, 'loading');
    try {
      const screen = (await this.#loaders[kind]())(this.#host);
      screen.setLocale(this.#locale, this.#overrides);
      this.#screens.set(kind, screen);
    } catch (error) {
      this.#screens.set(kind, (await isMissing(error)) ? 'retryFailed' : onFailure);
    }
    this.#host.requestUpdate();
  }
}
