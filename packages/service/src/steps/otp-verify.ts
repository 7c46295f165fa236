import { ENTRIES_PER_STEP, type OneTimeCodes, type Verdict } from '../one-time-codes/one-time-codes.ts';
import { outOfOrder } from '../domain/session-state.ts';
import type { OtpChannel } from '../domain/step.ts';
import { passed, withFailedAttempt, type StepKind, type StepOutcome, type StepContext } from './step-kind.ts';

/** The signer enters the code. A resend does not reset the attempts of the step or the signer. */
export function otpVerify(codes: OneTimeCodes): StepKind {
  async function resend(stepContext: StepContext, channel: OtpChannel | undefined): Promise<StepOutcome> {
    const { code, otp, settle } = await codes.prepare(stepContext, channel, stepContext.step.attempts);
    const step = { ...stepContext.step, error: undefined };
    return { step, quotas: ['monthlyOtp'], answer: { otp, code }, settle };
  }
  return {
    type: 'OTP_VERIFY',
    maxAttempts: ENTRIES_PER_STEP,
    actions: ['verify_otp', 'resend_otp'],
    async apply(stepContext, request) {
      if (request.action === 'resend_otp') return resend(stepContext, request.otpChannel);
      if (request.action !== 'verify_otp') throw outOfOrder('OTP_VERIFY');
      return outcomeOf(await codes.verify(stepContext, request.otpCode), stepContext);
    },
  };
}

function outcomeOf(verdict: Verdict, { step, at }: StepContext): StepOutcome {
  switch (verdict.kind) {
    case 'right': {
      const { channel, settle } = verdict;
      const done = { ...step, attempts: step.attempts + 1 };
      return { step: passed(done, at, { otp: { verified: true, channel } }), settle };
    }
    case 'wrong':
      return { step: withFailedAttempt(step, 'wrong-code'), settle: verdict.settle };
    case 'used-up':
      return { step: withFailedAttempt(step, 'code-exhausted'), settle: verdict.settle };
    case 'expired':
      return { step: { ...step, error: 'code-expired' } };
    case 'dead':
      return { step: { ...step, error: 'code-exhausted' } };
  }
}
