import { Problem } from '../http/problem.ts';
import type { Session, Step, StepType } from './session.ts';

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

/** @throws Problem `attempts-exhausted` at a step that failed for good */
export function requireAttempts(step: Step): void {
  if (step.status !== 'FAILED') return;
  throw new Problem('attempts-exhausted', 'No attempt at this step is left.');
}

/** Two requests changed the session at the same time, and the other one was first. */
export function changedMeanwhile(): Problem {
  return new Problem('conflict', 'The session changed at the same moment. Read it again.');
}
