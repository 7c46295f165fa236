/** Authorisations at providers of cloud certificates: their rows, who may claim one, and what the signer sees of it. */
import * as z from 'zod';
import type { Core } from '../core/core.ts';
import { sha256 } from '../domain/sha256.ts';
import { nullable, type Queries, rowSchema } from '../storage/database.ts';
import { CLOUD_ERRORS, type CloudError } from './provider-requests.ts';

/** Where the provider's page leads back to: the window closes, or the page that the signer came from opens again. */
export type ReturnTarget =
  { readonly kind: 'window' } | { readonly kind: 'hosted' } | { readonly kind: 'page'; readonly url: string };

const returnTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('window') }),
  z.object({ kind: z.literal('hosted') }),
  z.object({ kind: z.literal('page'), url: z.string() }),
]);

/** A certificate at a provider. The certificates are base64 DER, the signer's first. */
const certificateShape = {
  alias: z.string(),
  chain: z.array(z.string()).min(1),
  /** The signature algorithm, if the provider asks for it. */
  signAlgo: z.string().optional(),
};

/** What a second authorisation is for: these hashes (SHA-256, base64), by this certificate. */
const credentialSchema = z.object({ ...certificateShape, hashes: z.array(z.string()).min(1) });
type CredentialToAuthorize = z.output<typeof credentialSchema>;

/** What is sealed until the signer comes back. */
const askedSchema = z.object({
  verifier: z.string(),
  state: z.string(),
  target: returnTarget,
  credential: credentialSchema.optional(),
});
type AskedAuthorization = z.output<typeof askedSchema>;

const codeSchema = z.object({
  verifier: z.string(),
  code: z.string(),
  credential: credentialSchema.optional(),
});
type GivenCode = z.output<typeof codeSchema>;

/** A certificate that was found, and the token that signs by it; without one the signatures are to be authorised. */
const readySchema = z.object({
  ...certificateShape,
  token: z.string().optional(),
  /** All that the token signs; undefined: the provider was not told. */
  hashes: z.array(z.string()).optional(),
});
export type ReadyAuthorization = z.output<typeof readySchema>;

/**
 * Providers with the CSC API are asked twice: for the `service`, which shows the certificates, and for the `credential`,
 * which signs. The others are asked once, and have no scope here.
 */
type AuthorizationScope = 'service' | 'credential';

const authorizationRow = rowSchema({
  sessionId: z.string(),
  providerId: z.string(),
  scope: nullable(z.enum(['service', 'credential'])),
  status: z.enum(['PENDING', 'AUTHORIZED', 'EXCHANGING', 'READY', 'SPENT', 'SIGNED', 'FAILED']),
  failure: nullable(z.enum(CLOUD_ERRORS)),
  sealed: nullable(z.string()),
  expiresAt: z.date(),
});
export type AuthorizationRow = z.output<typeof authorizationRow>;

type Status = AuthorizationRow['status'];

/** A claimed authorisation. At most one caller holds a claim. */
interface AuthorizationClaim<T> extends Pick<AuthorizationRow, 'providerId' | 'scope'> {
  readonly secrets: T;
}

/** The rows of the authorisations at providers of cloud certificates, with their sealed secrets. */
class AuthorizationRows {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  find(sessionId: string): Promise<AuthorizationRow | undefined> {
    return this.claim('SELECT * FROM cloud_authorizations WHERE session_id = $1', [sessionId]);
  }

  /** The row that a statement returns. */
  async claim(statement: string, values: (string | Date)[]): Promise<AuthorizationRow | undefined> {
    const [row] = await this.#core.database.query(statement, values);
    return row === undefined ? undefined : authorizationRow.parse(row);
  }

