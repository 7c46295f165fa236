/** Timestamps (RFC 3161): settings, tokens for the authority, request and answer. */
import { BerError, type Bytes, der, expect, readWhole, smallInteger, TAG } from '@sign-session/certificates';
import { timeLimit } from '@sign-session/verify';
import * as z from 'zod';
import { SHA_256_IDENTIFIER } from '../cms/signed-data.ts';
import type { Random } from '../domain/ids.ts';
import { sha256 } from '../domain/sha256.ts';

/** The service's credentials at a timestamp authority. */
export type TimestampCredentials =
  | { readonly kind: 'token'; readonly token: string }
  | {
      /** OAuth 2.0 client credentials (RFC 6749, 4.4). */
      readonly kind: 'client';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string | undefined;
    };

export interface TimestampSettings {
  /** May contain a key. */
  readonly url: string;
  readonly credentials: TimestampCredentials | undefined;
}

/** Supplies the token for `Authorization: Bearer`. */
interface BearerTokens {
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

/** A timestamp authority (RFC 3161): proves with its signature when data existed. */
export interface TimestampAuthority {
  /**
   * @param stamped the data to timestamp
   * @returns DER of the token; the caller verifies it
   * @param signal ends the wait
   * @throws TimestampError when no token can be obtained
   */
  stamp(stamped: Uint8Array, signal: AbortSignal): Promise<Bytes>;
}

/** The authority does not answer, or refuses. The message says nothing about the data. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

/** Authorities usually answer within a second, and the signer is waiting. */
const TIMEOUT_MS = 8000;

/** `TimeStampReq` and `TSTInfo` have no other version. */
export const VERSION_1 = der(TAG.integer, Uint8Array.of(1));

/** `PKIStatus`: the values with which a token comes (RFC 3161, 2.4.2). */
const GRANTED = 0;
const GRANTED_WITH_CHANGES = 1;

/** Tokens with their chains take 4 to 8 KB. Must fit the 16 KB that the signature placeholder reserves for it. */
const LARGEST_TOKEN = 14 * 1024;

/**
 * An authority that is reached over HTTP (RFC 3161, 3.4). Sends only the hash, and follows no redirect.
 * @param options.url may contain a key, so no message repeats it
 * @param options.tokens supplies the bearer token of the service
 */
export function createTimestampAuthority(options: {
  url: string;
  random: Random;
  tokens?: BearerTokens | undefined;
}): TimestampAuthority {
  const { url, random, tokens } = options;
  return {
    async stamp(stamped, signal) {
      try {
        const limit = AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]);
        return tokenIn(await askWithToken(url, requestFor(stamped, random), tokens, limit));
      } catch (cause) {
        if (cause instanceof TimestampError) throw cause;
        throw new TimestampError('The timestamp authority could not be asked.', { cause });
      }
    },
  };
}

/** A request with a nonce, so that old responses cannot be replayed. Also asks for the authority's certificate. */
export function requestFor(stamped: Uint8Array, random: Random): Bytes {
  const nonce = Uint8Array.from(random(8));
  // Makes the INTEGER positive and in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
  const imprint = der(TAG.sequence, SHA_256_IDENTIFIER, der(TAG.octetString, sha256(stamped)));
  const withCertificate = der(TAG.boolean, Uint8Array.of(0xff));
  return der(TAG.sequence, VERSION_1, imprint, der(TAG.integer, nonce), withCertificate);
}

/** Retries once with a new token if the first is refused: it may have been revoked early. */
async function askWithToken(
  url: string,
  request: Bytes,
  tokens: BearerTokens | undefined,
  signal: AbortSignal,
): Promise<Bytes> {
  if (tokens === undefined) return answerIn(await ask(url, request, {}, signal));
  const authorized = async () =>
    ask(url, request, { Authorization: `Bearer ${await tokens.get(signal)}` }, signal);
  const response = await authorized();
  if (response.status !== 401) return answerIn(response);
  await response.body?.cancel();
  tokens.renew();
  return answerIn(await authorized());
}

function ask(
  url: string,
  request: Bytes,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/timestamp-query',
      Accept: 'application/timestamp-reply',
      ...headers,
    },
    body: request,
    redirect: 'error',
    signal,
  });
}

async function answerIn(response: Response): Promise<Bytes> {
  if (!response.ok) {
    await response.body?.cancel();
    throw new TimestampError(`The timestamp authority answers ${response.status}.`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * The token as the authority encoded it, from `TimeStampResp ::= SEQUENCE { status, timeStampToken OPTIONAL }`.
 * @param answer DER
 * @throws TimestampError when it holds no token
 */
export function tokenIn(answer: Bytes): Bytes {
  const { status, token } = readAnswer(answer);
  if (token === undefined || (status !== GRANTED && status !== GRANTED_WITH_CHANGES)) {
    throw new TimestampError(`The timestamp authority refuses (${status}).`);
  }
  if (token.length > LARGEST_TOKEN) throw new TimestampError('The timestamp is too large.');
  return token;
}

function readAnswer(answer: Bytes): { readonly status: number; readonly token: Bytes | undefined } {
  try {
    const fields = expect(readWhole(answer), TAG.sequence).cursor();
    const status = smallInteger(fields.next(TAG.sequence).cursor().next());
    return { status, token: fields.optional(TAG.sequence)?.raw };
  } catch (cause) {
    if (!(cause instanceof BerError)) throw cause;
    throw new TimestampError('The response of the timestamp authority cannot be read.', { cause });
  }
}
