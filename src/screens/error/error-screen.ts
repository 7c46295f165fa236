import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { HandoverLink } from '../../session/state.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { canOpenHosted } from '../hosted-step/hosted-page.ts';
import type { LoadFailure } from '../lazy-screens.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';

/** The session, or the part of the widget for its next step, could not be loaded; another try may succeed. */
export class ErrorScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  /** Why a part of the widget is missing; undefined when the session could not be loaded. */
  @property({ attribute: false }) missing: LoadFailure | undefined;
  /** Shown over the screen of the session, to which the signer can go back. */
  @property({ attribute: false }) isOverlay = false;

  /** The link that was opened here, and works only once. */
  @state() private opened: HandoverLink | undefined;

  readonly #handleAsk = () => this.dispatchIntent({ kind: 'handOver' });

  readonly #handleOpen = (event: Event) => {
    const { handover } = this.snapshot;
    const end = handover?.expiresAt;
    if (end === undefined) return;
    if (end <= Date.now()) {
      event.preventDefault();
      this.#handleAsk();
    }
    // After the click was handled, which needs the link in the page.
    setTimeout(() => (this.opened = handover));
  };

  /**
   * Offers the service's own page, which may have what did not load here. The link is created when it is requested, and
   * another when that one was used or has expired.
   */
  #renderHosted() {
    const { translator, snapshot } = this;
    const { handover } = snapshot;
    const messages = html`${translator.t('outcome.hostedStep.open')}${icon('external')}`;
    const failed = snapshot.error?.action === 'handOver';
    return html`${
        handover === undefined || handover === this.opened
          ? html`<button
              class="button secondary"
              type="button"
              aria-disabled=${String(snapshot.pending !== undefined)}
              @click=${this.#handleAsk}
            >
              ${messages}
            </button>`
          : html`<a
              class="button secondary"
              href=${handover.url}
              target="_blank"
              rel="noopener noreferrer"
              @click=${this.#handleOpen}
              >${messages}</a
            >`
      }
      <p role="alert">${failed ? translator.t('error.network') : nothing}</p>`;
  }

  override render() {
    const { translator, snapshot } = this;
    const { state: present } = snapshot;
    // Only reloading brings a part that the engine won't load again, or that another version has replaced.
    const isLost = this.missing === 'retryFailed';
    const part = isLost ? 'partLost' : 'part';
    // Where the messages are missing, only these are there.
    const reason = this.missing === undefined && present.phase === 'unreachable' ? present.reason : part;
    return html`<div class="intro">
        <h2 tabindex="-1">${translator.t(reason === part ? 'error.heading.part' : 'error.heading')}</h2>
      </div>
      <div class="notice warn">
        ${icon(reason === 'offline' ? 'offline' : 'alert')}
        <p>${translator.t(`error.${reason}`)}</p>
      </div>
      <div class="actions">
        <button
          class="button primary"
          type="button"
          @click=${() => (isLost ? location.reload() : this.dispatchIntent({ kind: 'reload' }))}
        >
          ${translator.t(isLost ? 'action.reloadPage' : 'action.retry')}
        </button>
        ${
          this.isOverlay
            ? html`<button
                class="button quiet"
                type="button"
                @click=${() => this.dispatchIntent({ kind: 'closeDecline' })}
              >
                ${translator.t('action.back')}
              </button>`
            : nothing
        }
        ${present.phase === 'open' && !this.isOverlay && canOpenHosted(present.view) ? this.#renderHosted() : nothing}
      </div>`;
  }
}

define('sign-session-error', ErrorScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-error': ErrorScreen;
  }
}
