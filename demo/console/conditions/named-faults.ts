import type { Fault } from '../http/service-types.ts';

/** A fault with a name, and the expected behaviour of the widget. */
export interface NamedFault {
  readonly name: string;
  /** What the widget does then, as a sentence. */
  readonly expected: string;
  readonly fault: Fault;
}

/** Faults between a signer and the service that can be armed with one click. */
export const NAMED_FAULTS = {
  acceptanceAnswerLost: {
    name: 'The answer to the acceptance is lost',
    expected: 'The widget continues by itself: the service has the acceptance.',
    fault: { match: { action: 'accept' }, fault: 'drop-after', times: 1 },
  },
  acceptanceLost: {
    name: 'The acceptance never arrives, once',
    expected: 'The widget sends it again by itself, and it counts once.',
    fault: { match: { action: 'accept' }, fault: 'drop-before', times: 1 },
  },
  acceptanceBroken: {
    name: 'Error 500 to the acceptance, once',
    expected: 'The widget sends it again by itself, and it counts once.',
    fault: { match: { action: 'accept' }, fault: 'status', status: 500, times: 1 },
  },
  codeAnswerLost: {
    name: 'The answer to a right code is lost',
    expected: 'The widget continues by itself: the code was taken.',
    fault: { match: { action: 'verify_otp' }, fault: 'drop-after', times: 1 },
  },
  tooMany: {
    name: 'Too many requests (429) at the acceptance, once',
    expected: 'The widget waits as long as the service asks, then continues.',
    fault: { match: { action: 'accept' }, fault: 'status', status: 429, times: 1 },
  },
  down: {
    name: 'The service is down (503) until this is removed',
    expected: 'The widget says so, keeps what was typed and offers another try.',
    fault: { match: { path: '/v1/signing-sessions/' }, fault: 'status', status: 503 },
  },
  slow: {
    name: 'Every answer to the signer takes 5 s',
    expected: 'The widget shows every wait; nothing fails.',
    fault: { match: { path: '/v1/signing-sessions/' }, fault: 'delay', delayMs: 5000 },
  },
  notJson: {
    name: 'The answer to the acceptance is not JSON, once',
    expected: 'The widget asks again; nothing is called failed that is not.',
    fault: { match: { action: 'accept' }, fault: 'garbage', times: 1 },
  },
  documentBreaksOff: {
    name: 'The document breaks off until this is removed',
    expected: 'The widget says that it cannot be loaded; it cannot be signed unseen.',
    fault: { match: { path: '/v1/documents/' }, fault: 'truncate' },
  },
  webhookRefused: {
    name: 'The webhook receiver answers 500, once',
    expected: 'The delivery is tried again later, and can be sent again by hand.',
    fault: {
      match: { method: 'POST', path: '/_local/webhook-receiver' },
      fault: 'status',
      status: 500,
      times: 1,
    },
  },
} as const satisfies Readonly<Record<string, NamedFault>>;

/** The name of a fault, or a description of one without a name. */
export function faultName(fault: Fault): string {
  const known = Object.values(NAMED_FAULTS).find(named => isSameFault(named.fault, fault));
  return known?.name ?? describe(fault);
}

/** Whether two faults are the same; the remaining number of times is ignored. */
function isSameFault(one: Fault, other: Fault): boolean {
  const sides = [one, other].map(({ match, fault, status, delayMs }) =>
    JSON.stringify([match.method, match.path, match.action, fault, status, delayMs]),
  );
  return sides[0] === sides[1];
}

function describe({ match, fault, status, delayMs, times }: Fault): string {
  const what = [fault, status, delayMs === undefined ? undefined : `${delayMs} ms`];
  const where = [match.method, match.path, match.action];
  const count = times === undefined ? 'until removed' : `${times} ×`;
  const words = [...what, 'on', ...where, count];
  return words.filter(word => word !== undefined).join(' ');
}
