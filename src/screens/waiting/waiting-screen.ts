import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import { currentStep, type SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import type { LaterKey } from '../../i18n/messages.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { laterMessages } from '../../i18n/later-messages.ts';

/** Another signer or the service has to act: says who, and since when the signer waits. Continues automatically. */
export class WaitingScreen extends ScreenElement {
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

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) messages!: Translator<LaterKey<'waiting'>>;

  private get reason(): LaterKey<'waiting'> {
    const { view } = this;
    if (view.waitsForSigner) return 'signer';
    return currentStep(view) === undefined ? `finishing.${view.purpose}` : 'check';
  }

  override render() {
    const { messages, translator, snapshot } = this;
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
          aria-disabled=${String(snapshot.pending !== undefined)}
          @click=${() => this.dispatchIntent({ kind: 'reload' })}
        >
          ${translator.t('action.reload')}
        </button>
        ${
          // After the last step there is nothing left to decline.
          currentStep(this.view) === undefined
            ? nothing
            : html`<button
                class="button quiet"
                type="button"
                @click=${() => this.dispatchIntent({ kind: 'openDecline' })}
              >
                ${translator.t('accept.decline')}
              </button>`
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
  laterMessages('waiting'),
  ({ view, isBehindOverlay, translator, snapshot }, messages) =>
    html`<sign-session-waiting
      class=${isBehindOverlay ? 'behind-overlay' : 'screen'}
      ?hidden=${isBehindOverlay}
      .view=${view}
      .messages=${messages}
      .translator=${translator}
      .snapshot=${snapshot}
    ></sign-session-waiting>`,
);
