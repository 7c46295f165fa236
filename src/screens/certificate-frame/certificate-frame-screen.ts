import { type PropertyValues, css, html, nothing } from 'lit';
import { query, state } from 'lit/decorators.js';
import { listenToFrame } from '../../frame/frame-message.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { LazyScreenElement, lazyStepScreen } from '../lazy-screen.ts';
import { screen } from '../screen.styles.ts';

/** How long the service's page may take to load, ms. */
const LOADING_TIMEOUT_MS = 20_000;

/** How long a page that has loaded may say nothing, ms: in place of a page that may not be framed browsers load their own. */
const SILENCE_TIMEOUT_MS = 2000;

/**
 * The certificate step on the service's own page, in a frame: the page around the widget then sees neither the file nor its
 * password, and no press in it. The frame opens the session by a link that works once; once the step is done, the service
 * tells it, and the widget goes on.
 */
class CertificateFrameScreen extends LazyScreenElement<'certificateFrame'> {
  static override readonly styles = [
    controls,
    screen,
    css`
      iframe {
        background: var(--surface);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        display: block;
        height: clamp(26rem, 64dvh, 44rem);
        width: 100%;
      }

      iframe:not(.ready) {
        display: none;
      }
    `,
  ];

  #stop: (() => void) | undefined;
  #timeout: ReturnType<typeof setTimeout> | undefined;

  /** The link of the frame before, which may have been used. */
  #used: string | undefined;

  /** The link that the frame was sent to; it works once. */
  @state() private address: string | undefined;
  @state() private shows: 'opening' | 'session' | 'nothing' = 'opening';

  @query('iframe') private readonly frame!: HTMLIFrameElement | null;

  override firstUpdated(changed: PropertyValues): void {
    super.firstUpdated(changed);
    this.ask();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#forget();
  }

  override willUpdate(): void {
    const url = this.snapshot.handover?.url;
    if (url !== this.#used) this.address ??= url;
  }

  override updated(): void {
    const { frame } = this;
    if (frame === null || this.#stop !== undefined) return;
    // Whatever the page says first, it is there, and tells the signer itself what goes wrong further on.
    this.#stop = listenToFrame(frame, () => {
      clearTimeout(this.#timeout);
      this.shows = 'session';
    });
    this.#giveUpAfter(LOADING_TIMEOUT_MS);
  }

  #giveUpAfter(ms: number): void {
    clearTimeout(this.#timeout);
    this.#timeout = setTimeout(() => {
      if (this.shows === 'opening') this.shows = 'nothing';
    }, ms);
  }

  private readonly handleLoad = () => {
    if (this.shows === 'opening') this.#giveUpAfter(SILENCE_TIMEOUT_MS);
  };

  #forget(): void {
    this.#stop?.();
    this.#stop = undefined;
    clearTimeout(this.#timeout);
  }

  private ask(): void {
    if (this.snapshot.pending === undefined) this.dispatchIntent({ kind: 'handOver' });
  }

  /** With another link: the first may have been used. */
  private readonly handleRetry = () => {
    this.#forget();
    this.#used = this.address;
    this.address = undefined;
    this.shows = 'opening';
    this.ask();
  };

  private get hasFailed(): boolean {
    return (
      this.shows === 'nothing' || (this.shows === 'opening' && this.snapshot.error?.action === 'handOver')
    );
  }

  private renderFrame() {
    const { address, messages } = this;
    // Kept while it says nothing: it may only be slow.
    if (address === undefined) return nothing;
    return html`<iframe
      class=${this.shows === 'session' ? 'ready' : ''}
      title=${messages.t('frame')}
      referrerpolicy="origin"
      allow="loopback-network"
      .src=${address}
      @load=${this.handleLoad}
    ></iframe>`;
  }

  override render() {
    const { messages, hasFailed, shows } = this;
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading')}</h2>
        <p class="secondary-text">${messages.t('text')}</p>
      </div>
      ${
        shows === 'opening' && !hasFailed
          ? html`<p class="secondary-text" role="status">
              <span class="spinner"></span>${messages.t('opening')}
            </p>`
          : nothing
      }
      ${this.renderFrame()}
      <p class="error-text" role="alert">${hasFailed ? messages.t('failed') : nothing}</p>
      <div class="actions">
        ${
          hasFailed
            ? html`<button class="button primary" type="button" @click=${this.handleRetry}>
                ${this.translator.t('action.retry')}
              </button>`
            : nothing
        }
        ${this.renderDecline()}
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
  common => html`<sign-session-certificate-frame ${common}></sign-session-certificate-frame>`,
);
