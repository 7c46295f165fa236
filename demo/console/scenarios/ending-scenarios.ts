import { NAMED_FAULTS, type NamedFault } from '../conditions/named-faults.ts';
import { COMPLETED, NOT_SIGNED, type Scenario, type ScenarioGroup } from './scenario.ts';

/** A click under a fault that the signer should not suffer from. */
function surviving(id: string, { name, fault }: NamedFault, summary: string): Scenario {
  return { id, name, summary, faults: [fault], steps: ['Tick the box and sign.'], expected: COMPLETED };
}

const { acceptanceAnswerLost, acceptanceLost, acceptanceBroken, tooMany, slow, notJson } = NAMED_FAULTS;

export const FAULTS: ScenarioGroup = {
  name: 'Faults',
  words: 'error failure network outage chaos',
  scenarios: [
    surviving('fault-answer-lost', acceptanceAnswerLost, 'Says signed, and signs once'),
    surviving('fault-lost', acceptanceLost, 'Is sent again by itself, and signs once'),
    surviving('fault-500', acceptanceBroken, 'Is sent again by itself, and signs once'),
    surviving('fault-429', tooMany, 'Waits as long as the service asks, then continues'),
    surviving('fault-not-json', notJson, 'Asks again; nothing is called failed that is not'),
    surviving('fault-slow', slow, 'Every wait is shown; nothing fails'),
    {
      id: 'fault-down',
      name: 'The service goes down',
      summary: 'Says so, keeps what was typed, and continues once the fault is removed',
      words: 'unavailable 503 outage',
      moments: [
        {
          at: 'sign-step',
          detail: 'step=accept',
          act: { kind: 'armFault', fault: NAMED_FAULTS.down.fault },
        },
      ],
      steps: ['Tick the box and sign.', 'Remove the fault and try again.'],
      expected: [{ kind: 'event', name: 'sign-error' }, ...COMPLETED],
    },
    {
      id: 'fault-offline',
      name: 'Offline while accepting',
      summary: 'Says offline; continues when the connection is back',
      moments: [{ at: 'sign-ready', act: { kind: 'network', mode: 'offline' } }],
      steps: ['Tick the box and sign.', 'Set the network to normal.', 'Try again.'],
      expected: [{ kind: 'event', name: 'sign-error' }, ...COMPLETED],
    },
    {
      id: 'fault-slow-network',
      name: 'Slow network',
      summary: 'Three seconds for every request; nothing fails',
      moments: [{ at: 'sign-step', detail: 'step=loading', act: { kind: 'network', mode: 'slow' } }],
      steps: ['Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'fault-document',
      name: 'The document breaks off',
      summary: 'Cannot be loaded, so it cannot be signed unseen',
      words: 'pdf download interrupted',
      faults: [NAMED_FAULTS.documentBreaksOff.fault],
      steps: ['Wait, and try to sign all the same.'],
      expected: [
        { kind: 'event', name: 'sign-error', detail: 'code=document_unavailable' },
        { kind: 'action', name: 'accept', times: 0 },
        ...NOT_SIGNED,
      ],
    },
    {
      id: 'pdf-damaged',
      name: 'Damaged PDF',
      summary: 'Refused when the session is made',
      words: 'corrupt invalid broken',
      sample: 'damaged',
      steps: [],
      expected: [{ kind: 'refusal', status: 400, words: 'damaged' }],
    },
    {
      id: 'pdf-encrypted',
      name: 'Protected PDF',
      summary: 'Refused when the session is made',
      words: 'password encrypted',
      sample: 'encrypted',
      steps: [],
      expected: [{ kind: 'refusal', status: 400, words: 'protected' }],
    },
    {
      id: 'pdf-scripted',
      name: 'Hostile PDF',
      summary: 'Its scripts do not run; it is shown and can be signed',
      words: 'javascript malicious attack',
      sample: 'scripted',
      steps: ['See that nothing opens by itself.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'webhook-refused',
      name: 'Refused webhook',
      summary: 'The receiver answers 500 once; the delivery is tried again',
      words: 'retry redeliver 500',
      faults: [NAMED_FAULTS.webhookRefused.fault],
      withWebhook: true,
      steps: ['Open “Webhooks”.', 'Send the delivery again.'],
      expected: [
        { kind: 'delivery', httpStatus: 500 },
        { kind: 'status', is: 'ACTIVE' },
      ],
    },
  ],
};

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
