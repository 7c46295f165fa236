import type { Fault } from '../http/shapes.ts';

/** A fault with a name, and what the signer should see of it. */
export interface NamedFault {
  readonly name: string;
  readonly expected: string;
  readonly fault: Fault;
}

/** What goes wrong between a signer and a service, each to be had by one press. */
export const NAMED_FAULTS: readonly NamedFault[] = [
  {
    name: 'The answer to the acceptance is lost',
    expected: 'goes on by itself: the service has it',
    fault: { match: { action: 'accept' }, fault: 'drop-after', times: 1 },
  },
  {
    name: 'The acceptance never arrives, once',
    expected: 'is sent again by itself, and signs once',
    fault: { match: { action: 'accept' }, fault: 'drop-before', times: 1 },
  },
  {
    name: 'Error 500 to the acceptance, once',
    expected: 'is sent again by itself, and signs once',
    fault: { match: { action: 'accept' }, fault: 'status', status: 500, times: 1 },
  },
  {
    name: 'The answer to a right code is lost',
    expected: 'goes on by itself: the code was taken',
    fault: { match: { action: 'verify_otp' }, fault: 'drop-after', times: 1 },
  },
  {
    name: 'Too many requests (429), once',
    expected: 'waits as long as the service asks, then goes on',
    fault: { match: { path: '/v1/signing-sessions/' }, fault: 'status', status: 429, times: 1 },
  },
  {
    name: 'The service is down (503) until cleared',
    expected: 'says so, keeps what was typed, offers another try',
    fault: { match: { path: '/v1/signing-sessions/' }, fault: 'status', status: 503 },
  },
  {
    name: 'Every answer takes 5 s',
    expected: 'each wait has a face; nothing fails',
    fault: { match: { path: '/v1/' }, fault: 'delay', delayMs: 5000 },
  },
  {
    name: 'An answer that is not JSON, once',
    expected: 'asks again; nothing is called failed that is not',
    fault: { match: { path: '/v1/signing-sessions/' }, fault: 'garbage', times: 1 },
  },
  {
    name: 'The document breaks off until cleared',
    expected: 'says that it could not be loaded; it cannot be signed unseen',
    fault: { match: { path: '/v1/documents/' }, fault: 'truncate' },
  },
];
