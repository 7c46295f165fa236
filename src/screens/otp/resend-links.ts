import { html, nothing, type TemplateResult } from 'lit';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import type { Pending } from '../../session/intents.ts';
import type { SessionView } from '../../session/view.ts';
import { clockTime } from '../../ui/countdown.ts';

export interface ResendLinks {
  readonly messages: LaterTranslator<'otp'>;
  readonly view: SessionView;
  readonly pending: Pending | undefined;
  /** Until another code can be requested. */
  readonly seconds: number;
  /** Is another code the screen's primary action? */
  readonly isInBar: boolean;
  readonly resend: (channel: string | undefined) => void;
}

/** Another code, by the same channel or another one; or how long to wait for it. */
export function resendLinks({
  messages,
  view,
  pending,
  seconds,
  isInBar,
  resend,
}: ResendLinks): TemplateResult {
  if (seconds > 0) {
    const wait = messages.t('resend.wait', { time: clockTime(seconds) });
    return isInBar ? html`` : html`<p class="resend"><span class="wait" role="timer">${wait}</span></p>`;
  }
  const link = (text: string, channel: string | undefined) =>
    html`<button
      class="link"
      type="button"
      aria-disabled=${String(pending !== undefined)}
      @click=${() => resend(channel)}
    >
      ${text}
    </button>`;
  const { choosesChannel, channels } = view.signer;
  const others = choosesChannel ? channels.filter(channel => channel !== view.code?.channel) : [];
  const again = messages.t(pending === 'sendCode' ? 'resend.sending' : 'resend.again');
  return html`<p class="resend">
    ${isInBar ? nothing : link(again, undefined)}
    ${others.map(channel =>
      channel === 'email' || channel === 'sms' ? link(messages.t(`resend.${channel}`), channel) : nothing,
    )}
  </p>`;
}
