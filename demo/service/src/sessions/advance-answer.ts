import type { KeptAnswer } from '../http/remember.ts';
import type { Vault } from '../keys/vault.ts';
import { currentStepOf, type SessionStatus, type Step } from './session.ts';
import type { Progress } from './steps/progress.ts';

/** The member that holds a code while the answer is kept for repeats. */
const SEALED_CODE = 'sealedCode';

function reference({ stepId, type, status }: Step): Record<string, string> {
  return { stepId, type, status };
}

/** The [wire] part of an answer, as it may be kept: a code that was sent stands in it sealed, in the sandbox alone. */
export function answerTo(
  { session, acted, answer }: Progress,
  outcome: { status: SessionStatus; vault: Vault; more?: Readonly<Record<string, unknown>> },
): KeptAnswer {
  const next = currentStepOf(session);
  const { otp, code } = answer;
  const sealed = code !== undefined && session.environment === 'sandbox' && outcome.vault.seal(code);
  return {
    status: 200,
    body: {
      sessionId: session.sessionId,
      status: outcome.status,
      currentStep: reference(acted),
      ...(next === undefined || next.stepId === acted.stepId ? {} : { nextStep: reference(next) }),
      ...(otp === undefined ? {} : { otp }),
      ...(sealed === false ? {} : { [SEALED_CODE]: sealed }),
      ...outcome.more,
    },
  };
}

/** A kept answer as it is sent. */
export async function openedAnswer({ body }: KeptAnswer, vault: Vault): Promise<Record<string, unknown>> {
  const { [SEALED_CODE]: sealed, ...rest } = body;
  return typeof sealed === 'string' ? { ...rest, sandbox: { otpCode: await vault.open(sealed) } } : rest;
}
