import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { MessageKey } from '../../i18n/messages.ts';
import { currentStep, type SessionView } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';

/** Others are at work: says who, and since when the signer waits. The session goes on by itself. */
export class WaitingScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  readonly #since = Date.now();

  @property({ attribute: false }) view!: SessionView;

  private get reason(): MessageKey {
    if (this.view.waitsForSigner) return 'outcome.waiting.signer';
    return currentStep(this.view) === undefined ? 'outcome.waiting.text' : 'outcome.waiting.check';
  }

  override render() {
    const { translator } = this;
    const { signatures } = this.view;
    return html`<div class="intro">
        <h2 tabindex="-1">${translator.text('outcome.waiting.heading')}</h2>
        <p class="secondary-text">${translator.text(this.reason)}</p>
        ${
          signatures === undefined
            ? nothing
            : html`<p role="status">${translator.text('outcome.waiting.signatures', signatures)}</p>`
        }
        <p class="secondary-text">
          ${translator.text('outcome.waiting.since', { time: translator.time(this.#since) })}
        </p>
      </div>
      <span class="spinner"></span>`;
  }
}

define('sign-session-waiting', WaitingScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-waiting': WaitingScreen;
  }
}
