import {
  html,
  LitElement,
  nothing,
  type PropertyValues,
  type ReactiveControllerHost,
  type TemplateResult,
} from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { type Appearance, mergeAppearance } from '../appearance/appearance.ts';
import { AdoptedTokens } from '../appearance/tokens.ts';
import { watchAssets } from '../assets/asset-watch.ts';
import type { CertificateProvider } from '../certificate/provider.ts';
import type { WebPkiOptions } from '../certificate/web-pki.ts';
import type { CheckOptions, PageCheck } from '../check/check-page.ts';
import type { Diagnostics } from '../check/diagnostics.ts';
import { matchLocale } from '../i18n/locales.ts';
import { overridesOf } from '../i18n/translator.ts';
import type { IntentEvent, ScreenElement } from '../screens/screen.ts';
import { screenFor } from '../session/screen-for.ts';
import { SessionController } from '../session/session-controller.ts';
import { isEnded } from '../session/view.ts';
import { brokenByPage, checkSupport, type Support } from '../support/check-support.ts';
import { idleAfter } from '../support/turns.ts';
import { controls } from '../ui/controls.styles.ts';
import { KeyboardInset } from '../ui/keyboard-inset.ts';
import {
  absoluteUrl,
  appearanceConverter,
  type ColorScheme,
  type Display,
  type Redirect,
  upgradeProperty,
} from './attributes.ts';
import { checkValues, expectSecret } from './check-setup.ts';
import type { Dialog } from './dialog.ts';
import { DocumentSlot } from './document-slot.ts';
import { HostEvents } from './events.ts';
import { frameFooter, frameHeader, frameStrips } from './frame.ts';
import { addressAfter, handleIntent } from './handle-intent.ts';
import type { MessageOverrides } from './message-overrides.ts';
import { narrowStyles } from './narrow.styles.ts';
import { preload, type PreloadOptions } from './preload.ts';
import { type ElementProps, ScreenRouter } from './screen-router.ts';
import { styles } from './sign-session.styles.ts';

/**
 * Submits a form of the widget when its button is pressed, in the browser's place: in a frame whose sandbox lacks
 * `allow-forms` the browser would do nothing. The forms go nowhere, so their listeners are all there is to it.
 */
function submitWithoutSandbox(event: Event): void {
  const button = event.composedPath().find(isSubmit);
  if (button?.form == null || button.disabled || event.defaultPrevented) return;
  event.preventDefault();
  const submit = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: button });
  if (button.form.noValidate || button.form.reportValidity()) button.form.dispatchEvent(submit);
}

/**
 * A page's shortcuts of one letter leave alone what is typed into fields, but see of the widget's only the element: they
 * would take the letters.
 */
function keepTyped(event: KeyboardEvent): void {
  const [field] = event.composedPath();
  const takesText =
    field instanceof Element && field.matches('textarea, input:not([type=checkbox], [type=radio])');
  if (takesText && event.key.length === 1 && !event.ctrlKey && !event.metaKey) event.stopPropagation();
}

function isSubmit(target: EventTarget): target is HTMLButtonElement {
  return target instanceof HTMLButtonElement && target.type === 'submit';
}

/** ms after the document is there, from which on the coming steps are loaded. */
const PRELOAD_AFTER = 300;

