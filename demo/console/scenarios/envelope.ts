import type { ScenarioGroup } from './scenario.ts';

export const ENVELOPE: ScenarioGroup = {
  name: 'Envelope',
  words: 'multi-signer multiple signers several group',
  scenarios: [
    {
      id: 'envelope',
      name: 'Three signers, one by one',
      summary: 'Each waits for the one before and continues by itself',
      words: 'sequential order turn waiting',
      subject: 'envelope',
      steps: ['Sign as each of the three, from the left.'],
      expected: [
        { kind: 'event', name: 'sign-completed', detail: 'signer=1' },
        { kind: 'event', name: 'sign-completed', detail: 'signer=3' },
        { kind: 'status', is: 'COMPLETED' },
      ],
    },
    {
      id: 'envelope-parallel',
      name: 'Two signers, all at once',
      summary: 'Both can sign in any order',
      words: 'parallel any order simultaneous',
      subject: 'envelope',
      values: { '/signingMode': 'PARALLEL', '/totalSigners': '2' },
      steps: ['Sign as the second first, then as the first.'],
      expected: [
        { kind: 'event', name: 'sign-completed', detail: 'signer=2' },
        { kind: 'event', name: 'sign-completed', detail: 'signer=1' },
        { kind: 'status', is: 'COMPLETED' },
      ],
    },
    {
      id: 'envelope-declined',
      name: 'One declines',
      summary: 'The first declines; the envelope stays open for somebody in their place',
      words: 'reject refuse decline',
      subject: 'envelope',
      values: { '/totalSigners': '2' },
      steps: ['Decline as the first, with a reason.'],
      expected: [
        { kind: 'event', name: 'sign-declined', detail: 'signer=1' },
        { kind: 'noEvent', name: 'sign-completed' },
        { kind: 'status', is: 'ACTIVE' },
      ],
    },
  ],
};
