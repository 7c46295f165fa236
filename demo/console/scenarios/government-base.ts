import { COMPLETED, NOT_SIGNED, type ScenarioGroup } from './scenario.ts';

const WITH_BASE = { '/policy/profile': 'BIOMETRIC_SERPRO' };
const STEPS = ['Tick the box and continue.', 'Continue: the check is simulated, no camera is used.'];

export const GOVERNMENT_BASE: ScenarioGroup = {
  name: 'Government base',
  words: 'serpro datavalid biometric identity check',
  scenarios: [
    {
      id: 'base',
      name: 'Agrees',
      summary: 'The base has the same face, then signed',
      values: WITH_BASE,
      steps: STEPS,
      expected: COMPLETED,
    },
    {
      id: 'base-differs',
      name: 'Differs from the base',
      summary: 'The base has another face; nothing is signed',
      signer: 'base-differs',
      values: WITH_BASE,
      steps: STEPS,
      expected: [{ kind: 'stepError', error: 'identity-mismatch' }, ...NOT_SIGNED],
    },
    {
      id: 'base-down',
      name: 'Base is down',
      summary: 'Waits, says so, and keeps the session open',
      signer: 'base-down',
      values: WITH_BASE,
      steps: STEPS,
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=waiting' }, ...NOT_SIGNED],
    },
    {
      id: 'base-slow',
      name: 'Base is slow',
      summary: 'Answers after 6 seconds; the wait is explained',
      signer: 'base-slow',
      values: WITH_BASE,
      steps: STEPS,
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=waiting' }, ...COMPLETED],
    },
    {
      id: 'base-fallback',
      name: 'Base is down, document photo instead',
      summary: 'A photo of a document takes the place of the base',
      signer: 'base-down',
      values: { '/policy/profile': 'BIOMETRIC_SERPRO_AUTO_FALLBACK' },
      steps: ['Acknowledge the notice.', ...STEPS, 'Choose any photo of a document.'],
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=documentPhoto' }, ...COMPLETED],
    },
  ],
};