  /** Moves it on and takes its secrets. The row that is returned is the one before. */
  async take<T>(
    sessionId: string,
    [from, to]: readonly [Status, Status],
    schema: z.ZodType<T>,
  ): Promise<AuthorizationClaim<T> | undefined> {
    const row = await this.claim(
      `UPDATE cloud_authorizations AS taken SET status = $3, sealed = NULL
       FROM cloud_authorizations AS before
       WHERE taken.session_id = $1 AND before.session_id = taken.session_id
         AND taken.status = $2 AND taken.expires_at > $4 RETURNING before.*`,
      [sessionId, from, to, this.#core.clock.now()],
    );
    const secrets = row && (await this.open(row, schema));
    return row && secrets && { ...row, secrets };
  }

  async open<T>({ sealed }: AuthorizationRow, schema: z.ZodType<T>): Promise<T | undefined> {
    if (sealed === undefined) return undefined;
    return schema.parse(JSON.parse(await this.#core.fieldCipher.open(sealed)));
  }

  seal(secrets: object): string {
    return this.#core.fieldCipher.seal(JSON.stringify(secrets));
  }

  /** Moves it on with other secrets. */
  async advance(
    sessionId: string,
    [from, to]: readonly [Status, Status],
    secrets: object,
    expiresAt: Date,
  ): Promise<void> {
    await this.#core.database.query(
      `UPDATE cloud_authorizations SET status = $3, sealed = $4, expires_at = $5
       WHERE session_id = $1 AND status = $2`,
      [sessionId, from, to, this.seal(secrets), expiresAt],
    );
  }
}

/** An authorisation as its signer may see it. */
interface AuthorizationView {
  readonly providerId: string;
  /** `identified`: the signer came back from the first of two authorisations. */
  readonly status: 'pending' | 'identified' | 'authorized' | 'failed';
  readonly error?: CloudError;
}

/** @param now the service's time: what has expired has failed */
function authorizationView(row: AuthorizationRow, now: Date): AuthorizationView {
  const { providerId, scope, status, failure, expiresAt } = row;
  if (status === 'FAILED') return { providerId, status: 'failed', error: failure ?? 'invalid-answer' };
  const isOver = status !== 'SIGNED' && expiresAt <= now;
  if (isOver) return { providerId, status: 'failed', error: status === 'PENDING' ? 'timed-out' : 'expired' };
  if (status === 'PENDING') return { providerId, status: 'pending' };
  return { providerId, status: scope === 'service' ? 'identified' : 'authorized' };
}

/** Long enough for a code to be scanned and a PIN to be looked for. */
const PENDING_MS = 10 * 60_000;

/** What was authorised is used within seconds; a page that was reloaded gets some minutes. */
const AUTHORIZED_MS = 5 * 60_000;

const SECRET_BYTES = 32;

/** What is asked for at a provider. */
interface WantedAuthorization {
  readonly providerId: string;
  readonly target: ReturnTarget;
  readonly scope: AuthorizationScope | undefined;
  /** For the scope `credential`. */
  readonly credential?: CredentialToAuthorize;
}

/** An authorisation whose signer is on their way to the provider, in this browser. */
export interface ProviderVisit extends AuthorizationClaim<AskedAuthorization> {
  readonly sessionId: string;
  readonly browser: string;
}

/** A signer who came back. */
interface ReturnedSigner {
  readonly sessionId: string;
  readonly target: ReturnTarget;
  readonly scope: AuthorizationScope | undefined;
}

const hashed = (text: string): string => sha256(text).toString('base64url');

/**
 * The authorisations at providers of cloud certificates: one for a session, which a new one replaces. Each secret is
 * used once: a step is claimed by one statement before its secrets are opened, so that of two requests one goes on.
 */
export class CloudAuthorizations {
  readonly #core: Core;
  readonly #rows: AuthorizationRows;

  constructor(core: Core) {
    this.#core = core;
    this.#rows = new AuthorizationRows(core);
  }

  /** @returns the ticket that opens it once, and what to write */
  prepare(sessionId: string, { providerId, target, scope, credential }: WantedAuthorization) {
    const [ticket, state, verifier] = [this.#secret(), this.#secret(), this.#secret()];
    const sealed = this.#rows.seal({ verifier, state, target, credential } satisfies AskedAuthorization);
    const expiresAt = this.#after(PENDING_MS);
    const settle = async (queries: Queries) => {
      const [before] = await queries.query<{ browser_hash: string | null }>(
        'DELETE FROM cloud_authorizations WHERE session_id = $1 RETURNING browser_hash',
        [sessionId],
      );
      // The window of the first authorisation waits for the second one.
      const waiting = scope === 'credential' ? (before?.browser_hash ?? null) : null;
      const hashes = [hashed(ticket), hashed(state)];
      await queries.query(
        `INSERT INTO cloud_authorizations
           (session_id, provider_id, scope, status, ticket_hash, state_hash, sealed, expires_at, browser_hash)
         VALUES ($1, $2, $3, 'PENDING', $4, $5, $6, $7, $8)`,
        [sessionId, providerId, scope ?? null, ...hashes, sealed, expiresAt, waiting],
      );
    };
    return { ticket, settle };
  }

  /** Of an authorisation that failed before the signer was sent anywhere. @returns what to write */
  prepareFailed(sessionId: string, providerId: string, failure: CloudError) {
    const expiresAt = this.#after(PENDING_MS);
    return async (queries: Queries) => {
      await dropAuthorization(queries, sessionId);
      await queries.query(
        `INSERT INTO cloud_authorizations (session_id, provider_id, status, failure, expires_at)
         VALUES ($1, $2, 'FAILED', $3, $4)`,
        [sessionId, providerId, failure, expiresAt],
      );
    };
  }

  /**
   * Opens the way to the provider's page, once: from then on only this browser can come back.
   * @returns undefined for a ticket that was used, replaced or has expired
   */
  async visit(ticket: string): Promise<ProviderVisit | undefined> {
    const browser = this.#secret();
    const row = await this.#rows.claim(
      `UPDATE cloud_authorizations SET ticket_hash = NULL, browser_hash = $2
       WHERE ticket_hash = $1 AND status = 'PENDING' AND expires_at > $3 RETURNING *`,
      [hashed(ticket), hashed(browser), this.#now()],
    );
    if (row === undefined) return undefined;
    const secrets = await this.#rows.open(row, askedSchema);
    return secrets && { ...row, secrets, browser };
  }

  /**
   * The second authorisation, for the browser that came back from the first one. The ticket still opens it in another
   * window, from where this browser can't come back any more.
   * @returns `waiting` until there is one; undefined when there will be none
   */
  async next(browser: string): Promise<ProviderVisit | 'waiting' | 'failed' | undefined> {
    const row = await this.#rows.claim('SELECT * FROM cloud_authorizations WHERE browser_hash = $1', [
      hashed(browser),
    ]);
    if (row === undefined || row.expiresAt <= this.#now()) return undefined;
    const { scope, status } = row;
    if (status === 'FAILED') return 'failed';
    if (scope === 'service') return 'waiting';
    const secrets =
      scope === 'credential' && status === 'PENDING' ? await this.#rows.open(row, askedSchema) : undefined;
    return secrets && { ...row, secrets, browser };
  }

  /**
   * Takes the signer back, once, in the browser that they left with. The state can't be used again.
   * @param result the provider's code, or why there is none
   * @returns undefined for a state that is not known here
   */
  async comeBack(
    { state, browser }: { readonly state: string; readonly browser: string },
    result: { readonly code: string } | { readonly error: CloudError },
  ): Promise<ReturnedSigner | undefined> {
    const row = await this.#rows.claim(
      `UPDATE cloud_authorizations SET state_hash = NULL
       WHERE state_hash = $1 AND browser_hash = $2 AND status = 'PENDING' AND expires_at > $3 RETURNING *`,
      [hashed(state), hashed(browser), this.#now()],
    );
    const asked = row && (await this.#rows.open(row, askedSchema));
    if (row === undefined || asked === undefined) return undefined;
    const { sessionId, scope } = row;
    const { verifier, credential, target } = asked;
    if ('error' in result) await this.refuse(sessionId, result.error);
    else {
      const given: GivenCode = { verifier, code: result.code, credential };
      await this.#rows.advance(sessionId, ['PENDING', 'AUTHORIZED'], given, this.#after(AUTHORIZED_MS));
      await this.#touch(sessionId);
    }
    return { sessionId, target, scope };
  }

  /**
   * The authorisation of a browser that came back before, for whoever loads that page again.
   * @returns undefined where there is none any more, or it was not given yet
   */
  async given(
    browser: string,
  ): Promise<(Pick<ReturnedSigner, 'sessionId' | 'scope'> & { readonly hasFailed: boolean }) | undefined> {
    const row = await this.#rows.claim('SELECT * FROM cloud_authorizations WHERE browser_hash = $1', [
      hashed(browser),
    ]);
    if (row === undefined || row.status === 'PENDING') return undefined;
    const { sessionId, scope } = row;
    return { sessionId, scope, hasFailed: authorizationView(row, this.#now()).status === 'failed' };
  }

  /** Ends one that is waiting for the signer, and tells who follows the session. */
  async refuse(sessionId: string, failure: CloudError): Promise<void> {
    await this.fail(sessionId, 'PENDING', failure);
    await this.#touch(sessionId);
  }

  /** The code, for whoever exchanges it. Undefined if there is no code, or another request took it. */
  async takeCode(sessionId: string): Promise<AuthorizationClaim<GivenCode> | undefined> {
    return this.#rows.take(sessionId, ['AUTHORIZED', 'EXCHANGING'], codeSchema);
  }

  /** Keeps what was found until it is used. */
  async keep(sessionId: string, ready: ReadyAuthorization): Promise<void> {
    await this.#rows.advance(sessionId, ['EXCHANGING', 'READY'], ready, this.#after(AUTHORIZED_MS));
  }

  /** What was found, which stays kept. */
  async ready(sessionId: string): Promise<AuthorizationClaim<ReadyAuthorization> | undefined> {
    const row = await this.#rows.find(sessionId);
    if (row?.status !== 'READY' || row.expiresAt <= this.#now()) return undefined;
    const secrets = await this.#rows.open(row, readySchema);
    return secrets && { ...row, secrets };
  }

  /** The token, to be used now: it is dropped before it is. */
  async takeToken(sessionId: string): Promise<AuthorizationClaim<ReadyAuthorization> | undefined> {
    return this.#rows.take(sessionId, ['READY', 'SPENT'], readySchema);
  }

  /** Notes that all was signed. */
  async settle(sessionId: string): Promise<void> {
    await this.#core.database.query(
      `UPDATE cloud_authorizations SET status = 'SIGNED' WHERE session_id = $1 AND status = 'SPENT'`,
      [sessionId],
    );
  }

  /** Ends it, and drops its secrets. A newer authorisation, which has another status, stays. */
  async fail(sessionId: string, from: AuthorizationRow['status'], failure: CloudError): Promise<void> {
    await this.#core.database.query(
      `UPDATE cloud_authorizations
       SET status = 'FAILED', failure = $3, sealed = NULL, ticket_hash = NULL, state_hash = NULL
       WHERE session_id = $1 AND status = $2`,
      [sessionId, from, failure],
    );
  }

  async viewOf(sessionId: string): Promise<AuthorizationView | undefined> {
    const row = await this.#rows.find(sessionId);
    return row && authorizationView(row, this.#now());
  }

  /** Forgets the secrets of those that have expired; the signer is still told. */
  async dropExpired(): Promise<void> {
    await this.#core.database.query(
      `UPDATE cloud_authorizations SET sealed = NULL, ticket_hash = NULL, state_hash = NULL
       WHERE expires_at <= $1 AND sealed IS NOT NULL`,
      [this.#now()],
    );
  }

  /** Whoever follows the session, in any instance, learns of it by the session's version. */
  async #touch(sessionId: string): Promise<void> {
    await this.#core.database.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [
      sessionId,
    ]);
  }

  #now(): Date {
    return this.#core.clock.now();
  }

  #after(milliseconds: number): Date {
    return new Date(this.#now().getTime() + milliseconds);
  }

  #secret(): string {
    return Buffer.from(this.#core.random(SECRET_BYTES)).toString('base64url');
  }
}

/** Removes a session's authorisation. */
export async function dropAuthorization(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM cloud_authorizations WHERE session_id = $1', [sessionId]);
}
