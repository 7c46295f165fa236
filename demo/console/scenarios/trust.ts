import { COMPLETED, type ScenarioGroup } from './scenario.ts';

export const TRUST: ScenarioGroup = {
  name: 'Trust',
  words: 'transaction action confirm step-up no document',
  scenarios: [
    {
      id: 'trust',
      name: 'An action, by click',
      summary: 'No document: what is confirmed stands in words',
      subject: 'action',
      steps: ['Read the action, tick the box and confirm.'],
      expected: COMPLETED,
    },
    {
      id: 'trust-code',
      name: 'An action, with a code',
      summary: 'Confirmed by click and code',
      subject: 'action',
      values: { '/policy/profile': 'CLICK_PLUS_OTP' },
      steps: ['Tick the box and confirm.', 'Copy the code from the inbox and confirm it.'],
      expected: [{ kind: 'message', channel: 'email' }, ...COMPLETED],
    },
    {
      id: 'trust-face',
      name: 'An action, with a face',
      summary: 'Confirmed by click and face',
      subject: 'action',
      values: { '/policy/profile': 'BIOMETRIC' },
      steps: ['Tick the box and confirm.', 'Continue: the check is simulated.'],
      expected: COMPLETED,
    },
  ],
};
