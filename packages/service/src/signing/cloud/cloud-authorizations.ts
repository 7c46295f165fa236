import type * as z from 'zod';
import type { Clock } from '../../domain/clock.ts';
import type { Random } from '../../domain/identifiers/random-ids.ts';
import { sha256 } from '../../domain/sha256.ts';
import type { FieldCipher } from '../../keys/field-cipher.ts';
import type { CloudError } from '../../psc/psc-error.ts';
import type { Database, Queries } from '../../storage/database.ts';
import {
  askedSchema,
  authorizationRow,
  codeSchema,
  readySchema,
  type AskedAuthorization,
  type AuthorizationRow,
  type GivenCode,
  type ReadyAuthorization,
  type ReturnTarget,
} from './authorization-row.ts';

/** Long enough for a code to be scanned and a PIN to be looked for. */
const PENDING_MS = 10 * 60_000;

/** What was authorised is used within seconds; a page that was reloaded gets some minutes. */
const AUTHORIZED_MS = 5 * 60_000;

const SECRET_BYTES = 32;

/** An authorisation as its signer may see it. */
export interface AuthorizationView {
  readonly providerId: string;
  readonly status: 'pending' | 'authorized' | 'failed';
  readonly error?: CloudError;
}

/** A claimed authorisation. Whoever claimed it is the only one. */
interface Claimed<T> {
  readonly providerId: string;
  readonly secrets: T;
}

const hashed = (text: string): string => sha256(text).toString('base64url');

export interface CloudAuthorizationsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly fieldCipher: FieldCipher;
}

/**
 * The authorisations at providers of cloud certificates: one for a session, which a new one replaces. Each secret is
 * used once: a step is claimed by one statement before its secrets are opened, so that of two requests one goes on.
 */
export class CloudAuthorizations {
  readonly #options: CloudAuthorizationsOptions;

  constructor(options: CloudAuthorizationsOptions) {
    this.#options = options;
  }

  /** @returns the ticket that opens it once, and what to write */
  prepare(sessionId: string, providerId: string, target: ReturnTarget) {
    const { clock, fieldCipher } = this.#options;
    const [ticket, state, verifier] = [this.#secret(), this.#secret(), this.#secret()];
    const sealed = fieldCipher.seal(JSON.stringify({ verifier, state, target } satisfies AskedAuthorization));
    const expiresAt = new Date(clock.now().getTime() + PENDING_MS);
    const settle = async (queries: Queries) => {
      await dropAuthorization(queries, sessionId);
      await queries.query(
        `INSERT INTO cloud_authorizations
           (session_id, provider_id, status, ticket_hash, state_hash, sealed, expires_at)
         VALUES ($1, $2, 'PENDING', $3, $4, $5, $6)`,
        [sessionId, providerId, hashed(ticket), hashed(state), sealed, expiresAt],
      );
    };
    return { ticket, settle };
  }

  /**
   * Opens the way to the provider's page, once: from then on only this browser can come back.
   * @returns undefined for a ticket that was used, replaced or has expired
   */
  async visit(
    ticket: string,
  ): Promise<(Claimed<AskedAuthorization> & { sessionId: string; browser: string }) | undefined> {
    const browser = this.#secret();
    const row = await this.#claim(
      `UPDATE cloud_authorizations SET ticket_hash = NULL, browser_hash = $2
       WHERE ticket_hash = $1 AND status = 'PENDING' AND expires_at > $3 RETURNING *`,
      [hashed(ticket), hashed(browser), this.#now()],
    );
    if (row === undefined) return undefined;
    const secrets = await this.#open(row, askedSchema);
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
  ): Promise<{ readonly sessionId: string; readonly target: ReturnTarget } | undefined> {
    const row = await this.#claim(
      `UPDATE cloud_authorizations SET state_hash = NULL
       WHERE state_hash = $1 AND browser_hash = $2 AND status = 'PENDING' AND expires_at > $3 RETURNING *`,
      [hashed(state), hashed(browser), this.#now()],
    );
    const asked = row && (await this.#open(row, askedSchema));
    if (row === undefined || asked === undefined) return undefined;
    const { sessionId } = row;
    if ('error' in result) await this.fail(sessionId, 'PENDING', result.error);
    else
      await this.#advance(sessionId, 'PENDING', 'AUTHORIZED', {
        verifier: asked.verifier,
        code: result.code,
      });
    await this.#touch(sessionId);
    return { sessionId, target: asked.target };
  }

  /** The code, for whoever exchanges it. Undefined: there is none, or somebody has it. */
  async takeCode(sessionId: string): Promise<Claimed<GivenCode> | undefined> {
    return this.#take(sessionId, ['AUTHORIZED', 'EXCHANGING'], codeSchema);
  }

  /** Keeps the token until it is used. */
  async keep(sessionId: string, ready: ReadyAuthorization): Promise<void> {
    await this.#advance(sessionId, 'EXCHANGING', 'READY', ready);
  }

