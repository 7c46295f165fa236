import { OUTCOMES, type Outcome } from './outcomes.ts';
import type { SessionFacts } from './session-facts.ts';
import type { FakeStep } from './session-state.ts';

/** @throws RangeError where no step of the session can have the outcome */
export function requireSteps(
  outcome: Outcome,
  steps: readonly FakeStep[],
  { certificateSources }: SessionFacts,
): void {
  const { effect } = OUTCOMES[outcome];
  const has = (...types: readonly string[]): boolean => steps.some(({ type }) => types.includes(type));
  if (effect.kind === 'refusal' && !has(...effect.steps))
    throw new RangeError(`The outcome ${outcome} needs one of the steps ${effect.steps.join(', ')}.`);
  const isInCloud = has('DIGITAL_SIGN_A1') && certificateSources.includes('CLOUD');
  if (effect.kind === 'cloud' && !isInCloud)
    throw new RangeError(`The outcome ${outcome} needs a step DIGITAL_SIGN_A1 with the source CLOUD.`);
}
