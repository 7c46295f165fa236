/** Idempotency keys, and the answers that are kept for them. */
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Core } from '../core/core.ts';
import { DAY_MS } from '../domain/clock.ts';
import { randomId } from '../domain/ids.ts';
import { Problem, unavailable } from '../domain/problem.ts';
import type { Fingerprints } from '../keys/key-ring.ts';
import type { Queries } from '../storage/database.ts';

/** A 2xx response in the form that is stored, without client secrets and presigned URLs. */
export interface StoredResponse {
  readonly status: 200 | 201;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Stores the response in the transaction of the change that it reports. A repeat then gets it instead of running
 * again, even if this process ends before it can answer.
 */
export type SaveResponse = (queries: Queries, answer: StoredResponse) => Promise<void>;

/** Stores no response: none can be repeated. */
export const forget: SaveResponse = async () => undefined;

interface IdempotencyTimes {
  /** A claim without a response that was not renewed for this long belongs to a process that is gone. */
  readonly leaseMs: number;
  /** How long a repeat waits for the first request's response. */
  readonly timeoutMs: number;
}

const TIMES: IdempotencyTimes = { leaseMs: 30_000, timeoutMs: 10_000 };

/** The row of a claim, by the primary key: by the claim alone PostgreSQL would read the whole table. */
const CLAIMED = 'scope = $1 AND route = $2 AND idempotency_key = $3 AND claim = $4';

const members = z.record(z.string(), z.unknown());

const keptSchema = z.object({
  fingerprint: z.string(),
  answer: z
    .discriminatedUnion('status', [
      z.object({ status: z.union([z.literal(200), z.literal(201)]), body: members }),
      // What it was about is erased, and the answer with it.
      z.object({ status: z.literal(410) }),
    ])
    .nullable(),
});

/** A request with an idempotency key. */
export interface KeyedRequest {
  /** The tenant or session. */
  readonly scope: string;
  readonly route: string;
  readonly key: string;
  readonly body: string;
}

/**
 * Answers a repeated POST with the first response for 24 h, if that was 2xx; with 410 if what it made is erased. Keys are scoped to a tenant or
 * session, and to one path. The same body means the same bytes. Responses expire by the service's clock; claims by
 * the database's time, which QA cannot move and all instances share.
 */
export class Idempotency {
  readonly #core: Core;
  readonly #parts;
  readonly #times: IdempotencyTimes;

