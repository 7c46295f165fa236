import { STEP_TYPES } from '../../session-rules/src/index.ts';
import { OUTCOMES, type Outcome } from './outcomes.ts';
import type { SessionFacts } from './session-facts.ts';
import type { FakeStep } from './session-state.ts';

/** @throws RangeError for callers without types: a screen for such a step would never come */
export function requireKnownSteps(types: readonly string[]): void {
  const unknown = types.filter(type => !STEP_TYPES.some(known => known === type));
  if (unknown.length === 0) return;
  throw new RangeError(`There is no step ${unknown.join(', ')}. There are ${STEP_TYPES.join(', ')}.`);
}

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
