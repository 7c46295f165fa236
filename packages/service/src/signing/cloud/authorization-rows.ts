import type * as z from 'zod';
import type { Clock } from '../../domain/clock.ts';
import type { FieldCipher } from '../../keys/field-cipher.ts';
import type { Database } from '../../storage/database.ts';
import { authorizationRow, type AuthorizationRow } from './authorization-row.ts';

type Status = AuthorizationRow['status'];

/** A claimed authorisation. Whoever claimed it is the only one. */
export interface Claimed<T> extends Pick<AuthorizationRow, 'providerId' | 'scope'> {
  readonly secrets: T;
}

export interface AuthorizationRowsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly fieldCipher: FieldCipher;
}

/** The rows of the authorisations at providers of cloud certificates, with their sealed secrets. */
export class AuthorizationRows {
  readonly #options: AuthorizationRowsOptions;

  constructor(options: AuthorizationRowsOptions) {
    this.#options = options;
  }

  find(sessionId: string): Promise<AuthorizationRow | undefined> {
    return this.claim('SELECT * FROM cloud_authorizations WHERE session_id = $1', [sessionId]);
  }

  /** The row that a statement returns. */
  async claim(statement: string, values: (string | Date)[]): Promise<AuthorizationRow | undefined> {
    const [row] = await this.#options.database.query(statement, values);
    return row === undefined ? undefined : authorizationRow.parse(row);
  }

  /** Moves it on and takes its secrets. The row that is returned is the one before. */
  async take<T>(
    sessionId: string,
    [from, to]: readonly [Status, Status],
    schema: z.ZodType<T>,
  ): Promise<Claimed<T> | undefined> {
    const row = await this.claim(
      `UPDATE cloud_authorizations AS taken SET status = $3, sealed = NULL
       FROM cloud_authorizations AS before
       WHERE taken.session_id = $1 AND before.session_id = taken.session_id
         AND taken.status = $2 AND taken.expires_at > $4 RETURNING before.*`,
      [sessionId, from, to, this.#options.clock.now()],
    );
    const secrets = row && (await this.open(row, schema));
    return row && secrets && { ...row, secrets };
  }

  async open<T>({ sealed }: AuthorizationRow, schema: z.ZodType<T>): Promise<T | undefined> {
    if (sealed === undefined) return undefined;
    return schema.parse(JSON.parse(await this.#options.fieldCipher.open(sealed)));
  }

  seal(secrets: object): string {
    return this.#options.fieldCipher.seal(JSON.stringify(secrets));
  }

  /** Moves it on with other secrets. */
  async advance(
    sessionId: string,
    [from, to]: readonly [Status, Status],
    secrets: object,
    expiresAt: Date,
  ): Promise<void> {
    await this.#options.database.query(
      `UPDATE cloud_authorizations SET status = $3, sealed = $4, expires_at = $5
       WHERE session_id = $1 AND status = $2`,
      [sessionId, from, to, this.seal(secrets), expiresAt],
    );
  }
}
