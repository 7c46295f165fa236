/** Removes what was erased from the store, as jobs: some thousands of documents take hours in some stores. */
import * as z from 'zod';
import type { Core } from '../core/core.ts';
import { HOUR_MS } from '../domain/clock.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { finishJob, type Job, type JobTable } from '../queue/job-table.ts';
import type { Queries } from '../storage/database.ts';
import { MOST_REMOVED } from '../storage/document-store.ts';

export const REMOVAL_JOBS: JobTable = { name: 'removals', key: 'removal_id' };

/** Of a job. One that is not done by then goes on in another, so that other jobs have their turn. */
const GOES_ON_MS = 20_000;
/** Longer than the last request of a job may take after that. */
const LEASE_MS = 120_000;

const LONGEST_PAUSE_MS = HOUR_MS;
const PAUSE_MS = 10_000;

/** How many are removed by one request at first; then as many as the store removes in some seconds. */
const AT_FIRST = 100;
const FEWEST = 8;
const QUICK_MS = 1000;
const SLOW_MS = 4000;

const jobRow = z.object({ document_ids: z.array(z.string()) });

/** Queues the removal of documents, in the transaction that erases their rows. */
export async function queueRemovals(queries: Queries, documentIds: readonly string[]): Promise<void> {
  const all = [...new Set(documentIds)];
  for (let start = 0; start < all.length; start += MOST_REMOVED)
    await queries.query(
      'INSERT INTO removals (removal_id, document_ids) VALUES (gen_random_uuid()::text, $1::text[])',
      [all.slice(start, start + MOST_REMOVED)],
    );
}

/** One job at a time in each process, so that signers hardly notice. */
export class Removals {
  readonly #core: Core;
  readonly queue: JobQueue;
  #atOnce = AT_FIRST;

  constructor(core: Core) {
    this.#core = core;
    const { database, random, reportError } = core;
    this.queue = new JobQueue({
      database,
      random,
      reportError,
      table: REMOVAL_JOBS,
      leaseMs: LEASE_MS,
      hasCapacity: running => running === 0,
      pauseMs: attempts => Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** Math.min(attempts, 10)),
      attempt: (job, signal) => this.#attempt(job, signal),
    });
  }

  async #attempt(job: Job, signal: AbortSignal): Promise<void> {
    const { database } = this.#core;
    let { document_ids: left } = jobRow.parse(job.row);
    for (const until = performance.now() + GOES_ON_MS; left.length > 0;) {
      if (performance.now() > until) return this.queue.yield(job);
      signal.throwIfAborted();
      left = left.slice(await this.#removeSome(left, signal));
      if (left.length > 0)
        await database.query('UPDATE removals SET document_ids = $3 WHERE removal_id = $1 AND claim = $2', [
          job.key,
          job.claim,
          left,
        ]);
    }
    await finishJob(database, REMOVAL_JOBS, job);
  }

  /** @returns how many were removed */
  async #removeSome(left: readonly string[], signal: AbortSignal): Promise<number> {
    const some = left.slice(0, this.#atOnce);
    const began = performance.now();
    try {
      await this.#core.documents.removeAll(some, signal);
    } catch (error) {
      this.#atOnce = Math.max(FEWEST, Math.floor(this.#atOnce / 4));
      throw error;
    }
    const took = performance.now() - began;
    if (took < QUICK_MS) this.#atOnce = Math.min(MOST_REMOVED, this.#atOnce * 2);
    else if (took > SLOW_MS) this.#atOnce = Math.max(FEWEST, Math.floor(this.#atOnce / 2));
    return some.length;
  }
}