  /** The token, which stays kept. */
  async ready(sessionId: string): Promise<Claimed<ReadyAuthorization> | undefined> {
    const row = await this.#find(sessionId);
    if (row?.status !== 'READY' || row.expiresAt <= this.#now()) return undefined;
    const secrets = await this.#open(row, readySchema);
    return secrets && { ...row, secrets };
  }

  /** The token, to be used now: it is dropped before it is. */
  async takeToken(sessionId: string): Promise<Claimed<ReadyAuthorization> | undefined> {
    return this.#take(sessionId, ['READY', 'SPENT'], readySchema);
  }

  /** Notes that all was signed. */
  async settle(sessionId: string): Promise<void> {
    await this.#options.database.query(
      `UPDATE cloud_authorizations SET status = 'SIGNED' WHERE session_id = $1 AND status = 'SPENT'`,
      [sessionId],
    );
  }

  /** Ends it, and drops its secrets. A newer authorisation, which has another status, stays. */
  async fail(sessionId: string, from: AuthorizationRow['status'], failure: CloudError): Promise<void> {
    await this.#options.database.query(
      `UPDATE cloud_authorizations
       SET status = 'FAILED', failure = $3, sealed = NULL, ticket_hash = NULL, state_hash = NULL
       WHERE session_id = $1 AND status = $2`,
      [sessionId, from, failure],
    );
  }

  async viewOf(sessionId: string): Promise<AuthorizationView | undefined> {
    const row = await this.#find(sessionId);
    if (row === undefined) return undefined;
    const { providerId, status, failure, expiresAt } = row;
    if (status === 'FAILED') return { providerId, status: 'failed', error: failure ?? 'invalid-answer' };
    const isOver = status !== 'SIGNED' && expiresAt <= this.#now();
    if (isOver)
      return { providerId, status: 'failed', error: status === 'PENDING' ? 'timed-out' : 'expired' };
    return { providerId, status: status === 'PENDING' ? 'pending' : 'authorized' };
  }

  /** Forgets the secrets of those that have expired; the signer is still told. */
  async dropExpired(): Promise<void> {
    await this.#options.database.query(
      `UPDATE cloud_authorizations SET sealed = NULL, ticket_hash = NULL, state_hash = NULL
       WHERE expires_at <= $1 AND sealed IS NOT NULL`,
      [this.#now()],
    );
  }

  /** Whoever follows the session, in any instance, learns of it by the session's version. */
  async #touch(sessionId: string): Promise<void> {
    await this.#options.database.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [
      sessionId,
    ]);
  }

  #now(): Date {
    return this.#options.clock.now();
  }

  #secret(): string {
    return Buffer.from(this.#options.random(SECRET_BYTES)).toString('base64url');
  }

  async #find(sessionId: string): Promise<AuthorizationRow | undefined> {
    return this.#claim('SELECT * FROM cloud_authorizations WHERE session_id = $1', [sessionId]);
  }

  async #claim(statement: string, values: (string | Date)[]): Promise<AuthorizationRow | undefined> {
    const [row] = await this.#options.database.query(statement, values);
    return row === undefined ? undefined : authorizationRow.parse(row);
  }

  /** Moves it on and takes its secrets. The row that is returned is the one before. */
  async #take<T>(
    sessionId: string,
    [from, to]: readonly [AuthorizationRow['status'], AuthorizationRow['status']],
    schema: z.ZodType<T>,
  ): Promise<Claimed<T> | undefined> {
    const row = await this.#claim(
      `UPDATE cloud_authorizations AS taken SET status = $3, sealed = NULL
       FROM cloud_authorizations AS before
       WHERE taken.session_id = $1 AND before.session_id = taken.session_id
         AND taken.status = $2 AND taken.expires_at > $4 RETURNING before.*`,
      [sessionId, from, to, this.#now()],
    );
    const secrets = row && (await this.#open(row, schema));
    return row && secrets && { ...row, secrets };
  }

  async #open<T>({ sealed }: AuthorizationRow, schema: z.ZodType<T>): Promise<T | undefined> {
    if (sealed === undefined) return undefined;
    return schema.parse(JSON.parse(await this.#options.fieldCipher.open(sealed)));
  }

  async #advance(
    sessionId: string,
    from: AuthorizationRow['status'],
    to: AuthorizationRow['status'],
    secrets: object,
  ): Promise<void> {
    const { database, fieldCipher } = this.#options;
    await database.query(
      `UPDATE cloud_authorizations SET status = $3, sealed = $4, expires_at = $5
       WHERE session_id = $1 AND status = $2`,
      [
        sessionId,
        from,
        to,
        fieldCipher.seal(JSON.stringify(secrets)),
        new Date(this.#now().getTime() + AUTHORIZED_MS),
      ],
    );
  }
}

/** Removes a session's authorisation. */
export async function dropAuthorization(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM cloud_authorizations WHERE session_id = $1', [sessionId]);
}
