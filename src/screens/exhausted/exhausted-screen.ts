import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Translator } from '../../i18n/translator.ts';
import type { SessionView, Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import type { ExhaustedKey } from './exhausted-words.ts';

/** The current step takes no more tries: what that means, and the ways on that are left. */
export class ExhaustedScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) step!: Step;
  @property({ attribute: false }) company: string | undefined;
  /** Is there a site to go back to? */
  @property({ attribute: false }) canReturn = false;
  @property({ attribute: false }) words!: Translator<ExhaustedKey>;

  private get returnText(): string {
    const { translator, company } = this;
    return company
      ? translator.text('outcome.return', { company })
      : translator.text('outcome.returnNoCompany');
  }

  override render() {
    const { words, view, step } = this;
    return html`<div class="intro">
        <h2 tabindex="-1">${words.text('heading')}</h2>
      </div>
      <div class="notice warn">
        ${icon('alert')}
        <div>
          ${step.type === 'OTP_VERIFY' ? html`<p>${words.text('text.otp')}</p>` : nothing}
          <p>${words.text(`text.${view.purpose}`)}</p>
        </div>
      </div>
      <div class="actions">
        ${
          this.canReturn
            ? html`<button class="button primary" type="button" @click=${() => this.say({ kind: 'leave' })}>
                ${this.returnText}
              </button>`
            : nothing
        }
        <button class="button quiet" type="button" @click=${() => this.say({ kind: 'considerDecline' })}>
          ${words.text('decline')}
        </button>
      </div>`;
  }
}

define('sign-session-exhausted', ExhaustedScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-exhausted': ExhaustedScreen;
  }
}
