import * as z from 'zod';
import type { TimestampCredentials } from './timestamp-settings.ts';

/** Supplies the token for `Authorization: Bearer`. */
export interface BearerTokens {
  /** @throws the connection's error; Error when no token is issued */
  get(signal: AbortSignal): Promise<string>;
  /** Call when the last token was refused: the next `get` fetches a new one, if possible. */
  renew(): void;
}

/** Renew tokens this long before they expire, so that none expires during a request. */
const MARGIN_MS = 30_000;
const DEFAULT_LIFE_SECONDS = 60;

const tokenAnswer = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: z.coerce.number().positive().optional(),
});

export function bearerTokens(credentials: TimestampCredentials): BearerTokens {
  if (credentials.kind === 'client') return new ClientCredentialTokens(credentials);
  return { get: async () => credentials.token, renew: () => undefined };
}

/** Tokens by OAuth 2.0 client credentials (RFC 6749, 4.4), each reused until shortly before it expires. */
class ClientCredentialTokens implements BearerTokens {
  readonly #client: Extract<TimestampCredentials, { kind: 'client' }>;
  #current: { readonly token: string; readonly until: number } | undefined;

  constructor(client: Extract<TimestampCredentials, { kind: 'client' }>) {
    this.#client = client;
  }

  async get(signal: AbortSignal): Promise<string> {
    if (this.#current !== undefined && performance.now() < this.#current.until) return this.#current.token;
    const { tokenUrl, clientId, clientSecret, scope } = this.#client;
    const response = await fetch(tokenUrl, {
      method: 'POST',
      // RFC 6749, 2.3.1: both parts are form-encoded before they are joined.
      headers: {
        Authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`,
        Accept: 'application/json',
      },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        ...(scope === undefined ? {} : { scope }),
      }),
      redirect: 'error',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The token endpoint answers ${response.status}.`);
    }
    const { access_token: token, expires_in: life = DEFAULT_LIFE_SECONDS } = tokenAnswer.parse(
      await response.json(),
    );
    this.#current = { token, until: performance.now() + life * 1000 - MARGIN_MS };
    return token;
  }

  renew(): void {
    this.#current = undefined;
  }
}
