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
const COUNT_WITHIN_MS = 500;
/** For so long after it was away, it isn't asked. */
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
  /** Questions that the database has not answered in time. */
  #late = 0;
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
    const before = await this.#inTime(this.#countForAll(rule, name, cost));
    return before === undefined || before < rule.most ? 0 : Math.max(1, this.waitFor(rule, key));
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

  /** @returns what all instances together had spent before; undefined where the database says nothing */
  async #countForAll({ most, windowMs }: RateRule, name: string, cost: number): Promise<number | undefined> {
    if (this.#database.kind === 'embedded' || this.#late > 0 || performance.now() < this.#asksAgainAt)
      return undefined;
    // Nobody reads an address, a client or a session in this table.
    const key = this.#fingerprints.of(name);
    try {
      const [row] = await this.#database.query<{ spent: number; left_ms: number }>(SPEND, [
        key,
        windowMs,
        cost,
      ]);
      if (row === undefined) return undefined;
      // The next one of this key is refused without a statement.
      if (row.spent >= most)
        this.#windows.set(name, { endsAt: performance.now() + row.left_ms, spent: row.spent });
      return row.spent - cost;
    } catch (error) {
      if (!(error instanceof DatabaseAwayError)) this.#reportError(describeError(error));
      this.#asksAgainAt = performance.now() + REST_MS;
      return undefined;
    }
  }

  /** Nobody waits for a slow answer, which still counts when it comes; until then nothing else is asked. */
  async #inTime<T>(answer: Promise<T>): Promise<T | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>(resolve => {
      timer = setTimeout(() => {
        this.#late += 1;
        void answer.finally(() => (this.#late -= 1));
        resolve(undefined);
      }, COUNT_WITHIN_MS);
    });
    const found = await Promise.race([answer, late]);
    clearTimeout(timer);
    return found;
  }
}

const nameOf = ({ name }: RateRule, key: string): string => `${name} ${key}`;
