/** How much somebody may ask for within a window of time: counted in the database, so that it holds over all instances. */
import type { Fingerprints } from '../keys/key-ring.ts';
import { type Database, DatabaseAwayError } from '../storage/database.ts';
import { BoundedMap } from '../support/bounded-map.ts';
import { describeError, type Log } from '../support/logs.ts';

/** What may be spent within a window, which begins with what is spent first. */
export interface RateRule {
  /** Names it in the database. */
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Beyond this number the oldest are dropped, so that made-up names cannot fill the memory. */
const MOST_KEPT = 10_000;

/** Nobody waits longer for the database to count: then this process alone does. */
const COUNT_WITHIN_MS = 250;
/** For so long after it was late or away, it isn't asked. */
const REST_MS = 5000;

/** Rows that are removed at once; more go with the next sweep. */
const REMOVED_AT_ONCE = 5000;

interface Window {
  readonly endsAt: number;
  spent: number;
}

/** The database's own time counts: nobody moves it, and all instances have the same. */
const SPEND = `INSERT INTO rate_windows (key, ends_at, spent)
  VALUES ($1, clock_timestamp() + $2::int * interval '1 millisecond', $3::int)
  ON CONFLICT (key) DO UPDATE SET
    spent = CASE WHEN rate_windows.ends_at > clock_timestamp()
      THEN least(rate_windows.spent, 1000000000) + EXCLUDED.spent ELSE EXCLUDED.spent END,
    ends_at = CASE WHEN rate_windows.ends_at > clock_timestamp() THEN rate_windows.ends_at ELSE EXCLUDED.ends_at END
  RETURNING spent, (extract(epoch FROM ends_at - clock_timestamp()) * 1000)::float8 AS left_ms`;

/**
 * Counts what is spent: in memory, and on a server in the database as well, by one statement. While the database is slow
 * or away each process goes on by what it has counted itself. A key that this process knows to have spent all costs
 * no statement.
 */
export class RateLimits {
  readonly #database: Pick<Database, 'kind' | 'query'>;
  readonly #fingerprints: Pick<Fingerprints, 'of'>;
  readonly #reportError: Log;
  readonly #windows = new BoundedMap<string, Window>(MOST_KEPT);
  #asksAgainAt = -Infinity;

  constructor(
    database: Pick<Database, 'kind' | 'query'>,
    parts: { fingerprints: Pick<Fingerprints, 'of'>; reportError: Log },
  ) {
    this.#database = database;
    this.#fingerprints = parts.fingerprints;
    this.#reportError = parts.reportError;
  }

  /** Seconds until this key may spend again, as far as this process knows; 0 if it may now. Asks nobody. */
  waitFor(rule: RateRule, key: string): number {
    const window = this.#windows.get(nameOf(rule, key));
    if (window === undefined || window.spent < rule.most) return 0;
    return Math.max(0, Math.ceil((window.endsAt - performance.now()) / 1000));
  }

  /**
   * Spends something, unless everything was spent before. The last may go beyond what is left.
   * @returns seconds until the key may spend again; 0 if it was allowed to
   */
  async spend(rule: RateRule, key: string, cost = 1): Promise<number> {
    const known = this.waitFor(rule, key);
    if (known > 0) return known;
    const name = nameOf(rule, key);
    this.#add(rule, name, cost);
    const counted = await this.#count(rule, name, cost);
    if (counted === undefined || counted.spent - cost < rule.most) return 0;
    this.#windows.set(name, { endsAt: performance.now() + counted.left_ms, spent: counted.spent });
    return Math.max(1, Math.ceil(counted.left_ms / 1000));
  }

  async removeOld(): Promise<void> {
    await this.#database.query(
      `DELETE FROM rate_windows WHERE key IN (SELECT key FROM rate_windows WHERE ends_at <= now()
         ORDER BY ends_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
      [REMOVED_AT_ONCE],
    );
  }

  #add({ windowMs }: RateRule, name: string, cost: number): void {
    const now = performance.now();
    const open = this.#windows.get(name);
    if (open !== undefined && open.endsAt > now) open.spent += cost;
    else this.#windows.set(name, { endsAt: now + windowMs, spent: cost });
  }

  /** @returns undefined where the database says nothing in time */
  async #count({ windowMs }: RateRule, name: string, cost: number) {
    if (this.#database.kind === 'embedded' || performance.now() < this.#asksAgainAt) return undefined;
    // Nobody reads an address, a client or a session in this table.
    const key = this.#fingerprints.of(name);
    const asked = this.#database
      .query<{ spent: number; left_ms: number }>(SPEND, [key, windowMs, cost])
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseAwayError)) this.#reportError(describeError(error));
        return [];
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<[]>(resolve => {
      timer = setTimeout(resolve, COUNT_WITHIN_MS, []);
    });
    const [row] = await Promise.race([asked, late]);
    clearTimeout(timer);
    if (row === undefined) this.#asksAgainAt = performance.now() + REST_MS;
    return row;
  }
}

const nameOf = ({ name }: RateRule, key: string): string => `${name} ${key}`;
