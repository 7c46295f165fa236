import { beginningOf, withError } from '@sign-session/session-rules';
import { Problem } from '../domain/problem.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { outOfOrder, setupOf } from '../domain/session-state.ts';
import type { OtpChannel } from '../domain/step.ts';
import { passed, type StepKind, type StepOutcome, type StepContext } from './step-kind.ts';

/** Sends a one-time code: automatically, or on the channel that the signer chooses if the session lets them. */
export function otpChallenge(codes: OneTimeCodes): StepKind {
  async function send(stepContext: StepContext, channel: OtpChannel | undefined): Promise<StepOutcome> {
    const { code, otp, settle } = await codes.prepare(stepContext, channel, 0);
    const step = passed(stepContext.step, stepContext.at, undefined);
    return { step, quotas: ['monthlyOtp'], answer: { otp, code }, settle };
  }
  return {
    type: 'OTP_CHALLENGE',
    async begin(stepContext) {
      // Where the integrator performs the steps, starting this step sends the code.
      const { session, step } = stepContext;
      if (beginningOf(step.type, setupOf(session)) === 'action') return { step };
      try {
        return await send(stepContext, undefined);
      } catch (error) {
        // Keep the signer's previous action even if the code cannot be sent; it can be requested again later.
        if (!(error instanceof Problem)) throw error;
        if (error.kind === 'rate-limit') return { step: withError(step, 'rate-limit', error.message) };
        if (error.kind === 'service-unavailable') return { step: withError(step, 'not-sent') };
        throw error;
      }
    },
    async apply(stepContext, request) {
      if (request.action !== 'resend_otp') throw outOfOrder('OTP_CHALLENGE');
      return send(stepContext, request.otpChannel);
    },
  };
}
