import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { screen } from '../screen.styles.ts';
import { otpProblemText, stepErrorText } from './otp-errors.ts';
import { LazyScreenElement } from '../lazy-screen.ts';

/** No code has been sent yet: the signer chooses a channel, or requests a code that the service could not send. */
export class OtpChannelScreen extends LazyScreenElement<'otp'> {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) step!: Step;

  private send(channel: string | undefined): void {
    if (!this.busy) this.dispatchIntent({ kind: 'sendCode', channel });
  }

  /** The channel's name, with the masked address. */
  private channelText(channel: string): string {
    const { messages, view } = this;
    const { email, phone } = view.signer;
    if (channel === 'email') return [messages.t('choose.email'), email].filter(Boolean).join(' · ');
    if (channel === 'sms') return [messages.t('choose.sms'), phone].filter(Boolean).join(' · ');
    return `${messages.t('choose.other')} (${channel})`;
  }

  private get warnsOfSms(): boolean {
    const { choosesChannel, channels } = this.view.signer;
    return choosesChannel && channels.includes('sms');
  }

  private renderButton(text: string, channel: string | undefined, look: string): TemplateResult {
    return html`<button
      class="button ${look}"
      type="button"
      aria-disabled=${String(this.busy)}
      @click=${() => this.send(channel)}
    >
      ${text}
    </button>`;
  }

  private renderChoice(): TemplateResult {
    const { messages, view, snapshot } = this;
    const { choosesChannel, channels } = view.signer;
    if (snapshot.pending === 'sendCode') {
      return html`<p class="secondary-text">
        <span class="spinner"></span> ${messages.t('choose.sending')}
      </p>`;
    }
    if (!choosesChannel || channels.length === 0) {
      return this.renderButton(messages.t('choose.send'), undefined, 'primary');
    }
    // Email first: it is harder to intercept.
    const sorted = channels.toSorted((one, other) => Number(other === 'email') - Number(one === 'email'));
    return html`${sorted.map((channel, index) =>
      this.renderButton(this.channelText(channel), channel, index === 0 ? 'primary' : 'secondary'),
    )}`;
  }

  override render() {
    const { messages, view } = this;
    const heading = view.signer.choosesChannel ? 'choose.heading' : 'choose.send';
    return html`<div class="intro">
        <h2 tabindex="-1">${messages.t(heading)}</h2>
        <p class="secondary-text">${messages.t('choose.text')}</p>
        ${this.warnsOfSms ? html`<p class="secondary-text">${messages.t('choose.smsWeaker')}</p>` : nothing}
      </div>
      <p class="error-text" role="alert">${stepErrorText(this.step, view, messages)}</p>
      <div class="actions">
        ${this.renderError((_, error) => otpProblemText(error, messages))} ${this.renderChoice()}
        ${this.renderDecline()}
      </div>`;
  }
}

define('sign-session-otp-channel', OtpChannelScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-otp-channel': OtpChannelScreen;
  }
}
