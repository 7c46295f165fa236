import type { ActionError } from '../../session/errors.ts';
import type { SentCode, SessionView, Step } from '../../session/view.ts';
import type { LaterTranslator } from '../../i18n/later-messages.ts';
import { type TemplateResult, html, nothing } from 'lit';
import type { LaterKey } from '../../i18n/messages/message-keys.ts';

/** The service's error about the last entry; empty if there is none. */
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

/** Why the last action had no effect. Without a connection every screen says the same. */
export function otpProblemText(
  { reason, retryAt }: ActionError,
  { t, time }: LaterTranslator<'otp'>,
): string {
  if (reason === 'offline') return '';
  // For a short wait no time of day is shown: it would be over before it is read.
  return reason === 'tooMany' && retryAt !== undefined && retryAt - Date.now() > 60_000
    ? t('problem.tooManyUntil', { time: time(retryAt) })
    : t(`problem.${reason}`);
}

/** The step's errors after which no entry of the same code succeeds. */
const USELESS: ReadonlySet<string> = new Set(['code-exhausted', 'code-expired']);

/**
 * Can no entry succeed any more, because the code is blocked, has expired or did not arrive?
 *
 * @param secondsLeft until it expires.
 */
export function isCodeUseless(code: SentCode | undefined, step: Step, secondsLeft: number): boolean {
  const hasExpired = code?.expiresAt !== undefined && secondsLeft === 0;
  return hasExpired || isUndelivered(code, step) || USELESS.has(step.error ?? '');
}

/** Did sending the newest code fail? Some services report it on the code, some only on the step. */
export function isUndelivered(code: SentCode | undefined, { error }: Step): boolean {
  return code?.delivery === 'failed' || error === 'not-sent';
}

/** Says where the newest code was sent, is being sent, or could not be sent, as far as the service knows. */
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
  // Only a failure is announced; the destination can be read.
  return html`<div>
    ${undelivered ? nothing : html`<p class="secondary-text">${sentence}</p>`}
    <div role="alert">
      ${undelivered ? html`<p class="error-text">${sentence} ${messages.t('undelivered.next')}</p>` : nothing}
    </div>
  </div>`;
}
