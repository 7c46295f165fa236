import { Problem } from '../http/problem.ts';
import type { Session, Step, StepType } from './session.ts';

/** @throws Problem `gone` for a session that has ended */
export function requireActive(session: Session): void {
  if (session.status === 'ACTIVE') return;
  throw new Problem('gone', `The session is ${session.status} and takes no more actions.`);
}

/** An action for another step than the current one. */
export function outOfOrder(type: StepType): Problem {
  return new Problem('step-out-of-order', `This action is not for the ${type} step that the session is at.`);
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
