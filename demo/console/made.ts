import type { ServiceClient } from './http/service-client.ts';
import type { CreatedSession } from './http/shapes.ts';

/** A session for the stage, with what tells it from others beside it. */
export interface StagedSession extends CreatedSession {
  /** Absent outside envelopes. */
  readonly signer?: { readonly index: number; readonly name: string };
}

/** What the form made: a session of its own, or an envelope with those of its signers in order. */
export interface Made {
  readonly sessions: readonly StagedSession[];
  readonly envelopeId?: string;
}

/** What was made, with the client it belongs to: another one may be picked meanwhile. */
export interface MadeByClient extends Made {
  readonly service: ServiceClient;
}
