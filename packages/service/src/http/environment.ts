import type { Principal } from '../domain/principal.ts';
import type { LargeBodies } from './large-bodies.ts';

/** The network peer of a request; in-process callers, such as tests, have none. */
export interface Connection {
  readonly remoteAddress: string;
  /** Closes the connection without a response. */
  readonly cut?: () => void;
  /** Aborts when the connection closes or the response is complete. */
  readonly left?: AbortSignal;
}

/** Types of hono's context in this service. */
export interface ServiceEnv {
  Bindings: { connection?: Connection };
  Variables: {
    principal: Principal;
    /** Of the response's `X-Request-Id`. */
    requestId: string;
    largeBodies: LargeBodies;
  };
}
