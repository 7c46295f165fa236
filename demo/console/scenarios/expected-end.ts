import type { ScenarioGroup } from './scenario.ts';

/** The lifetime of the console's sessions. */
const SESSION_LIFETIME_S = 3600;

export const ENDS: ScenarioGroup = {
  name: 'Ends',
  words: 'outcome result status',
  scenarios: [
    {
      id: 'end-declined',
      name: 'Declined',
      summary: 'The signer declines, with a reason',
      words: 'reject refuse decline',
      steps: ['Decline, and say why.'],
      expected: [
        { kind: 'event', name: 'sign-declined' },
        { kind: 'status', is: 'CANCELLED' },
      ],
    },
    {
      id: 'end-expired',
      name: 'Expired while open',
      summary: 'An hour passes at the document; says that it is over',
      words: 'timeout deadline',
      moments: [{ at: 'sign-ready', act: { kind: 'moveClock', seconds: SESSION_LIFETIME_S + 60 } }],
      steps: ['Wait: the widget hears of it.'],
      expected: [
        { kind: 'event', name: 'sign-expired' },
        { kind: 'status', is: 'EXPIRED' },
      ],
    },
    {
      id: 'end-cancelled',
      name: 'Cancelled while open',
      summary: 'The integrator cancels while the signer reads',
      words: 'canceled revoked withdrawn',
      moments: [{ at: 'sign-ready', act: { kind: 'cancel' } }],
      steps: ['Wait: the widget hears of it.'],
      expected: [
        { kind: 'event', name: 'sign-failed', detail: 'reason=cancelled' },
        { kind: 'status', is: 'CANCELLED' },
      ],
    },
    {
      id: 'end-failed',
      name: 'Broken finalization',
      summary: 'The evidence cannot be made; says that the session failed',
      words: 'error finalization sealing',
      breaksFinalization: true,
      steps: ['Tick the box and sign.'],
      expected: [
        { kind: 'event', name: 'sign-failed', detail: 'reason=finalization_failed' },
        { kind: 'status', is: 'FAILED' },
      ],
    },
    {
      id: 'end-link',
      name: 'Wrong link',
      summary: 'The link’s secret is another one; says that the link is not valid',
      words: 'invalid secret 401 unauthorized',
      hasWrongLink: true,
      steps: [],
      expected: [
        { kind: 'event', name: 'sign-error', detail: 'code=invalid_client_secret' },
        { kind: 'status', is: 'ACTIVE' },
      ],
    },
    {
      id: 'end-return',
      name: 'Back to the site',
      summary: 'After signing, a button leads to the return address',
      words: 'redirect return url',
      values: { '/returnUrl': 'https://www.example.com/contracts' },
      steps: ['Tick the box and sign.', 'Press the button that leads back.'],
      expected: [
        { kind: 'event', name: 'sign-completed' },
        { kind: 'event', name: 'sign-redirect', detail: 'www.example.com' },
        { kind: 'status', is: 'COMPLETED' },
      ],
    },
    {
      id: 'end-quota',
      name: 'Quota used up',
      summary: 'The third session of the month is refused',
      words: 'limit 429',
      isLimited: true,
      sessions: 3,
      steps: [],
      expected: [{ kind: 'refusal', status: 429, words: 'quota' }],
    },
    {
      id: 'end-wrong-cpf',
      name: 'Wrong check digits',
      summary: 'Refused when the session is made, at the field',
      words: 'invalid validation 400',
      signer: 'wrong-cpf',
      steps: [],
      expected: [{ kind: 'refusal', status: 400, words: 'check digits' }],
    },
  ],
};
