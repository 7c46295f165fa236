/** The steps of a one-time code: sending it, and its entry. */
import { beginningOf, stepAfterEntry, withError, withoutError } from '@sign-session/session-rules';
import { Problem } from '../domain/problem.ts';
import { outOfOrder, setupOf } from '../domain/session-state.ts';
import type { OtpChannel } from '../domain/step.ts';
import type { OneTimeCodes, EntryCheck } from '../one-time-codes/one-time-codes.ts';
import { passed, type StepContext, type StepKind, type StepOutcome } from './step-kind.ts';

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

function outcomeOf({ kind, channel, settle }: EntryCheck, { step, at }: StepContext): StepOutcome {
  const after = stepAfterEntry(step, kind);
  if (kind !== 'right' || channel === undefined) return { step: after, settle };
  return { step: { ...after, completedAt: at, result: { otp: { verified: true, channel } } }, settle };
}
