import { readClientSecret } from '../api/client-secret.ts';
import { SignerClient } from '../api/signer-client.ts';
import { checkSupport } from '../support/check-support.ts';
import type { SessionState } from './state.ts';

export interface SessionStart {
  readonly clientSecret: string;
  /** Serves when the secret can't be read. */
  readonly sessionId?: string | undefined;
  readonly baseUrl: string;
}

export interface OpenSession {
  readonly client: SignerClient;
  readonly secret: string;
  abort: AbortController;
}

/** Why a session can't be asked for at all. */
export type Obstacle = Extract<SessionState, { phase: 'closed' }>['ending'];

/** A client for the session of a secret, or what rules it out before anything is asked. */
export function openSession({ clientSecret, sessionId, baseUrl }: SessionStart): OpenSession | Obstacle {
  const { missing } = checkSupport();
  if (missing.length > 0) {
    return missing.includes('secure-context') ? 'insecurePage' : 'unsupportedBrowser';
  }
  const claims = readClientSecret(clientSecret);
  const id = claims && (claims.sessionId ?? sessionId);
  if (id === undefined || id === '') return 'invalidLink';
  const client = new SignerClient({ baseUrl, sessionId: id, clientSecret });
  return { client, secret: clientSecret, abort: new AbortController() };
}
