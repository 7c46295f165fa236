import { css, html, nothing, type TemplateResult } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import type { Appearance } from '../../appearance/appearance.ts';
import { parseHex, toHex } from '../../appearance/color.ts';
import { fontList, readRadius } from '../../appearance/tokens.ts';
import { type FrameMessage, listenToFrame } from '../../frame/frame-message.ts';
import type { Locale } from '../../i18n/locales.ts';
import type { FrameAppearance } from '../../session/intents.ts';
import type { HandoverLink } from '../../session/state.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import '../handover/handover-part.ts';
import { LazyScreenElement, lazyStepScreen } from '../lazy-screen.ts';
import { OwnRequest } from '../own-request.ts';
import type { IntentEvent } from '../screen.ts';
import { screen } from '../screen.styles.ts';

/** How long the service's page may take to load, and then to open the session, before the signer sees more than a wait, ms. */
const OPENING_TIMEOUT_MS = 8000;

/**
 * How long a page that has loaded may say nothing, ms. The service's says that it is there while it loads; in place of a
 * page that may not be framed browsers load their own.
 */
const SILENCE_TIMEOUT_MS = 1000;

/** What is in the frame. */
type Shown =
  | 'opening'
  /** The service's page, with the step or what it says instead. */
  | 'page'
  /** Nothing of the service's: this site may not frame it, or it can't be reached. */
  | 'nothing';

/**
 * What the page in the frame takes of the appearance around it. The service refuses what it can't read, so only what the
 * widget itself would use is sent.
 */
function frameAppearance(given: Appearance, colorScheme: string | null, locale: Locale): FrameAppearance {
  const { fontFamily, borderRadius } = given;
  return {
    brandColor: color(given.brandColor),
    backgroundColor: color(given.backgroundColor),
    textColor: color(given.textColor),
    buttonTextColor: color(given.buttonTextColor),
    borderRadius: readRadius(borderRadius),
    fontFamily: fontList(fontFamily),
    colorScheme: colorScheme === 'light' || colorScheme === 'dark' ? colorScheme : undefined,
    locale,
  };
}

function color(text: string | undefined): string | undefined {
  const read = parseHex(text);
  return read && toHex(read);
}

/**
 * The certificate step on the service's own page, in a frame: the page around the widget then sees neither the file nor its
 * password, and no press in it. The frame opens the session by a link that works once, shows the step alone in the
 * widget's colours, and tells its height; once the step is done, the service tells it, and the widget goes on.
 */
class CertificateFrameScreen extends LazyScreenElement<'certificateFrame'> {
  static override readonly styles = [
    controls,
    screen,
    css`
      /* Higher than 30em, the page in it takes the layout of a high window. */
      iframe {
        border: 0;
        display: block;
        height: var(--height, 30em);
        /* The page in it has as much at its edges, for the ring of the focus. */
        margin: -6px -6px 0;
        min-height: calc(30em + 1px);
        width: calc(100% + 12px);
      }

      iframe:not(.ready) {
        display: none;
      }

      .note {
        font-size: 0.875em;
      }

      .error-text:not(:empty) {
        margin-bottom: 8px;
      }

      .actions:has(sign-session-handover) {
        row-gap: 8px;
      }

      /* The page in the frame has the primary action. */
      .ready ~ .actions {
        position: static;
      }

      .ready ~ .actions::before {
        content: none;
      }

      @media (max-height: 30rem) {
        iframe {
          min-height: 0;
        }
      }
    `,
  ];

  #stop: (() => void) | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;
  /** Has the service's page said that it is there? */
  #isThere = false;

  readonly #own = new OwnRequest('handOver');
  /** The link of the frame before, which may have been used. */
  #used: HandoverLink | undefined;

  /** The link that the frame was sent to; it works once. */
  @state() private address: string | undefined;
  @state() private shows: Shown = 'opening';

  @query('iframe') private readonly frame!: HTMLIFrameElement | null;

