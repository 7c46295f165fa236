import { ENTRIES_PER_STEP, type OneTimeCodes, type Verdict } from '../one-time-codes/one-time-codes.ts';
import { outOfOrder } from '../domain/session-state.ts';
import type { OtpChannel, Step } from '../domain/step.ts';
import { passed, type StepKind, type StepOutcome, type StepVisit } from './step-kind.ts';

/** The signer enters the code. A resend does not reset the attempts of the step or the signer. */
export function otpVerify(codes: OneTimeCodes): StepKind {
  async function resend(visit: StepVisit, channel: OtpChannel | undefined): Promise<StepOutcome> {
    const { code, otp, settle } = await codes.prepare(visit, channel, visit.step.attempts);
    const step = { ...visit.step, error: undefined };
    return { step, quotas: ['monthlyOtp'], answer: { otp, code }, settle };
  }
  return {
    type: 'OTP_VERIFY',
    maxAttempts: ENTRIES_PER_STEP,
    actions: ['verify_otp', 'resend_otp'],
    async take(visit, request) {
      if (request.action === 'resend_otp') return resend(visit, request.otpChannel);
      if (request.action !== 'verify_otp') throw outOfOrder('OTP_VERIFY');
      return outcomeOf(await codes.judge(visit, request.otpCode), visit);
    },
  };
}

function outcomeOf(verdict: Verdict, { step, at }: StepVisit): StepOutcome {
  switch (verdict.kind) {
    case 'right': {
      const { channel, settle } = verdict;
      const done = { ...step, attempts: step.attempts + 1 };
      return { step: passed(done, at, { otp: { verified: true, channel } }), settle };
    }
    case 'wrong':
      return { step: counted(step, 'wrong-code'), settle: verdict.settle };
    case 'used-up':
      return { step: counted(step, 'code-exhausted'), settle: verdict.settle };
    case 'expired':
      return { step: { ...step, error: 'code-expired' } };
    case 'dead':
      return { step: { ...step, error: 'code-exhausted' } };
  }
}

/** Counts a wrong code. The last attempt fails the step for good. */
function counted(step: Step, error: 'wrong-code' | 'code-exhausted'): Step {
  const attempts = step.attempts + 1;
  if (attempts < step.maxAttempts) return { ...step, attempts, error };
  return { ...step, attempts, status: 'FAILED', error: 'attempts-exhausted' };
}
