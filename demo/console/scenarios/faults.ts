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
