import { diagnosticsOf, type Diagnostics } from '../../../src/check/diagnostics.ts';
import { matchLocale } from '../../../src/i18n/locales.ts';
import type { ErrorCode } from '../../../src/session/errors.ts';
import { toSessionView } from '../../../src/session/read-view.ts';
import { screenFor, screenKey, type Screen } from '../../../src/session/screen-for.ts';
import { EMPTY, type SessionState } from '../../../src/session/state.ts';
import type { SessionView } from '../../../src/session/view.ts';
import { HostEvents, SignCloseEvent } from '../../../src/sign-session/events.ts';
import { fakeSessionOf, type FakeSession } from './fake-session.ts';
import { mockControls } from './mock-controls.ts';
import { nextInCloud, withDocuments } from './mock-signing.ts';
import { OUTCOMES } from './outcomes.ts';
import { queueReally } from './real-time.ts';

/** The properties that the element has; what the mock doesn't use is kept for whoever reads it. */
const PROPERTIES = {
  'session-id': 'sessionId',
  'base-url': 'baseUrl',
  locale: 'locale',
  'color-scheme': 'colorScheme',
  'assets-url': 'assetsUrl',
} as const;

/** Node without a DOM has none; the kit is imported there, too. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? Object;

/**
 * Stands in for `<sign-session>` where there is no browser (jsdom, happy-dom): the same attributes, properties, methods and
 * events, with a fake session behind it. It draws no document and asks no network; its controls are the fewest that the
 * steps need, and `SignSessionHarness` works them.
 */
export class MockSignSession extends Base {
  static readonly observedAttributes: readonly string[] = ['client-secret', ...Object.keys(PROPERTIES)];

  static preload(): void {
    // There is nothing to load.
  }

  static checkSupport(): { readonly supported: true } {
    return { supported: true };
  }

  /** So that a harness knows it, also across two copies of the kit. */
  readonly isMockSignSession = true;

  readonly #events = new HostEvents(this);
  #session: FakeSession | undefined;
  #unwatch: (() => void) | undefined;
  #key = '';

  sessionId: string | undefined;
  baseUrl: string | undefined;
  locale: string | undefined;
  colorScheme: string | undefined;
  assetsUrl: string | undefined;
  appearance: unknown;
  redirect = 'never';
  display = 'inline';
  geolocation = false;
  webPki: unknown;
  certificateFrame = false;
  tokenBridge: string | undefined;
  certificateProviders: readonly unknown[] = [];
  fetch: unknown;
  /** Whether the dialog is open, with `display="dialog"`. */
  isOpen = false;

  /** Starts the fake session that has this secret. Write-only, as the element's. */
  set clientSecret(secret: string | null | undefined) {
    if (!secret) return;
    this.#session = fakeSessionOf(secret);
    this.#key = '';
    this.#events.reset();
    if (this.isConnected) this.#start();
  }

  attributeChangedCallback(name: string, _old: string | null, value: string | null): void {
    if (name === 'client-secret') {
      if (value === null) return;
      this.clientSecret = value;
      this.removeAttribute('client-secret');
      return;
    }
    const property = Object.entries(PROPERTIES).find(([attribute]) => attribute === name)?.[1];
    if (property !== undefined) this[property] = value ?? undefined;
  }

  connectedCallback(): void {
    if (this.shadowRoot === null) this.attachShadow({ mode: 'open' });
    if (this.#session !== undefined) this.#start();
  }

  disconnectedCallback(): void {
    this.#unwatch?.();
    this.#events.emitInterrupted(this.#view);
  }

  /** Declines on the signer's behalf. The reason is kept nowhere. */
  async decline(_reason = ''): Promise<void> {
    this.#session?.setOutcome('declined');
  }

  async show(): Promise<void> {
    this.isOpen = this.display === 'dialog';
  }

  close(): void {
    if (this.dispatchEvent(new SignCloseEvent(this.#view?.sessionId))) this.isOpen = false;
  }

  async reload(): Promise<void> {
    this.#follow();
  }

  /** As the element's; its document is never loaded. */
  async diagnostics(): Promise<Diagnostics> {
    const view = this.#view;
    const state: SessionState = view === undefined ? { phase: 'idle' } : { phase: 'open', view };
    const shown = { view, screen: screenFor(state).kind, locale: matchLocale([this.locale, view?.locale]) };
    return diagnosticsOf({ ...EMPTY, state }, shown);
  }

  get #view(): SessionView | undefined {
    return this.#session && toSessionView(this.#session.state, Date.now());
  }

  /** As the element, it tells nothing before whoever created it had time to listen. */
  #start(): void {
    this.#unwatch?.();
    this.#unwatch = this.#session?.watch(() => this.#follow());
    queueReally(() => this.#follow());
  }

  #follow(): void {
    const { shadowRoot } = this;
    if (this.#session === undefined || shadowRoot === null || !this.isConnected) return;
    const fault = faultOf(this.#session);
    if (fault !== undefined) {
      this.#events.emitError({ code: fault, retryable: fault !== 'invalid_client_secret' });
      return;
    }
    const view = toSessionView(this.#session.state, Date.now());
    const screen: Screen = screenFor({ phase: 'open', view });
    const key = screenKey(screen);
    const next = nextInCloud(this.#session);
    if (next !== undefined) this.#perform(next);
    if (key === this.#key || next !== undefined) return;
    this.#key = key;
    shadowRoot.replaceChildren(
      ...mockControls(screen, { perform: body => this.#perform(body), decline: () => void this.decline() }),
    );
    this.#events.emitStep(key, view);
    this.#events.emitReady(view, matchLocale([this.locale, view.locale]));
    this.#events.emitEnd(screen);
  }

  #perform(body: Readonly<Record<string, unknown>>): void {
    const session = this.#session;
    if (session === undefined) return;
    const problem = withDocuments(body, session)
      .map(each => session.act(each))
      .find(each => each !== undefined);
    if (problem !== undefined) this.#events.emitError({ code: 'request_refused', retryable: false });
  }
}

/** The code of the element's error while every request fails, or the document. */
function faultOf({ outcome }: FakeSession): ErrorCode | undefined {
  const { effect, event = '' } = OUTCOMES[outcome];
  if (effect.kind !== 'fault' || effect.of === 'actions') return undefined;
  return ERROR_CODES.find(code => event.endsWith(code));
}

const ERROR_CODES: readonly ErrorCode[] = [
  'network',
  'service_unavailable',
  'rate_limited',
  'unexpected_answer',
  'invalid_client_secret',
  'document_unavailable',
  'document_hash_mismatch',
  'document_unreadable',
];

/**
 * Defines `<sign-session>` as the mock. Call it before anything imports `sign-session`; a second call changes nothing.
 *
 * @throws Error where the element itself is defined already
 */
export function defineMockSignSession(): void {
  const defined = customElements.get('sign-session');
  if (defined === MockSignSession) return;
  if (defined !== undefined) {
    throw new Error('<sign-session> is defined already: call defineMockSignSession() before you import it.');
  }
  customElements.define('sign-session', MockSignSession);
}
