import { stepAfterEntry, withoutError } from '@sign-session/session-rules';
import { type OneTimeCodes, type Verdict } from '../one-time-codes/one-time-codes.ts';
import { outOfOrder } from '../domain/session-state.ts';
import type { OtpChannel } from '../domain/step.ts';
import { type StepKind, type StepOutcome, type StepContext } from './step-kind.ts';

/** The signer enters the code. A resend does not reset the attempts of the step or the signer. */
export function otpVerify(codes: OneTimeCodes): StepKind {
  async function resend(stepContext: StepContext, channel: OtpChannel | undefined): Promise<StepOutcome> {
    const { code, otp, settle } = await codes.prepare(stepContext, channel, stepContext.step.attempts);
    const step = withoutError(stepContext.step);
    return { step, quotas: ['monthlyOtp'], answer: { otp, code }, settle };
  }
  return {
    type: 'OTP_VERIFY',
    async apply(stepContext, request) {
      if (request.action === 'resend_otp') return resend(stepContext, request.otpChannel);
      if (request.action !== 'verify_otp') throw outOfOrder('OTP_VERIFY');
      return outcomeOf(await codes.verify(stepContext, request.otpCode), stepContext);
    },
  };
}

function outcomeOf({ kind, channel, settle }: Verdict, { step, at }: StepContext): StepOutcome {
  const after = stepAfterEntry(step, kind);
  if (kind !== 'right' || channel === undefined) return { step: after, settle };
  return { step: { ...after, completedAt: at, result: { otp: { verified: true, channel } } }, settle };
}
