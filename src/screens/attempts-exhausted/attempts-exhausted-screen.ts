import { html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { icon } from '../../ui/icon.ts';
import { screen } from '../screen.styles.ts';
import { LazyScreenElement, lazyStepScreen } from '../lazy-screen.ts';

/** The current step has no attempts left: what that means, and the remaining options. */
class AttemptsExhaustedScreen extends LazyScreenElement<'attemptsExhausted'> {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) step!: Step;
  @property({ attribute: false }) company: string | undefined;
  /** Is there an address to return to? */
  @property({ attribute: false }) canReturn = false;

  private get returnText(): string {
    const { translator, company } = this;
    return company ? translator.t('outcome.return', { company }) : translator.t('outcome.returnNoCompany');
  }

  override render() {
    const { messages, view, step } = this;
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t('heading')}</h2>
      </div>
      <div class="notice warn">
        ${icon('alert')}
        <div>
          ${step.type === 'OTP_VERIFY' ? html`<p>${messages.t('text.otp')}</p>` : nothing}
          <p>${messages.t(`text.${view.purpose}`)}</p>
        </div>
      </div>
      <div class="actions">
        ${
          this.canReturn
            ? html`<button
                class="button primary"
                type="button"
                @click=${() => this.dispatchIntent({ kind: 'leave' })}
              >
                ${this.returnText}
              </button>`
            : nothing
        }
        ${this.renderDecline(messages.t('decline'))}
      </div>`;
  }
}

define('sign-session-attempts-exhausted', AttemptsExhaustedScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-attempts-exhausted': AttemptsExhaustedScreen;
  }
}

/** A step without attempts left. */
export const attemptsExhaustedScreen = lazyStepScreen(
  'attemptsExhausted',
  (common, { step, appearance, returnUrl }) =>
    html`<sign-session-attempts-exhausted
      ${common}
      .step=${step}
      .company=${appearance.companyName}
      .canReturn=${returnUrl !== undefined}
    ></sign-session-attempts-exhausted>`,
);
