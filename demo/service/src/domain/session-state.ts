import { Problem } from './problem.ts';
import { isFinalizedByCall, type Session } from './session.ts';
import type { Step, StepType } from './step.ts';

/**
 * By the clock too: nobody may have looked at the session since its time passed.
 * @throws Problem `gone` for a session that has ended
 */
export function requireActive({ status, expiresAt }: Session, at: Date): void {
  if (status === 'ACTIVE' && at < expiresAt) return;
  const ended = status === 'ACTIVE' ? 'EXPIRED' : status;
  throw new Problem('gone', `The session is ${ended} and takes no more actions.`);
}

/** An action for another step than the current one. */
export function outOfOrder(type: StepType): Problem {
  return new Problem('step-out-of-order', `This action is not for the ${type} step that the session is at.`);
}

/** A transaction waits to be finalized: no action is left. */
export function nothingLeft(): Problem {
  return new Problem('step-out-of-order', 'All steps are done. Finalize the transaction.');
}

/**
 * The steps of a transaction have routes of their own, which see to its document first: what is accepted is there.
 * @throws Problem `conflict` for a session whose steps its integrator takes
 */
export function requireOwnSteps(session: Session): void {
  if (!isFinalizedByCall(session)) return;
  throw new Problem('conflict', 'The integrator takes the steps of this session, in its transaction.');
}

/** @throws Problem `attempts-exhausted` at a step that failed for good */
export function requireAttempts(step: Step): void {
  if (step.status !== 'FAILED') return;
  throw new Problem('attempts-exhausted', 'No attempt at this step is left.');
}

/** @throws Problem `not-your-turn` while an earlier signer of the envelope has not signed */
export function requireTurn({ envelope }: Session): void {
  if (envelope?.waitingForIndex === undefined) return;
  throw new Problem('not-your-turn', `Signer ${envelope.waitingForIndex} of this envelope signs first.`);
}

/** Two requests changed the session at the same time, and the other one was first. */
export function changedMeanwhile(): Problem {
  return new Problem('conflict', 'The session changed at the same moment. Read it again.');
}
