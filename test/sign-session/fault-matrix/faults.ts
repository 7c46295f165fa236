import type { PageFault } from './network.ts';

/** As `POST /_local/faults` takes it. */
export type WireFault = Readonly<Record<string, unknown>>;

/** What the signer and the host page notice of a fault. */
export interface Outcome {
  /** Words on the screen; undefined when the widget gets over it by itself. */
  readonly says?: RegExp;
  readonly event?: string;
}

/** What kind of trouble a fault is, as far as its outcome goes. */
export type FaultKind =
  /** The widget gets over it by itself. */
  | 'unseen'
  | 'busy'
  | 'tooMany'
  | 'garbage'
  /** JSON of another shape, of a service that has acted. */
  | 'misread'
  | 'stranger'
  /** What is asked for is not there, as with a service that does not have the route. */
  | 'absent'
  | 'refused'
  /** The service stands elsewhere than the widget thought. */
  | 'conflict'
  | 'gone'
  /** Nothing of the session gets through: nobody can be asked. */
  | 'lost'
  /** The request gets nowhere, again and again; the service can be asked about it. */
  | 'unreached'
  /** The request breaks, again and again. */
  | 'down';

/** Something that goes wrong between the widget and the service. */
export interface Fault {
  readonly kind: FaultKind;
  /** Made by the service, once. */
  readonly wire?: WireFault;
  /** Made on the page's side of the network. */
  readonly page?: PageFault;
  /** Until it is taken away, instead of once. */
  readonly lasts?: boolean;
}

/** Everything that may go wrong, by what becomes of a request. */
export const FAULTS = {
  'is lost on its way': { wire: { fault: 'drop-before' }, kind: 'unseen' },
  'is answered, but the answer is lost': { wire: { fault: 'drop-after' }, kind: 'unseen' },
  'is answered, but the answer breaks off': { wire: { fault: 'truncate' }, kind: 'unseen' },
  'takes long': { page: 'slow', kind: 'unseen' },
  'arrives after the widget has given up waiting': { page: 'late', kind: 'unseen' },
  'is never answered': { page: 'silence', kind: 'unseen' },
  'meets a 500': { wire: { fault: 'status', status: 500 }, kind: 'unseen' },
  'meets a 503': { wire: { fault: 'status', status: 503 }, kind: 'busy' },
  'meets a 429': { wire: { fault: 'status', status: 429 }, kind: 'tooMany' },
  'is answered by somebody else’s page': { wire: { fault: 'garbage' }, kind: 'garbage' },
  'is answered by JSON of another shape': { page: 'other-shape', kind: 'misread' },
  'meets a 401': { wire: { fault: 'status', status: 401 }, kind: 'stranger' },
  'meets a 403': { wire: { fault: 'status', status: 403 }, kind: 'refused' },
  'meets a 404': { wire: { fault: 'status', status: 404 }, kind: 'absent' },
  'meets a 409': { wire: { fault: 'status', status: 409 }, kind: 'conflict' },
  'meets a 410': { wire: { fault: 'status', status: 410 }, kind: 'gone' },
  'meets no network until it is back': { page: 'offline', lasts: true, kind: 'lost' },
  'is lost on its way, again and again': { page: 'drop-before', lasts: true, kind: 'unreached' },
  'is never answered, again and again': { page: 'silence', lasts: true, kind: 'unreached' },
  'meets a 500, again and again': { page: 'broken', lasts: true, kind: 'down' },
} as const satisfies Readonly<Record<string, Fault>>;

export type FaultName = keyof typeof FAULTS;

/**
 * For an action whose request is repeated, given up and explained by what `accept` uses too: one fault for each thing
 * that the signer can be told, and those where the service acts although no answer comes. Which answers are worth
 * another try, and what every status is called, is tested without a browser (retry.node.test.ts, failure.node.test.ts).
 */
export const ONE_OF_EACH: readonly FaultName[] = [
  'is answered, but the answer is lost',
  'arrives after the widget has given up waiting',
  'is answered by somebody else’s page',
  'is answered by JSON of another shape',
  'meets a 403',
  'meets no network until it is back',
  'is never answered, again and again',
  'meets a 500, again and again',
];
