import type { ActionProblem } from '../../session/state.ts';
import type { SessionView, Step } from '../../session/view.ts';
import type { OtpTranslator } from './otp-words.ts';

/** What the service says of the last entry; empty when there is nothing to say. */
export function stepErrorText(
  { error }: Step,
  { code }: SessionView,
  { text, plural }: OtpTranslator,
): string {
  switch (error) {
    case 'wrong-code':
      return code?.attemptsLeft === undefined
        ? text('error.wrong')
        : plural('error.wrongLeft', code.attemptsLeft);
    case 'code-expired':
      return text('error.expired');
    case 'code-exhausted':
      return text('error.dead');
    case 'rate-limit':
    case 'not-sent':
      return text('error.unsent');
    case undefined:
      return '';
    default:
      return text('error.wrong');
  }
}

/** Why the last action had no effect. */
export function otpProblemText({ kind, retryAt }: ActionProblem, { text, time }: OtpTranslator): string {
  // Half a minute is over before a time of day is read.
  return kind === 'tooMany' && retryAt !== undefined && retryAt - Date.now() > 60_000
    ? text('problem.tooManyUntil', { time: time(retryAt) })
    : text(`problem.${kind}`);
}
