/** Tokens for client credentials, and the limits on asking for them. */
import { Problem, tooMany } from '../domain/problem.ts';
import { addressGroup } from '../http/client-address.ts';
import { text } from '../http/validation.ts';
import type { RateLimits, RateRule } from '../limits/rate-limits.ts';
import { Limiter } from '../support/limiter.ts';

/**
 * Token requests per minute, client and address, of which a client that caches tokens needs only a few. Not per address
 * alone: a proxy's address is shared, and one guesser would lock everyone out.
 */
const TOKENS: RateRule = { name: 'tokens', most: 600, windowMs: 60_000 };
/** What a wrong secret costs of it: ten are all. */
const WRONG_SECRET = 60;

/** Each check takes one of Node's four pool threads; keep the others free for file system and DNS. */
const CHECKS_AT_ONCE = 2;
/** Of each address, so that one with many made-up names does not keep others waiting. */
const CHECKS_WAITING = 16;
const CHECK_WITHIN_MS = 10_000;

/** Slows down guessing of client secrets, per client and address (IPv6: its /64). */
export class TokenLimits {
  readonly #rates: RateLimits;
  readonly #checks = new Limiter({
    atOnce: CHECKS_AT_ONCE,
    waiting: CHECKS_WAITING,
    waitMs: CHECK_WITHIN_MS,
  });

  constructor(rates: RateLimits) {
    this.#rates = rates;
  }

  /**
   * Runs the checks of one client and address one after the other, so that parallel requests get no extra guesses
   * and valid ones only wait. A check that throws is not counted as a wrong secret.
   * @param address undefined for callers in this process, who are not limited
   * @param authenticate returns undefined for wrong credentials
   * @throws Problem `rate-limit` with Retry-After; TooBusyError; what `authenticate` throws
   */
  async check<T>(
    clientId: string,
    address: string | undefined,
    authenticate: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (address === undefined) return authenticate();
    const group = addressGroup(address);
    const key = `${group} ${clientId}`;
    refuseAfter(this.#rates.waitFor(TOKENS, key));
    return this.#checks.run(
      async () => {
        // Here, since the requests before this one may have been wrong guesses.
        refuseAfter(await this.#rates.spend(TOKENS, key));
        const client = await authenticate();
        if (client === undefined) await this.#rates.spend(TOKENS, key, WRONG_SECRET - 1);
        return client;
      },
      { key, owner: group },
    );
  }
}

function refuseAfter(seconds: number): void {
  if (seconds > 0) throw tooMany('Too many token requests. Keep a token until it expires.', seconds);
}

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** The members of a token request that identify the client. */
interface CredentialMembers {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
}

/** A client's id with its credential. */
export type ClientCredentials =
  | { readonly by: 'form' | 'basic'; readonly clientId: string; readonly secret: string }
  | { readonly by: 'assertion'; readonly clientId: string; readonly assertion: string };

/** A problem object with OAuth's `error` member (RFC 6749, 5.2). */
export function tokenProblem(error: string, detail: string, pointer?: string): Problem {
  const errors = pointer === undefined ? {} : { errors: [{ pointer, detail }] };
  return new Problem('validation-error', detail, { members: { error }, ...errors });
}

const invalidRequest = (detail: string, pointer?: string): Problem =>
  tokenProblem('invalid_request', detail, pointer);

/** The form of `client_id`. Some other texts (NUL, broken Unicode) could not even be looked up. */
export const clientIdSchema = text(200);

/**
 * The same for every wrong credential, so that it does not reveal which clients exist. Every 401 names a scheme
 * (RFC 9110, 15.5.2), also where the client did not use it: of the ways to authenticate here, only Basic is one.
 */
export function invalidClient(): Problem {
  return new Problem('unauthorized', 'The client credentials are wrong.', {
    members: { error: 'invalid_client' },
    headers: { 'WWW-Authenticate': 'Basic realm="oauth2", charset="UTF-8"' },
  });
}

/**
 * An id that the form would have refused is no client's.
 * @throws Problem `unauthorized`
 */
function requireClientId(clientId: string): string {
  if (clientIdSchema.safeParse(clientId).success) return clientId;
  throw invalidClient();
}

/**
 * Decodes one part: both are form-urlencoded before they are joined (RFC 6749, 2.3.1). Many clients skip that, so a
 * part that cannot be decoded is used as it is.
 */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}

function readBasic(header: string): { clientId: string; secret: string } {
  const joined = Buffer.from(/^Basic +(\S+) *$/i.exec(header)?.[1] ?? '', 'base64').toString();
  const colon = joined.indexOf(':');
  const clientId = decodePart(joined.slice(0, Math.max(colon, 0)));
  const secret = decodePart(joined.slice(colon + 1));
  if (clientId === '' || secret === '' || secret.length > 500) {
    throw invalidRequest('Authorization: Basic must hold a client id and a secret, joined by a colon.');
  }
  return { clientId: requireClientId(clientId), secret };
}

/** The assertion's subject, read before verification to find the key that verifies it. */
function subjectOf(assertion: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString());
    const { sub }: { sub?: unknown } = Object(claims);
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
}

function readAssertion(members: CredentialMembers, assertion: string): ClientCredentials {
  if (members.client_assertion_type !== ASSERTION_TYPE) {
    throw invalidRequest(`Must be ${ASSERTION_TYPE}.`, '/client_assertion_type');
  }
  const clientId = members.client_id ?? subjectOf(assertion);
  if (clientId === undefined) throw invalidRequest('Is not a JWT with a subject.', '/client_assertion');
  return { by: 'assertion', clientId: requireClientId(clientId), assertion };
}

/**
 * Reads the client's credential: a secret in the form or in the Authorization header (RFC 6749, 2.3.1), or a JWT
 * (RFC 7523, 2.2). More than one is refused (RFC 6749, 2.3).
 * @throws Problem `validation-error`; `unauthorized` for an id that no client can have
 */
export function readClientCredentials(
  members: CredentialMembers,
  header: string | undefined,
): ClientCredentials {
  const { client_id: clientId, client_secret: secret, client_assertion: assertion } = members;
  const ways = [secret, assertion, header].filter(way => way !== undefined).length;
  if (ways > 1)
    throw invalidRequest('Use exactly one authentication method: client_secret, Basic or client_assertion.');
  if (assertion !== undefined) return readAssertion(members, assertion);
  if (header !== undefined) {
    const basic = readBasic(header);
    if (clientId !== undefined && clientId !== basic.clientId) {
      throw invalidRequest('Does not match the client of the Authorization header.', '/client_id');
    }
    return { by: 'basic', ...basic };
  }
  if (clientId === undefined) throw invalidRequest('Is required.', '/client_id');
  if (secret === undefined) {
    throw invalidRequest(
      'Is required, unless you send Authorization: Basic or client_assertion.',
      '/client_secret',
    );
  }
  return { by: 'form', clientId, secret };
}
