import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { SessionView, Step } from '../../session/view.ts';
import { controls } from '../../ui/controls.styles.ts';
import { define } from '../../ui/define.ts';
import { problemNotice } from '../problem-notice.ts';
import { screen } from '../screen.styles.ts';
import { ScreenElement } from '../screen.ts';
import { otpProblemText, stepErrorText } from './otp-errors.ts';
import type { OtpTranslator } from './otp-words.ts';

/** No code has been sent yet: the signer says where to, or asks for it where the service could not send it. */
export class OtpChannelScreen extends ScreenElement {
  static override readonly styles = [controls, screen];

  @property({ attribute: false }) view!: SessionView;
  @property({ attribute: false }) step!: Step;
  @property({ attribute: false }) words!: OtpTranslator;

  private send(channel: string | undefined): void {
    if (this.snapshot.pending === undefined) this.say({ kind: 'sendCode', channel });
  }

  /** The channel in words, with the masked address. */
  private channelText(channel: string): string {
    const { words, view } = this;
    const { email, phone } = view.signer;
    if (channel === 'email') return [words.text('choose.email'), email].filter(Boolean).join(' · ');
    if (channel === 'sms') return [words.text('choose.sms'), phone].filter(Boolean).join(' · ');
    return `${words.text('choose.other')} (${channel})`;
  }

  private renderButton(text: string, channel: string | undefined, look: string): TemplateResult {
    return html`<button
      class="button ${look}"
      type="button"
      aria-disabled=${String(this.snapshot.pending !== undefined)}
      @click=${() => this.send(channel)}
    >
      ${text}
    </button>`;
  }

  private renderChoice(): TemplateResult {
    const { words, view, snapshot } = this;
    const { choosesChannel, channels } = view.signer;
    if (snapshot.pending === 'sendCode') {
      return html`<p class="secondary-text">
        <span class="spinner"></span> ${words.text('choose.sending')}
      </p>`;
    }
    if (!choosesChannel || channels.length === 0) {
      return this.renderButton(words.text('choose.send'), undefined, 'primary');
    }
    return html`${channels.map(channel => this.renderButton(this.channelText(channel), channel, 'secondary'))}
    ${channels.includes('sms') ? html`<p class="secondary-text hint">${words.text('choose.smsWeaker')}</p>` : nothing}`;
  }

  override render() {
    const { words, translator, snapshot, view } = this;
    const heading = view.signer.choosesChannel ? 'choose.heading' : 'choose.send';
    return html`<div class="intro">
        <h2 tabindex="-1">${words.text(heading)}</h2>
        <p class="secondary-text">${words.text('choose.text')}</p>
      </div>
      <p class="error-text" role="alert">${stepErrorText(this.step, view, words)}</p>
      <div class="actions">
        ${problemNotice(
          snapshot,
          translator,
          () => this.say({ kind: 'reload' }),
          problem => otpProblemText(problem, words),
        )}
        ${this.renderChoice()}
        <button class="button quiet" type="button" @click=${() => this.say({ kind: 'considerDecline' })}>
          ${translator.text('accept.decline')}
        </button>
      </div>`;
  }
}

define('sign-session-otp-channel', OtpChannelScreen);

declare global {
  interface HTMLElementTagNameMap {
    'sign-session-otp-channel': OtpChannelScreen;
  }
}
