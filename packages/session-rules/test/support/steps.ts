import { mostAttempts, type SessionStep, type StepType } from '../../src/index.ts';

/** A step that nobody has tried yet, with these members changed. */
export function step(type: StepType, changes: Partial<SessionStep> = {}): SessionStep {
  return { type, status: 'PENDING', attempts: 0, maxAttempts: mostAttempts(type), ...changes };
}
