import { Problem } from './problem.ts';
import { isBeingSealed, isFinalizedByCall, type Session } from './session.ts';
import type { Step, StepType } from './step.ts';

/**
 * Checks the clock too: the stored status may not have been updated since expiry.
 * @throws Problem `gone` for a session that has ended; `conflict` while the documents of a batch are being sealed
 */
export function requireActive(session: Session, at: Date): void {
  const { status, expiresAt } = session;
  if (isBeingSealed(session)) throw new Problem('conflict', 'The documents are signed and being sealed.');
  if (status === 'ACTIVE' && at < expiresAt) return;
  const ended = status === 'ACTIVE' ? 'EXPIRED' : status;
  throw new Problem('gone', `The session is ${ended} and takes no more actions.`);
}

/** The action is not for the current step. */
export function outOfOrder(type: StepType): Problem {
  return new Problem('step-out-of-order', `This action does not belong to the current step, ${type}.`);
}

/** All steps are done; the transaction waits to be finalized. */
export function nothingLeft(): Problem {
  return new Problem('step-out-of-order', 'All steps are completed. Finalize the transaction.');
}

/**
 * Refuses the signer's actions for transactions. Their steps have routes of their own, which also check that the
 * document has been uploaded.
 * @throws Problem `conflict` for a session whose steps the integrator performs
 */
export function requireOwnSteps(session: Session): void {
  if (!isFinalizedByCall(session)) return;
  throw new Problem('conflict', 'The integrator performs the steps of this session by its transaction.');
}

/** @throws Problem `attempts-exhausted` if the step has failed for good */
export function requireAttempts(step: Step): void {
  if (step.status !== 'FAILED') return;
  throw new Problem('attempts-exhausted', 'No attempts are left for this step.');
}

/** @throws Problem `not-your-turn` while an earlier signer of the envelope has not signed */
export function requireTurn({ envelope }: Session): void {
  if (envelope?.waitingForIndex === undefined) return;
  throw new Problem('not-your-turn', `Signer ${envelope.waitingForIndex} of this envelope must sign first.`);
}

/** A concurrent request changed the session first. */
export function changedMeanwhile(): Problem {
  return new Problem('conflict', 'The session was changed concurrently. Read it again.');
}
