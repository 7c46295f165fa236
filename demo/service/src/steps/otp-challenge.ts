import { Problem } from '../domain/problem.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import { outOfOrder } from '../domain/session-state.ts';
import { isFinalizedByCall } from '../domain/session.ts';
import type { OtpChannel } from '../domain/step.ts';
import { passed, type StepKind, type StepOutcome, type StepVisit } from './step-kind.ts';

/** The service sends a code: by itself, or to where the signer says when that is left to them. */
export function otpChallenge(codes: OneTimeCodes): StepKind {
  async function send(visit: StepVisit, channel: OtpChannel | undefined): Promise<StepOutcome> {
    const { code, otp, settle } = await codes.prepare(visit, channel, 0);
    const step = passed(visit.step, visit.at, undefined);
    return { step, quotas: ['monthlyOtp'], answer: { otp, code }, settle };
  }
  return {
    type: 'OTP_CHALLENGE',
    maxAttempts: 3,
    actions: ['resend_otp'],
    async begin(visit) {
      // Where the integrator takes the steps, starting this one sends the code.
      const waits = visit.session.request.signer.otpChannelSelectable === true;
      if (waits || isFinalizedByCall(visit.session)) return { step: visit.step };
      try {
        return await send(visit, undefined);
      } catch (error) {
        // What the signer has just done stands: the code waits until it may be asked for.
        if (!(error instanceof Problem)) throw error;
        if (error.kind === 'rate-limit') return { step: { ...visit.step, error: 'rate-limit' } };
        if (error.kind === 'service-unavailable') return { step: { ...visit.step, error: 'not-sent' } };
        throw error;
      }
    },
    async take(visit, request) {
      if (request.action !== 'resend_otp') throw outOfOrder('OTP_CHALLENGE');
      return send(visit, request.otpChannel);
    },
  };
}
