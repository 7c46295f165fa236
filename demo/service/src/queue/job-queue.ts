import { EachAlone } from '../support/each-alone.ts';
import { describeError, type Log } from '../support/error-log.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { Database, SqlValue } from '../storage/database.ts';
import { JobClaims, type Job, type JobClaimsOptions } from './job-table.ts';

/** How often the queue looks for what other processes wrote, and what is due again. */
const LOOK_MS = 1000;

/** A queue is told of a job before it is committed; a moment later it mostly is. */
const COMMIT_MS = 10;

export interface JobQueueOptions extends JobClaimsOptions {
  readonly database: Database;
  readonly random: Random;
  readonly reportError: Log;
  /** When a try's signal aborts. Default: three quarters of the lease, so that the outcome can still be written. */
  readonly tryMs?: number | undefined;
  /** Whether another job may be begun. @param running how many this process is trying */
  readonly hasRoom: (running: number) => boolean;
  /** The parameters of the table's condition `eligible`, for the next claim. Default: none. */
  readonly eligible?: () => readonly SqlValue[];
  /** Called before the next claim is made, and followed by a try whatever happens. */
  readonly onClaimed?: (job: Job) => void;
  /** Milliseconds from a try that failed to the next. @param attempts tries that have ended, from 1 */
  readonly pauseMs: (attempts: number) => number;
  /**
   * Tries a job and writes what became of it: `finishJob` or a statement of its own, or `postpone`. A job whose try
   * throws is reported and postponed; while the queue stops, it is given back unreported instead.
   * @param signal aborts when the queue stops, or when the try takes too long
   */
  readonly attempt: (job: Job, signal: AbortSignal) => Promise<void>;
}

/**
 * Does the jobs of one table at least once each, shared among all processes on the database. A process claims a job
 * with `FOR UPDATE SKIP LOCKED` and leases it for longer than a try can take: if the process dies, another claims it
 * when the lease ends. Whoever writes a job calls `wakeSoon`; what other processes write, and what is due again, is
 * found within a second. Nothing that fails rejects: errors are reported.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #claims: JobClaims;
  readonly #isolated: EachAlone;
  /** Each claims and tries one job after the other. */
  readonly #workers = new Set<Promise<void>>();
  /** Tries of this process, by their jobs' keys. */
  readonly #running = new Map<string, Promise<void>>();
  /** One for each try. */
  readonly #aborts = new Set<AbortController>();
  #claiming: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #looking: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#claims = new JobClaims(options);
    this.#isolated = new EachAlone(options.reportError);
  }

  /** On a database that is this process's alone, takes back the claims of the process before it. */
  async start(): Promise<void> {
    if (this.#options.database.kind === 'embedded') await this.#claims.clear();
    this.#looking = setInterval(() => this.wake(), LOOK_MS).unref();
  }

  /** Aborts what is being tried: it is given back. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#looking);
    clearTimeout(this.#soon);
    this.#isStopped = true;
    for (const abort of this.#aborts) abort.abort();
    await Promise.all(this.#workers);
    await this.#claiming;
    await Promise.all(this.#running.values());
  }

  /** For whoever has just written a job in a transaction that is not committed yet. */
  wakeSoon(): void {
    if (this.#looking === undefined || this.#isStopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, COMMIT_MS).unref();
  }

  /** Looks for a job that is due, if there is room for one. */
  wake(): void {
    if (this.#isStopped || !this.#options.hasRoom(this.#running.size)) return;
    const worker = this.#work()
      .catch((error: unknown) => this.#options.reportError(describeError(error)))
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** Tries all that is due, and resolves when this process tries nothing any more. */
  async runDue(): Promise<void> {
    this.wake();
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  /** Tries this job now, room or not, if it is due and no other process has it. Resolves when it has been tried. */
  async run(key: string): Promise<void> {
    try {
      await (
        await this.#begin(key)
      )?.tried;
    } catch (error) {
      this.#options.reportError(describeError(error));
    }
  }

  /** Gives back a job that was tried and is to be tried again later. */
  async postpone(job: Job): Promise<void> {
    await this.#claims.postpone(job, this.#options.pauseMs(job.attempts + 1));
  }

  /** Who finds a job sees to it, once, that somebody else looks for another: looking after each would double the claims. */
  async #work(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const begun = await this.#begin();
      if (begun === undefined) return;
      if (isFirst) this.wake();
      await begun.tried;
    }
  }

  /** One claim after the other, so that each sees what the ones before it have taken. */
  #begin(key?: string): Promise<{ readonly tried: Promise<void> } | undefined> {
    const { hasRoom, onClaimed } = this.#options;
    const next = this.#claiming.then(async () => {
      const running = key === undefined ? undefined : this.#running.get(key);
      if (running !== undefined) return { tried: running };
      if (this.#isStopped || (key === undefined && !hasRoom(this.#running.size))) return undefined;
      const job = await this.#claim(key);
      if (job === undefined) return undefined;
      onClaimed?.(job);
      const tried = this.#try(job).finally(() => {
        if (this.#running.get(job.key) === tried) this.#running.delete(job.key);
      });
      this.#running.set(job.key, tried);
      return { tried };
    });
    this.#claiming = next.catch(() => undefined);
    return next;
  }

  #claim(key: string | undefined): Promise<Job | undefined> {
    const { random, eligible } = this.#options;
    const claim = randomId('clm', random);
    return key === undefined ? this.#claims.next(claim, eligible?.() ?? []) : this.#claims.one(claim, key);
  }

  /** Resolves whatever happens: what goes on failing is reported once an hour. */
  async #try(job: Job): Promise<void> {
    const { attempt, leaseMs, tryMs = leaseMs * 0.75 } = this.#options;
    const abort = new AbortController();
    this.#aborts.add(abort);
    if (this.#isStopped) abort.abort();
    const tooLong = new DOMException('It took too long.', 'TimeoutError');
    const timer = setTimeout(() => abort.abort(tooLong), tryMs).unref();
    await this.#isolated.do([job.key], async () => {
      try {
        await attempt(job, abort.signal);
      } catch (error) {
        if (this.#isStopped) return this.#claims.release(job);
        // Where this fails too, the lease ends by itself.
        await this.postpone(job).catch(() => undefined);
        throw error;
      }
    });
    clearTimeout(timer);
    this.#aborts.delete(abort);
  }
}
