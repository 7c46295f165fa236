import type { ActionError } from '../../session/errors.ts';
import type { SentCode, SessionView, Step } from '../../session/view.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import { type TemplateResult, html, nothing } from 'lit';
import type { LaterKey } from '../../i18n/messages.ts';

/** What the service says of the last entry; empty when there is nothing to say. */
export function stepErrorText(
  { error }: Step,
  { code }: SessionView,
  { t, plural }: LaterTranslator<'otp'>,
): string {
  switch (error) {
    case 'wrong-code':
      return code?.attemptsLeft === undefined
        ? t('error.wrong')
        : plural('error.wrongLeft', code.attemptsLeft);
    case 'code-expired':
      return t('error.expired');
    case 'code-exhausted':
      return t('error.dead');
    case 'rate-limit':
    case 'not-sent':
      return t('error.unsent');
    case undefined:
      return '';
    default:
      return t('error.wrong');
  }
}

/** Why the last action had no effect. */
export function otpProblemText(
  { reason, retryAt }: ActionError,
  { t, time }: LaterTranslator<'otp'>,
): string {
  // Half a minute is over before a time of day is read.
  return reason === 'tooMany' && retryAt !== undefined && retryAt - Date.now() > 60_000
    ? t('problem.tooManyUntil', { time: time(retryAt) })
    : t(`problem.${reason}`);
}

/** Will the newest code never come? Some services say so of the code, some of the step alone. */
export function isUndelivered(code: SentCode | undefined, { error }: Step): boolean {
  return code?.delivery === 'failed' || error === 'not-sent';
}

/** Where the newest code went, is going, or could not go: what the service knows of it, and no more. */
export function codeDestination(
  code: SentCode | undefined,
  step: Step,
  messages: LaterTranslator<'otp'>,
): TemplateResult {
  const undelivered = isUndelivered(code, step);
  const stage = undelivered ? 'undelivered' : code?.delivery === 'pending' ? 'sending' : 'enter';
  const { channel, destination } = code ?? {};
  const known = destination && (channel === 'email' || channel === 'sms') ? channel : 'other';
  const key: LaterKey<'otp'> = `${stage}.${known}`;
  const [before, after = ''] = messages.t(key).split('{destination}');
  const sentence = html`${before}<span class="destination">${known === 'other' ? '' : destination}</span
    >${after}`;
  // Whoever waits for it is told at once; where it went is there to be read.
  return html`<div>
    ${undelivered ? nothing : html`<p class="secondary-text">${sentence}</p>`}
    <div role="alert">
      ${undelivered ? html`<p class="error-text">${sentence} ${messages.t('undelivered.next')}</p>` : nothing}
    </div>
  </div>`;
}
