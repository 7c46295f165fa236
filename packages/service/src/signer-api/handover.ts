import { sha256 } from '../domain/sha256.ts';
import type { Clock } from '../domain/clock.ts';
import { Problem } from '../domain/problem.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { Database, Queries } from '../storage/database.ts';
import type { ClientSecrets } from '../oauth/client-secrets.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { requireActive } from '../domain/session-state.ts';
import type { Session } from '../domain/session.ts';

/** Long enough to get a phone out and scan; short enough that a link left on a screen soon expires. */
const LIFETIME_MS = 5 * 60_000;

const CODE_BYTES = 16;

/** A one-time code that opens a session on another device. */
export interface HandoverCode {
  /** 128 random bits in base64url. Only its hash is stored. */
  readonly code: string;
  readonly expiresAt: Date;
}

export interface HandoversOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly sessions: Sessions;
  readonly secrets: ClientSecrets;
}

const hashed = (text: string): string => sha256(text).toString('base64url');

/** The same error for a code that was used, expired, was replaced or never existed. */
function refused(): Problem {
  return new Problem('not-found', 'The link was already used or has expired. Create a new one.');
}

/**
 * Moves a session to another device without its secret in a URL (signer API, section 2). A session has one code at
 * a time: a new code replaces the last.
 */
export class Handovers {
  readonly #options: HandoversOptions;

  constructor(options: HandoversOptions) {
    this.#options = options;
  }

  /** @throws Problem `gone` for a session that has ended */
  prepare(session: Session): HandoverCode & { settle: (queries: Queries) => Promise<void> } {
    const { clock, random } = this.#options;
    const now = clock.now();
    requireActive(session, now);
    const code = Buffer.from(random(CODE_BYTES)).toString('base64url');
    const expiresAt = new Date(Math.min(now.getTime() + LIFETIME_MS, session.expiresAt.getTime()));
    const settle = async (queries: Queries) => {
      await queries.query(
        `INSERT INTO handovers (session_id, code_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (session_id) DO UPDATE
           SET code_hash = EXCLUDED.code_hash, expires_at = EXCLUDED.expires_at, taken_by = NULL`,
        [session.sessionId, hashed(code), expiresAt],
      );
    };
    return { code, expiresAt, settle };
  }

  /**
   * Exchanges a code for the session's client secret. The code then stops working.
   * @param key the request's idempotency key: with the same key, a code can be exchanged again until it expires
   * @throws Problem `not-found`
   */
  async exchange(code: string, key: string | undefined): Promise<string> {
    const { database, clock, random, sessions, secrets } = this.#options;
    const taker = key ?? Buffer.from(random(CODE_BYTES)).toString('base64url');
    // One statement, so that only one of two devices with the same link succeeds.
    const [taken] = await database.query<{ session_id: string }>(
      `UPDATE handovers SET taken_by = $2
       WHERE code_hash = $1 AND expires_at > $3 AND (taken_by IS NULL OR taken_by = $2)
       RETURNING session_id`,
      [hashed(code), hashed(taker), clock.now()],
    );
    const session = taken && (await sessions.find(taken.session_id));
    if (session === undefined) throw refused();
    return secrets.mint(session);
  }

  async removeOld(): Promise<void> {
    const { database, clock } = this.#options;
    await database.query('DELETE FROM handovers WHERE expires_at <= $1', [clock.now()]);
  }
}
