import { css, html, nothing } from 'lit';
import { currentStep } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { screen } from '../screen.styles.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import { LazyScreenElement, lazyScreen } from '../lazy-screen.ts';

/** Another signer or the service has to act: says who, and since when the signer waits. Continues automatically. */
export class WaitingScreen extends LazyScreenElement<'waiting'> {
  static override readonly styles = [
    controls,
    screen,
    css`
      .since {
        align-items: center;
        display: flex;
        gap: 6px;
      }
    `,
  ];

  readonly #since = Date.now();

  private get reason(): LaterKey<'waiting'> {
    const { view } = this;
    if (view.waitsForSigner) return 'signer';
    return currentStep(view) === undefined ? `finishing.${view.purpose}` : 'check';
  }

  override render() {
    const { messages, translator } = this;
    const { signatures } = this.view;
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading')}</h2>
        <p class="secondary-text">${messages.t(this.reason)}</p>
        ${
          signatures === undefined
            ? nothing
            : html`<p role="status">${messages.t('signatures', signatures)}</p>`
        }
        <p class="secondary-text since">
          ${icon('clock')} ${messages.t('since', { time: messages.dateTime(this.#since) })}
        </p>
      </div>
      <span class="spinner"></span>
      <div class="actions">
        <button
          class="button secondary"
          type="button"
          aria-disabled=${String(this.busy)}
          @click=${() => this.dispatchIntent({ kind: 'reload' })}
        >
          ${translator.t('action.reload')}
        </button>
        ${
          // After the last step there is nothing left to decline.
          currentStep(this.view) === undefined ? nothing : this.renderDecline()
        }
      </div>`;
  }
}

define('sign-session-waiting', WaitingScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-waiting': WaitingScreen;
  }
}

/** Others are at work. */
export const waitingScreen = lazyScreen(
  'waiting',
  common => html`<sign-session-waiting ${common}></sign-session-waiting>`,
);
