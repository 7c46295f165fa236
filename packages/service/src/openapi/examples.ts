import type { EventType } from '../../event-types.ts';
import recorded from './examples.json' with { type: 'json' };

/** Example bodies of an operation's request and response. */
export interface Example {
  readonly request?: unknown;
  /** If the body is one of several, an example of each, by name. */
  readonly requests?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** What a run of the service took, answered and delivered. `npm run record:examples` writes it. */
export interface Examples {
  /** By operation id. */
  readonly operations: Readonly<Record<string, Example>>;
  /** The body of a delivery of each event type. */
  readonly events: Readonly<Record<EventType, Readonly<Record<string, unknown>>>>;
}

export const EXAMPLES: Examples = recorded;
