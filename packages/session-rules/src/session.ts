/** What a session takes at all, and what follows its last step. */
import { currentStep, takesAction, type SessionSetup, type SessionStep } from './steps.ts';

export const SESSION_STATUSES = ['ACTIVE', 'COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** How a session stands when somebody acts on it. */
export interface SessionStanding extends Omit<SessionSetup, 'choosesChannel'> {
  readonly status: SessionStatus;
  /** By the clock: the status may not say so yet. */
  readonly isExpired: boolean;
  /** All steps of a batch are passed, and its documents are being sealed. */
  readonly isBeingSealed: boolean;
  /** In an envelope in order, the first earlier signer who has not signed. */
  readonly waitingForIndex?: number | undefined;
  readonly steps: readonly SessionStep[];
}

/**
 * Why a session takes no action at all; undefined if it does. What is signed is completed, even after
 * the session has expired.
 */
export function closedBecause({
  status,
  isExpired,
  isBeingSealed,
}: Pick<SessionStanding, 'status' | 'isExpired' | 'isBeingSealed'>): 'sealing' | 'ended' | undefined {
  if (isBeingSealed) return 'sealing';
  return status === 'ACTIVE' && !isExpired ? undefined : 'ended';
}

/** Why an action is not taken. */
export type ActionRefusal =
  | 'sealing'
  | 'ended'
  /** An earlier signer has to sign first. */
  | 'not-your-turn'
  /** All steps are passed. */
  | 'nothing-left'
  /** The current step does not take it. */
  | 'out-of-order'
  /** The current step has failed for good. */
  | 'attempts-exhausted';

/** Why an action is not taken, the first reason that there is; undefined if it is. */
export function actionRefusal(session: SessionStanding, action: string): ActionRefusal | undefined {
  const closed = closedBecause(session);
  if (closed !== undefined) return closed;
  if (session.waitingForIndex !== undefined) return 'not-your-turn';
  const step = currentStep(session.steps);
  if (step === undefined) return 'nothing-left';
  if (!takesAction(step.type, action, session)) return 'out-of-order';
  return step.status === 'FAILED' ? 'attempts-exhausted' : undefined;
}

/** What follows the last step: the seal of its document, that of a batch's documents, or the integrator's call. */
export function afterLastStep({
  isByIntegrator,
  isBatch,
}: {
  readonly isByIntegrator: boolean;
  readonly isBatch: boolean;
}): 'seal' | 'seal-batch' | 'call' {
  if (isByIntegrator) return 'call';
  return isBatch ? 'seal-batch' : 'seal';
}