/** Makes a new screen known: moves the focus to it if the focus was in the element, else announces it. */
class FocusManager {
  readonly #host: ReactiveControllerHost & Element;
  #key = '';
  #hadFocus = false;
  #announcement = '';

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
  }

  /** The text of the live region. */
  get announcement(): string {
    return this.#announcement;
  }

  announce(text: string): void {
    this.#announcement = text;
    this.#host.requestUpdate();
  }

  /** Call it in `willUpdate`, while the old screen is still there. */
  recordFocus(): void {
    const root = this.#host.getRootNode();
    // Not by :focus-within, which Chromium denies of the host of a modal dialog that has the focus.
    const active = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    this.#hadFocus = active !== null && this.#host.contains(active);
  }

  /** Has the screen's key changed since the last call? */
  hasChanged(key: string): boolean {
    const changed = key !== this.#key;
    // The first screen takes no focus: the user may be elsewhere on the page.
    if (changed && this.#key === '') this.#hadFocus = false;
    this.#key = key;
    return changed;
  }

  /** Focuses a screen that is shown again: in a dialog, which the focus comes into. */
  enter(screen: ScreenElement | null): void {
    this.#hadFocus = true;
    if (screen !== null) void this.announceScreen(screen, '');
  }

  /** Focuses or announces a new screen; `addition` is announced with it. */
  async announceScreen(screen: ScreenElement, addition: string): Promise<void> {
    const key = this.#key;
    const takeFocus = this.#hadFocus;
    await screen.updateComplete;
    if (this.#key !== key) return;
    const heading = takeFocus ? screen.focusFirst() : screen.headingText;
    this.announce([heading, addition].filter(Boolean).join('. '));
  }
}

/**
 * Guides a signer through a signing session: reading the document, accepting or declining, and seeing the result.
 *
 * The client secret opens the session for whoever holds it. The element removes its attribute as soon as it is read,
 * keeps the secret in a private field, and sends it to the service in the Authorization header only.
 *
 * @tag sign-session
 *
 * @attr {string} client-secret - `ss_secret_…` as the service returned it at creation. Read once. Setting the same value
 *   again, or removing it, changes nothing; another value starts that session.
 * @attr {string} session-id - Needed only when the secret holds no session id.
 * @attr {string} base-url - Address of the service, for example `https://api.example`. Default: the page's origin.
 * @attr {"pt-BR"|"en"|"es"} locale - Default: the session's, else the browser's. May change at any time.
 * @attr {string} appearance - JSON of an `Appearance`; overrides the session's own, field by field.
 * @attr {"light"|"dark"|"auto"} color-scheme - Default `auto`: the device's.
 * @attr {string} assets-url - Where the widget's `assets` folder is. Default: beside the script.
 * @attr {"auto"|"never"} redirect - `auto` goes to the return address 5 s after the end, unless the signer stops it.
 *   Default `never`: a button goes there.
 * @attr {"inline"|"dialog"} display - `dialog`: nothing is shown before `show()`, and then over the page. Default `inline`. Set it
 *   before the element is in the page.
 * @attr {boolean} certificate-frame - Show the certificate step in a frame of the service's page, so that this page sees
 *   neither certificate nor password. The tenant's frame origins have to name this page's.
 * @attr {string} token-bridge - Offer tokens and cards (A3) through the signer's `sign-session-bridge`, at its own port or, where
 *   the value is a number, at that one. Read when the certificate step is shown.
 * @attr {boolean} geolocation - Ask for the signer's location, which they may refuse; it becomes part of the evidence.
 *
 * @slot header - Your logo or name, in place of the one of `appearance`. Put it there before the session is shown.
 * @slot sign-session-code - Reserved. While a one-time code is asked for, the element appends its field (`<input
 *   slot="sign-session-code" autocomplete="one-time-code">`) to itself, where browsers find it, and removes it afterwards.
 *
 * @fires {SignReadyEvent} sign-ready - The first screen is shown, with the document's first page.
 * @fires {SignStepEvent} sign-step - Another screen is shown.
 * @fires {SignCompletedEvent} sign-completed - The session is completed; verify it on your server.
 * @fires {SignDeclinedEvent} sign-declined - The signer declined.
 * @fires {SignExpiredEvent} sign-expired - The session has expired.
 * @fires {SignFailedEvent} sign-failed - The integrator cancelled the session, or the service could not complete it.
 * @fires {SignErrorEvent} sign-error - Something went wrong: `{code, retryable}`.
 * @fires {SignInterruptedEvent} sign-interrupted - The page was left or the element removed while the session was open.
 * @fires {SignRedirectEvent} sign-redirect - About to go to the return address. Cancelable.
 * @fires {SignCloseEvent} sign-close - About to close the dialog. Cancelable.
 *
 * @csspart frame - The card.
 * @csspart header - The top of the card: the requester, and the signer's progress.
 * @csspart document - The document, or one line that opens it where the step needs the space.
 * @csspart step - What the signer does now.
 * @csspart footer - The bottom of the card: protection, expiry, digest.
 * @cssprop --sign-height - Height of the card; its minimum height in a narrow container. Default 704px at the
 *   browser's usual text size; more where the reader has chosen larger text.
 */
export class SignSession extends LitElement {
  static override readonly styles = [controls, styles, narrowStyles];

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'client-secret'];
  }

  /**
   * Loads what a session needs while the signer is still before it, such as on the last page of a form: then the first
   * page of the document is there sooner. Call it once.
   */
  static preload(options: PreloadOptions = {}): void {
    preload(options);
  }

  /** Returns whether this browser can run a signing session on this page. */
  static checkSupport(): Support {
    return checkSupport();
  }

  /**
   * Checks, before there is a session, whether one could be signed on this page, in this browser, on this device: https,
   * policies, workers, the service, and the camera where the profile asks for it. Prompts nobody. What the page's policy
   * forbids is tried, and so reported by browsers where the page asks for reports.
   */
  static async check(options: CheckOptions = {}): Promise<PageCheck> {
    const { checkPage } = await import('../check/check-page.ts');
    return checkPage(options);
  }

  /** Built-ins that the page has broken: with any of them, nothing is shown and no session begins. */
  readonly #broken = brokenByPage();
  readonly #tokens = new AdoptedTokens();
  readonly #events = new HostEvents(this);
  readonly #focus = new FocusManager(this);
  readonly #session = new SessionController(this, {
    address: () => ({
      baseUrl: this.#addresses.baseUrl,
      sessionId: this.sessionId,
      fetch: this.fetch,
    }),
    started: () => this.#handleStarted(),
    interrupted: view => this.#events.emitInterrupted(view),
    failed: error => this.#events.emitError(error),
    endsSoon: minutes => this.#handleEndsSoon(minutes),
  });
  readonly #documents = new DocumentSlot(this, this.#session, this.#events);
  readonly #router = new ScreenRouter(this, this.#session);
  /** The session's appearance with the element's own over it: the same object while neither is another. */
  #resolvedAppearance: Appearance = {};
  #appearanceOf: readonly unknown[] = [];
  /** Was there anything left to do when this page was opened? */
  #wasOpen = false;
  #isPreloading = false;
  /** With `display="dialog"`, once its code is loaded. */
  #dialog: Dialog | undefined;
  /** What ends when the element is removed. */
  readonly #disconnected: (() => void)[] = [];
  readonly #handlePageHide = () => this.#events.emitInterrupted(this.#session.view);

  @state() private minutesLeft: number | undefined;

  @property({ attribute: 'session-id' }) sessionId: string | undefined;
  @property({ attribute: 'base-url' }) baseUrl: string | undefined;
  @property() locale: string | undefined;
  @property({ converter: appearanceConverter }) appearance: Appearance | undefined;
  @property({ attribute: 'color-scheme', reflect: true }) colorScheme: ColorScheme | undefined;
  @property({ attribute: 'assets-url' }) assetsUrl: string | undefined;
  @property() redirect: Redirect = 'never';
  @property({ reflect: true, useDefault: true }) display: Display = 'inline';
  @property({ type: Boolean }) geolocation = false;
  @property({ type: Boolean, attribute: 'certificate-frame' }) certificateFrame = false;
  @property({ attribute: 'token-bridge' }) tokenBridge: string | undefined;
  /** Offers tokens and cards (A3) through Lacuna Web PKI: its class or the address of its script, and the licence. */
  @property({ attribute: false }) webPki: WebPkiOptions | undefined;
  /** Your own certificate providers, in addition to files and Web PKI. */
  @property({ attribute: false }) certificateProviders: readonly CertificateProvider[] = [];
  /** Your words in place of the widget's, by locale and key. What the signer agrees to stays in the widget's. */
  @property({ attribute: false }) messages: MessageOverrides | undefined;
  /** Takes the place of the page's `fetch` for the session's requests: for tests. Set it with the client secret. */
  @property({ attribute: false }) fetch: typeof fetch | undefined;

  @query('.screen') private readonly screenElement!: ScreenElement | null;

  /** Starts the session of the secret. Write-only, so that no script can read the secret from the element. */
  set clientSecret(secret: string | null | undefined) {
    if (secret && this.#broken === '') this.#session.connect(secret);
  }

  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    super.attributeChangedCallback(name, old, value);
    if (name !== 'client-secret' || value === null) return;
    this.clientSecret = value;
    this.removeAttribute('client-secret');
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    this.#tokens.adopt(root);
    this.addController(new KeyboardInset(() => root.querySelector('.frame')));
    return root;
  }

  override connectedCallback(): void {
    if (this.#broken !== '') {
      void this.#refusePage();
      return;
    }
    super.connectedCallback();
    this.clientSecret = upgradeProperty(this, 'clientSecret');
    addEventListener('pagehide', this.#handlePageHide);
    this.#disconnected.push(
      watchAssets({
        loadReport: async () => (await import('../assets/report-unavailable.ts')).reportUnavailable,
        unavailable: url => this.#events.emitAssetsUnavailable(url),
      }),
      expectSecret(() => this.#session.hasSecret),
    );
    void this.#loadDialog();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('pagehide', this.#handlePageHide);
    this.#dialog?.leave();
    for (const end of this.#disconnected.splice(0)) end();
  }

  override willUpdate(): void {
    this.#focus.recordFocus();
    const { view, snapshot } = this.#session;
    // Before the session says so, the page's language is the best guess.
    const guess = snapshot.state.phase === 'loading' ? document.documentElement.lang : undefined;
    const locale = matchLocale([this.locale, view?.locale, guess, ...navigator.languages]);
    this.#router.setLocale(locale, overridesOf(this.messages, locale));
    this.#documents.follow(snapshot.document);
    if (view && !isEnded(view)) this.#wasOpen = true;
    const [under, over] = this.#appearanceOf;
    if (under === view?.appearance && over === this.appearance) return;
    this.#appearanceOf = [view?.appearance, this.appearance];
    this.#resolvedAppearance = mergeAppearance(view?.appearance, this.appearance);
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (changed.has('locale') || changed.has('colorScheme')) checkValues(this.locale, this.colorScheme);
    this.#tokens.applyTheme(this.#resolvedAppearance);
    const { screen, key } = this.#router;
    if (this.#focus.hasChanged(key)) {
      this.#events.emitStep(key, this.#session.view);
      if (this.screenElement !== null) void this.#focus.announceScreen(this.screenElement, this.#endsSoon);
    }
    // A part of the widget that is missing must not keep it from the page.
    this.#events.emitEnd(screen.kind === 'error' ? screenFor(this.#session.snapshot.state) : screen);
    const { view } = this.#session;
    // Without a session nothing preloaded is needed.
    if (view === undefined) return this.#router.screens.close();
    if (!this.#documents.isReadable || ['loading', 'error'].includes(screen.kind)) return;
    this.#events.emitReady(view, this.#router.translator.locale);
    void this.#preloadScreens();
  }

  /** The coming steps, once the page's thread is idle: the document in front of the signer comes first. */
  async #preloadScreens(): Promise<void> {
    if (this.#isPreloading) return;
    this.#isPreloading = true;
    await idleAfter(PRELOAD_AFTER);
    this.#isPreloading = false;
    const { view } = this.#session;
    if (this.isConnected && view !== undefined) this.#router.screens.preload(view, this.#addresses);
  }

  /** Without super: Lit may not work either. */
  async #refusePage(): Promise<void> {
    this.#events.emitError({ code: 'unsupported_page', retryable: false, detail: this.#broken });
    const { showUnsupportedPage } = await import('./unsupported-page.ts');
    showUnsupportedPage(this, this.locale, this.#broken);
  }

  /** Declines on the signer's behalf; the integrator gets the reason. Resolves when the service has answered. */
  async decline(reason = ''): Promise<void> {
    const { locale } = this.#router.translator;
    await this.#session.perform({ kind: 'decline', reason }, { locale, documentView: undefined });
  }

  /**
   * Opens the dialog, with `display="dialog"`. The focus goes into it, and back when it is closed. Resolves once it is open;
   * without that attribute there is nothing to open.
   */
  async show(): Promise<void> {
    await this.#loadDialog();
    if (!this.isConnected || this.#dialog === undefined) return;
    await this.#dialog.show();
    this.#focus.enter(this.screenElement);
  }

  /** Most pages show the card in the page. Where the dialog's code can't be loaded, this one does too. */
  async #loadDialog(): Promise<void> {
    if (this.display !== 'dialog' || this.#dialog !== undefined) return;
    try {
      const { Dialog, dialogStyles } = await import('./dialog.ts');
      if (this.#dialog !== undefined) return;
      this.#dialog = new Dialog(
        this,
        () => this.#session.view?.sessionId,
        () => this.#documents.leave(),
      );
      const { shadowRoot } = this;
      const { styleSheet } = dialogStyles;
      if (shadowRoot && styleSheet)
        shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, styleSheet];
    } catch {
      this.display = 'inline';
    }
    this.requestUpdate();
  }

  /** Closes the dialog, unless the page cancels `sign-close`. The session goes on, and so does the signer after `show()`. */
  close(): void {
    this.#dialog?.close();
  }

  /**
   * What a support ticket needs: browser, page, session and steps, without secret, document or personal data.
   */
  async diagnostics(): Promise<Diagnostics> {
    const { diagnosticsOf } = await import('../check/diagnostics.ts');
    const { snapshot, view } = this.#session;
    const { screen, translator } = this.#router;
    return diagnosticsOf(snapshot, { view, screen: screen.kind, locale: translator.locale });
  }

  /** Loads the session again. */
  async reload(): Promise<void> {
    await this.#session.reload();
  }

  /** Absolute. */
  get #addresses(): Pick<ElementProps, 'assetsUrl' | 'baseUrl'> {
    return { assetsUrl: absoluteUrl(this.assetsUrl), baseUrl: absoluteUrl(this.baseUrl) ?? location.origin };
  }

  #handleStarted(): void {
    this.#router.reset();
    this.#events.reset();
    this.#documents.reset();
    this.#wasOpen = false;
    this.minutesLeft = undefined;
  }

  get #endsSoon(): string {
    const { minutesLeft: minutes } = this;
    const { view } = this.#session;
    return minutes === undefined || view === undefined || isEnded(view)
      ? ''
      : this.#router.translator.plural('frame.expiresSoon', minutes);
  }

  #handleEndsSoon(minutes: number): void {
    this.minutesLeft = minutes;
    this.#focus.announce(this.#endsSoon);
  }

  readonly #handleIntent = ({ intent }: IntentEvent) => {
    handleIntent(intent, {
      element: this,
      session: this.#session,
      router: this.#router,
      documents: this.#documents,
    });
  };

  /** Header and footer are hidden when there is no session: they name the requester and say what is protected. */
  get #hideChrome(): boolean {
    return ['closed', 'unreachable'].includes(this.#session.snapshot.state.phase);
  }

  /** What the screens are rendered from, besides the session. */
  get #elementProps(): ElementProps {
    const { view } = this.#session;
    return {
      element: this,
      documentStatus: this.#documents.status,
      documentView: this.#documents.documentView,
      asksLocation: this.geolocation || (view?.asksLocation ?? false),
      ...this.#addresses,
      appearance: this.#resolvedAppearance,
      returnUrl: view && addressAfter(view),
      // Who comes back for their copy stays.
      redirects: this.redirect === 'auto' && this.#wasOpen,
      closable: this.display === 'dialog',
    };
  }

  /** The document, if there is one, and the screen. */
  #renderBody(): TemplateResult {
    const { translator, layout } = this.#router;
    const documents = this.#documents;
    if (!documents.isNeeded)
      return html`<div class="body alone">${this.#router.render(this.#elementProps)}</div>`;
    return html`${documents.renderLine(layout, translator)}
      <div class="body ${layout}">
        ${documents.render(translator, this.#addresses.assetsUrl, this.#endsSoon, layout)}
        ${this.#router.render(this.#elementProps)}
      </div>`;
  }

  readonly #handleClose = () => this.close();

  override render(): TemplateResult {
    const frame = () => this.#renderFrame();
    if (this.display !== 'dialog') return frame();
    return this.#dialog?.render(frame, this.#router.translator, this.#handleClose) ?? html``;
  }

  #renderFrame(): TemplateResult {
    const { translator, hasMessages } = this.#router;
    const { snapshot } = this.#session;
    const view = hasMessages ? this.#session.view : undefined;
    const close = this.#dialog?.closeButton(translator, this.#handleClose) ?? nothing;
    const appearance: Appearance = this.#hideChrome ? { headerStyle: 'none' } : this.#resolvedAppearance;
    const hasOwnBrand = !this.#hideChrome && this.querySelector('[slot=header]') !== null;
    return html`<section
      class="frame"
      part="frame"
      dir="ltr"
      lang=${translator.locale}
      aria-label=${translator.t('frame.label')}
      @intent=${this.#handleIntent}
      @click=${submitWithoutSandbox}
      @keydown=${keepTyped}
      @keypress=${keepTyped}
      @keyup=${keepTyped}
    >
      ${frameHeader(hasOwnBrand, view, appearance, translator, close)}
      ${frameStrips(view, this.#endsSoon, translator)} ${this.#renderBody()}
      ${this.#hideChrome ? nothing : frameFooter(view, snapshot.document, translator)}
      <div class="visually-hidden" role="status">${this.#focus.announcement}</div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-session': SignSession;
  }
}
