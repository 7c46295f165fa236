import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Locale } from '../i18n/locales.ts';
import { LocalizeController } from '../i18n/localize-controller.ts';
import type { MessageKey } from '../i18n/messages/message-keys.ts';
import type { Overrides } from '../i18n/translator.ts';
import type { Translator } from '../i18n/translator.ts';
import { FIRST_MESSAGES } from '../i18n/first-messages.ts';
import type { Overlay, ScreenProps } from '../screens/screen-props.ts';
import { isLazy, LazyScreens, type LazyScreensHost } from '../screens/lazy-screens.ts';
import { renderScreen } from '../screens/render-screen.ts';
import { screenFor, screenKey, type Screen } from '../session/screen-for.ts';
import type { SessionController } from '../session/session-controller.ts';
import { isEnded } from '../session/view.ts';

/** What the element passes to the screens. */
export type ElementProps = Omit<ScreenProps, 'translator' | 'snapshot' | 'overlay'>;

/**
 * How the document and the step share the card: `beside` each other; `folded`, one line for the document on a narrow
 * card; `camera`, one line for it on any card.
 */
export type Layout = 'beside' | 'folded' | 'camera';

/** Decides which screen is shown: the session's, once its code and messages are loaded. */
export class ScreenRouter {
  readonly screens: LazyScreens;
  readonly #host: LazyScreensHost;
  readonly #session: SessionController;
  readonly #localize: LocalizeController<MessageKey>;
  /** Are the messages of the session's language loaded? Until then only the loading screen is shown. */
  #hasMessages = false;
  #isDeclining = false;

  constructor(host: LazyScreensHost, session: SessionController) {
    this.#host = host;
    this.#session = session;
    this.#localize = new LocalizeController(host, FIRST_MESSAGES);
    this.screens = new LazyScreens(host);
  }

  get translator(): Translator {
    return this.#localize.translator;
  }

  /** Resets for another session. */
  reset(): void {
    this.#hasMessages = false;
    this.#isDeclining = false;
  }

  /** Are the messages there that the session is shown with? */
  get hasMessages(): boolean {
    return this.#hasMessages;
  }

  /** Loads again what failed to load. */
  retry(): void {
    this.#localize.retry();
    this.screens.retry();
  }

  /** Call it in `willUpdate`. */
  setLocale(locale: Locale, overrides: Overrides | undefined): void {
    this.#localize.setLocale(locale, overrides);
    this.screens.setLocale(locale, overrides);
    const isAnswered = !['idle', 'loading'].includes(this.#session.snapshot.state.phase);
    if (isAnswered && this.#localize.ready && this.#localize.settled) this.#hasMessages = true;
  }

  /** Shows or hides the decline screen, which lies over the present one. */
  setDeclining(isDeclining: boolean): void {
    this.#isDeclining = isDeclining;
    this.#host.requestUpdate();
  }

  /** A screen is shown only once its messages and code are loaded: a short wait beats text that changes language. */
  get screen(): Screen {
    if (this.#localize.failed) return { kind: 'error', missing: 'failed' };
    if (!this.#hasMessages) return { kind: 'loading' };
    const screen = screenFor(this.#session.snapshot.state);
    const loaded = isLazy(screen.kind) && this.screens.get(screen.kind);
    if (loaded === 'failed' || loaded === 'retryFailed') return { kind: 'error', missing: loaded };
    return loaded === 'loading' ? { kind: 'loading' } : screen;
  }

  /** What is shown over the current screen: the decline screen, or a placeholder while it loads. */
  get overlay(): Overlay | undefined {
    const { view } = this.#session;
    if (!this.#isDeclining || view === undefined || isEnded(view)) return undefined;
    const screen = this.screens.get('decline');
    if (typeof screen === 'object') return 'decline';
    return screen === 'loading' ? screen : 'error';
  }

  /** Only accepting needs the document in view; while a screen loads, its layout is there already. */
  get layout(): Layout {
    if (this.overlay !== undefined) return 'folded';
    const { kind } = screenFor(this.#session.snapshot.state);
    if (kind === 'liveness') return 'camera';
    return kind === 'accept' || kind === 'loading' ? 'beside' : 'folded';
  }

  /** Identifies the screen on top. */
  get key(): string {
    return this.overlay ?? screenKey(this.screen);
  }

  render(props: ElementProps): TemplateResult {
    const { translator, screens, overlay, screen } = this;
    const { snapshot } = this.#session;
    return html`<div class="panel" part="step">
      ${keyed(screenKey(screen), renderScreen(screen, { ...props, translator, snapshot, overlay }, screens))}
    </div>`;
  }
}
