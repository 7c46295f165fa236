import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import { currentStep, type SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import type { WaitingKey } from './waiting-words.ts';

/** Others are at work: says who, and since when the signer waits. The session goes on by itself. */
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
  @property({ attribute: false }) words!: Translator<WaitingKey>;

  private get reason(): WaitingKey {
    const { view } = this;
    if (view.waitsForSigner) return 'signer';
    return currentStep(view) === undefined ? `finishing.${view.purpose}` : 'check';
  }

  override render() {
    const { words, translator, snapshot } = this;
    const { signatures } = this.view;
    return html`<div class="intro">
        <h2 tabindex="-1">${words.text('heading')}</h2>
        <p class="secondary-text">${words.text(this.reason)}</p>
        ${
          signatures === undefined
            ? nothing
            : html`<p role="status">${words.text('signatures', signatures)}</p>`
        }
        <p class="secondary-text since">
          ${icon('clock')} ${words.text('since', { time: words.dateTime(this.#since) })}
        </p>
      </div>
      <span class="spinner"></span>
      <div class="actions">
        <button
          class="button secondary"
          type="button"
          aria-disabled=${String(snapshot.pending !== undefined)}
          @click=${() => this.say({ kind: 'reload' })}
        >
          ${translator.text('action.reload')}
        </button>
        ${
          // After the last step there is nothing left to decline.
          currentStep(this.view) === undefined
            ? nothing
            : html`<button
                class="button quiet"
                type="button"
                @click=${() => this.say({ kind: 'considerDecline' })}
              >
                ${translator.text('accept.decline')}
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