  @property({ attribute: false }) appearance!: Appearance;
  @property({ attribute: false }) colorScheme: string | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
  }

  override willUpdate(): void {
    const { handover } = this.snapshot;
    if (handover !== this.#used) this.address ??= handover?.url;
  }

  override updated(): void {
    const { frame } = this;
    const isMissing = this.address === undefined && !this.isBehindOverlay;
    if (isMissing && this.#own.isDue(this.snapshot)) this.ask();
    if (frame === null || this.#stop !== undefined) return;
    this.#stop = listenToFrame(frame, message => this.#handleMessage(message));
    this.#after(OPENING_TIMEOUT_MS, 'nothing');
  }

  /** Whatever the page says first, it is there, and tells the signer itself what goes wrong further on. */
  #handleMessage({ type, height }: FrameMessage): void {
    clearTimeout(this.#timeout);
    this.#isThere = true;
    if (type === 'sign-opening') {
      this.shows = 'opening';
      this.#after(OPENING_TIMEOUT_MS, 'page');
      return;
    }
    this.shows = 'page';
    if (type === 'sign-size' && Number.isFinite(height))
      this.frame?.style.setProperty('--height', `${height}px`);
  }

  #after(ms: number, shown: Shown): void {
    clearTimeout(this.#timeout);
    this.#timeout = setTimeout(() => {
      if (this.shows === 'opening') this.shows = shown;
    }, ms);
  }

  private readonly handleLoad = () => {
    if (!this.#isThere) this.#after(SILENCE_TIMEOUT_MS, 'nothing');
  };

  #forget(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#isThere = false;
    clearTimeout(this.#timeout);
  }

  private ask(): void {
    const { locale } = this.translator;
    const appearance = frameAppearance(this.appearance, this.colorScheme, locale);
    this.dispatchIntent({ kind: 'handOver', appearance });
  }

  /** With another link: the one that is there may have been used. */
  private readonly handleRetry = () => {
    this.#forget();
    this.#used = this.snapshot.handover;
    this.address = undefined;
    this.shows = 'opening';
    // Else asked for once this is shown.
    if (this.snapshot.error?.action === 'handOver') this.ask();
  };

  /** Did no link come? */
  private get hasNoLink(): boolean {
    return this.address === undefined && this.snapshot.error?.action === 'handOver';
  }

  private renderFrame() {
    const { address, messages } = this;
    // Kept while it says nothing: it may only be slow.
    if (address === undefined) return nothing;
    return html`<iframe
      class=${this.shows === 'page' ? 'ready' : ''}
      title=${messages.t('frame')}
      referrerpolicy="origin"
      allow="loopback-network"
      .src=${address}
      @load=${this.handleLoad}
    ></iframe>`;
  }

  /** Once the page is there, its heading is the step's; this one stays for the focus and for screen readers. */
  private renderIntro(): TemplateResult {
    const { messages, shows } = this;
    return html`<div class="intro ${shows === 'page' ? 'visually-hidden' : ''}">
      <h2 tabindex="-1">${messages.t('heading')}</h2>
      ${shows === 'opening' ? html`<p class="secondary-text">${messages.t('text')}</p>` : nothing}
    </div>`;
  }

  private readonly handleHandover = ({ intent }: IntentEvent) => this.dispatchIntent(intent);

  /** The way on where nothing came: in a window of its own, or by another link. */
  private renderWays(isBlocked: boolean): TemplateResult | typeof nothing {
    if (!isBlocked && !this.hasNoLink) return nothing;
    const { translator, snapshot } = this;
    const other = isBlocked
      ? html`<sign-session-handover
          .to=${'window'}
          .translator=${translator}
          .snapshot=${snapshot}
          @intent=${this.handleHandover}
        ></sign-session-handover>`
      : nothing;
    return html`${other}<button
        class="button ${isBlocked ? 'secondary' : 'primary'}"
        type="button"
        @click=${this.handleRetry}
      >
        ${translator.t('action.retry')}
      </button>`;
  }

  override render() {
    const { messages, hasNoLink, shows } = this;
    const isBlocked = shows === 'nothing';
    const problem = isBlocked ? messages.t('blocked') : hasNoLink ? messages.t('failed') : nothing;
    return html`${this.renderIntro()}
      ${
        shows === 'opening' && !hasNoLink
          ? html`<p class="secondary-text" role="status">
              <span class="spinner"></span>${messages.t('opening')}
            </p>`
          : nothing
      }
      ${this.renderFrame()}
      ${shows === 'page' ? html`<p class="note secondary-text">${messages.t('text')}</p>` : nothing}
      <div class="actions">
        <p class="error-text" role="alert">${problem}</p>
        ${this.renderWays(isBlocked)} ${this.renderDecline()}
      </div>`;
  }
}

define('sign-session-certificate-frame', CertificateFrameScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-certificate-frame': CertificateFrameScreen;
  }
}

/** Signing with a certificate on the service's own page. */
export const certificateFrameScreen = lazyStepScreen(
  'certificateFrame',
  (common, { appearance, element }) =>
    html`<sign-session-certificate-frame
      ${common}
      .appearance=${appearance}
      .colorScheme=${element.getAttribute('color-scheme')}
    ></sign-session-certificate-frame>`,
);
