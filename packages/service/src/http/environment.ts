import type { Principal } from '../domain/principal.ts';
import type { Idempotency } from './idempotency.ts';
import type { LargeBodies } from './large-bodies.ts';

/** The network peer of a request; in-process callers, such as tests, have none. */
export interface Connection {
  readonly remoteAddress: string;
  /** Closes the connection without a response. */
  readonly cut?: () => void;
  /** Aborts when the connection closes or the response is complete. */
  readonly left?: AbortSignal;
}

/** Reads credentials (`oauth/authentication.ts`). */
export interface Credentials {
  /** @throws Problem `unauthorized` */
  identify(header: string | undefined, requestUrl: string): Promise<Principal>;
  isAdministrator(header: string | undefined): boolean;
}

/** What every request finds in its context. */
export interface ContextParts {
  readonly credentials: Credentials;
  readonly idempotency: Pick<Idempotency, 'run'>;
  readonly largeBodies: LargeBodies;
}

/** Types of hono's context in this service. */
export interface ServiceEnv {
  Bindings: { connection?: Connection };
  Variables: ContextParts & {
    principal: Principal;
    /** Of the response's `X-Request-Id`. */
    requestId: string;
  };
}
