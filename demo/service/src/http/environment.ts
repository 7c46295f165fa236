import type { Principal } from '../domain/principal.ts';

/** Where a request came from; in-process callers, such as tests, have no network peer. */
export interface Connection {
  readonly remoteAddress: string;
  /** Breaks it off without an answer. */
  readonly cut?: () => void;
}

/** What hono's context carries here. */
export interface ServiceEnv {
  Bindings: { connection?: Connection };
  Variables: { principal: Principal };
}