  constructor(
    core: Core,
    parts: {
      /** Fingerprints of bodies. They are keyed, because a body may hold a one-time code. */
      fingerprints: Fingerprints;
      times?: IdempotencyTimes;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
    this.#times = parts.times ?? TIMES;
  }

  /** Runs `work` unless this request was answered before. Without a key it always runs. */
  async run(
    request: KeyedRequest | undefined,
    work: (saveResponse: SaveResponse) => Promise<StoredResponse>,
  ): Promise<StoredResponse> {
    if (request === undefined) return work(forget);
    const claim = randomId('clm', this.#core.random);
    const deadline = performance.now() + this.#times.timeoutMs;
    while (!(await this.#claim(request, claim))) {
      const answer = await this.#answerOf(request);
      if (answer !== undefined) return answer;
      if (performance.now() > deadline)
        throw unavailable('The first request with this key is still running.', 1);
      await delay(25);
    }
    return this.#workUnder(request, claim, work);
  }

  /** Deletes claims of a process that is gone. For the embedded database, which has only one process. */
  async clearClaims(): Promise<void> {
    await this.#core.database.query('DELETE FROM idempotency_keys WHERE answer IS NULL');
  }

  async removeOld(): Promise<void> {
    const { database, clock } = this.#core;
    await database.query(
      `DELETE FROM idempotency_keys WHERE claimed_at <= $1
       AND (answer IS NOT NULL OR leased_until <= clock_timestamp())`,
      [new Date(clock.now().getTime() - DAY_MS)],
    );
  }

  async #workUnder(
    request: KeyedRequest,
    claim: string,
    work: (saveResponse: SaveResponse) => Promise<StoredResponse>,
  ): Promise<StoredResponse> {
    const { scope, route, key } = request;
    const renewal = setInterval(() => void this.#renew(request, claim), this.#times.leaseMs / 3).unref();
    let isKept = false;
    try {
      return await work(async (queries, answer) => {
        const kept = await queries.query(
          `UPDATE idempotency_keys SET answer = $5::jsonb WHERE ${CLAIMED} RETURNING claim`,
          [scope, route, key, claim, JSON.stringify(answer)],
        );
        // The claim was lost: another request runs with this key, so this transaction must fail.
        if (kept.length === 0) throw unavailable('Another request with this key was faster.', 1);
        isKept = true;
      });
    } catch (error) {
      isKept = false;
      throw error;
    } finally {
      clearInterval(renewal);
      if (!isKept)
        await this.#core.database.query(`DELETE FROM idempotency_keys WHERE ${CLAIMED} AND answer IS NULL`, [
          scope,
          route,
          key,
          claim,
        ]);
    }
  }

  /** Renews the claim. Errors are ignored: the next renewal may succeed, and `saveResponse` checks the claim again. */
  async #renew({ scope, route, key }: KeyedRequest, claim: string): Promise<void> {
    const { database } = this.#core;
    await database
      .query(
        `UPDATE idempotency_keys SET leased_until = clock_timestamp() + $5::int * interval '1 millisecond'
         WHERE ${CLAIMED} AND answer IS NULL`,
        [scope, route, key, claim, this.#times.leaseMs],
      )
      .catch(() => undefined);
  }

  /** Takes a key that is free, expired or abandoned, in one statement, so that two requests never both get it. */
  async #claim({ scope, route, key, body }: KeyedRequest, claim: string): Promise<boolean> {
    const { database, clock } = this.#core;
    const { fingerprints } = this.#parts;
    const fingerprint = fingerprints.of(body);
    const now = clock.now();
    const rows = await database.query(
      `INSERT INTO idempotency_keys AS kept
         (scope, route, idempotency_key, fingerprint, claim, claimed_at, leased_until)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $8::int * interval '1 millisecond')
       ON CONFLICT (scope, route, idempotency_key) DO UPDATE
         SET fingerprint = EXCLUDED.fingerprint, claim = EXCLUDED.claim, answer = NULL,
             claimed_at = EXCLUDED.claimed_at, leased_until = EXCLUDED.leased_until
         WHERE (kept.answer IS NOT NULL AND kept.claimed_at <= $7)
            OR (kept.answer IS NULL AND kept.leased_until <= clock_timestamp())
       RETURNING claim`,
      [scope, route, key, fingerprint, claim, now, new Date(now.getTime() - DAY_MS), this.#times.leaseMs],
    );
    return rows.length === 1;
  }

  async #answerOf({ scope, route, key, body }: KeyedRequest): Promise<StoredResponse | undefined> {
    const { database } = this.#core;
    const { fingerprints } = this.#parts;
    const [row] = await database.query(
      `SELECT fingerprint, answer FROM idempotency_keys
       WHERE scope = $1 AND route = $2 AND idempotency_key = $3`,
      [scope, route, key],
    );
    if (row === undefined) return undefined;
    const kept = keptSchema.parse(row);
    if (!(await fingerprints.matches(kept.fingerprint, body))) {
      throw new Problem('idempotency-conflict', 'This key was used for another request.');
    }
    if (kept.answer?.status === 410) throw gone();
    return kept.answer ?? undefined;
  }
}

/** What the first request with a key made is erased: a repetition makes nothing anew. */
export function gone(): Problem {
  return new Problem('gone', 'What the first request with this key made has been erased.');
}

/** The headers that a key may stand in, for the OpenAPI document. */
export const IDEMPOTENCY_HEADERS = z.object({ 'x-idempotency-key': z.string().optional() });
