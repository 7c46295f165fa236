import { Problem } from '../http/problem.ts';
import { currentStepOf, type Session, type Step, type StepType } from './session.ts';

/** @throws Problem `gone` for a session that has ended */
export function requireActive(session: Session): void {
  if (session.status === 'ACTIVE') return;
  throw new Problem('gone', `The session is ${session.status} and takes no more actions.`);
}

/** @throws Problem `step-out-of-order` unless the signer is at a step of this type */
export function requireCurrentStep(session: Session, type: StepType): Step {
  const step = currentStepOf(session);
  if (step?.type === type) return step;
  throw new Problem('step-out-of-order', `The session is not at a ${type} step.`);
}

/** Two requests changed the session at the same time, and the other one was first. */
export function changedMeanwhile(): Problem {
  return new Problem('conflict', 'The session changed at the same moment. Read it again.');
}
