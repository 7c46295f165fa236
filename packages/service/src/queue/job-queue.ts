import type { Span } from '@opentelemetry/api';
import { IsolatedRunner } from '../support/isolated-runner.ts';
import {
  currentLogContext,
  describeError,
  type Log,
  traceMembers,
  withLogContext,
  withoutLogContext,
} from '../support/logs.ts';
import { randomId, type Random } from '../domain/ids.ts';
import type { Database, SqlValue } from '../storage/database.ts';
import { traced } from '../tracing/traced.ts';
import type { JobLook } from './job-look.ts';
import { JobClaims, type Job, type JobClaimsOptions } from './job-table.ts';

/** `wakeSoon` is called before the commit, which is usually done after this time. */
const COMMIT_MS = 10;

export interface JobQueueOptions extends JobClaimsOptions {
  readonly database: Database;
  readonly random: Random;
  readonly reportError: Log;
  /**
   * Milliseconds after which an attempt's signal aborts. Default: three quarters of the lease, so that the outcome
   * can still be written.
   */
  readonly tryMs?: number | undefined;
  /** Whether another job may be started. @param running number of jobs this process is running */
  readonly hasCapacity: (running: number) => boolean;
  /** The parameters of the table's condition `eligible`, for the next claim. Default: none. */
  readonly eligible?: () => readonly SqlValue[];
  /** Called before the next claim is made; an attempt always follows. */
  readonly onClaimed?: (job: Job) => void;
  /** Milliseconds from a failed attempt to the next. @param attempts attempts that have ended, from 1 */
  readonly pauseMs: (attempts: number) => number;
  /**
   * Runs a job and writes its outcome with `finishJob`, a statement of its own, or `postpone`. If it throws, the
   * error is reported and the job postponed; while the queue stops, the job is released without a report instead.
   * @param signal aborts when the queue stops, or when the attempt takes too long
   */
  readonly attempt: (job: Job, signal: AbortSignal) => Promise<void>;
}

/** An attempt that has begun. */
interface Begun {
  readonly tried: Promise<void>;
  /** Whether another job was due. */
  readonly isFollowed: boolean;
}

/**
 * Runs the jobs of one table at least once each, shared among all processes on the database. A process claims a job
 * with `FOR UPDATE SKIP LOCKED` and leases it for longer than an attempt can take; if the process dies, another
 * claims the job when the lease expires. Call `wakeSoon` after writing a job; jobs of other processes and due
 * retries are found within a second. No method rejects: errors are reported.
 */
export class JobQueue {
  readonly #options: JobQueueOptions;
  readonly #claims: JobClaims;
  readonly #isolated: IsolatedRunner;
  /** Each worker claims and runs one job after the other. */
  readonly #workers = new Set<Promise<void>>();
  /** Running attempts of this process, by job key. */
  readonly #running = new Map<string, Promise<void>>();
  /** One for each attempt. */
  readonly #aborts = new Set<AbortController>();
  #claiming: Promise<unknown> = Promise.resolve();
  /** Claims of any job that have not ended. */
  #waitingClaims = 0;
  #isStopped = false;
  #look: JobLook | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: JobQueueOptions) {
    this.#options = options;
    this.#claims = new JobClaims(options);
    this.#isolated = new IsolatedRunner(options.reportError);
  }

  /**
   * Starts the queue. On the embedded database, first releases claims of an earlier process.
   * @param look finds jobs of other processes, and retries that are due
   */
  async start(look: JobLook): Promise<void> {
    if (this.#options.database.kind === 'embedded') await this.#claims.clear();
    if (this.#isStopped) return;
    this.#look = look;
    look.add(this);
  }

  /** Whether a job of the table is due, as a condition. @param now the parameter for the time by the clock */
  someDue(now: string): string {
    return this.#claims.someDue(now);
  }

  /** The time by the clock of the due times; null: the database's. */
  now(): Date | null {
    return this.#options.clock?.now() ?? null;
  }

  /** Aborts running attempts and releases their jobs. Resolves when nothing is running. */
  async stop(): Promise<void> {
    this.#look?.remove(this);
    clearTimeout(this.#soon);
    this.#isStopped = true;
    for (const abort of this.#aborts) abort.abort();
    await Promise.all(this.#workers);
    await this.#claiming;
    await Promise.all(this.#running.values());
  }

  /** Call after writing a job in a transaction that is not committed yet. */
  wakeSoon(): void {
    if (this.#look === undefined || this.#isStopped) return;
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.wake();
    }, COMMIT_MS).unref();
  }

  /** Looks for a due job, if there is capacity for one and no more than one claim is in progress. */
  wake(): void {
    if (this.#isStopped || !this.#options.hasCapacity(this.#running.size)) return;
    // The first claim may have looked before the job was committed; the second one finds it.
    if (this.#waitingClaims >= 2) return;
    // Its jobs are of other requests than the one that wakes it.
    const worker = withoutLogContext(() => this.#work())
      .catch((error: unknown) => this.#options.reportError(describeError(error)))
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /** Runs everything that is due, and resolves when this process is running nothing. */
  async runDue(): Promise<void> {
    this.wake();
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  /**
   * Runs this job now, regardless of capacity, if it is due and not claimed by another process. Resolves when it has
   * been tried.
   */
  async run(key: string): Promise<void> {
    try {
      const begun = await this.#begin(key);
      await begun?.tried;
    } catch (error) {
      this.#options.reportError(describeError(error));
    }
  }

  /** Releases a job after an attempt, to be retried later. */
  async postpone(job: Job): Promise<void> {
    await this.#claims.postpone(job, this.#options.pauseMs(job.attempts + 1));
  }

  /** Gives back a job that has more to do, as if it had not been claimed: other jobs have their turn before. */
  async yield(job: Job): Promise<void> {
    await this.#claims.release(job);
  }

  /**
   * A worker that finds a job with others behind it starts the next worker once, on its first job only: doing so after each
   * job would double the claims.
   */
  async #work(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const begun = await this.#begin();
      if (begun === undefined) return;
      if (isFirst && begun.isFollowed) this.wake();
      await begun.tried;
    }
  }

  /** One claim after the other, so that each sees what the ones before it have taken. */
  #begin(key?: string): Promise<Begun | undefined> {
    const { hasCapacity, onClaimed } = this.#options;
    const next = this.#claiming.then(async () => {
      const running = key === undefined ? undefined : this.#running.get(key);
      if (running !== undefined) return { tried: running, isFollowed: false };
      if (this.#isStopped || (key === undefined && !hasCapacity(this.#running.size))) return undefined;
      const job = await this.#claim(key);
      if (job === undefined) return undefined;
      onClaimed?.(job);
      const tried = this.#try(job).finally(() => {
        if (this.#running.get(job.key) === tried) this.#running.delete(job.key);
      });
      this.#running.set(job.key, tried);
      return { tried, isFollowed: job.isFollowed };
    });
    const isOfAnyJob = key === undefined;
    if (isOfAnyJob) this.#waitingClaims += 1;
    this.#claiming = next
      .catch(() => undefined)
      .finally(() => {
        if (isOfAnyJob) this.#waitingClaims -= 1;
      });
    return next;
  }

  #claim(key: string | undefined): Promise<Job | undefined> {
    const { random, eligible } = this.#options;
    const claim = randomId('clm', random);
    return key === undefined ? this.#claims.next(claim, eligible?.() ?? []) : this.#claims.one(claim, key);
  }

  /** An attempt as a span, in the trace of what caused the job where its row names it. */
  #traced({ key: jobId, row }: Job, work: () => Promise<void>): Promise<void> {
    const { table } = this.#options;
    const parent = row['trace_parent'];
    const act = (span: Span): Promise<void> =>
      withLogContext({ ...currentLogContext(), ...traceMembers(span), jobId }, work);
    return traced(`job ${table.name}`, act, {
      kind: 'consumer',
      attributes: { 'sign_session.job_id': jobId },
      parent: typeof parent === 'string' ? parent : null,
    });
  }

  /** Never rejects. A job that keeps failing is reported once an hour. */
  async #try(job: Job): Promise<void> {
    const { attempt, leaseMs, tryMs = leaseMs * 0.75 } = this.#options;
    const abort = new AbortController();
    this.#aborts.add(abort);
    if (this.#isStopped) abort.abort();
    const endLate = (): void => abort.abort(new DOMException('It took too long.', 'TimeoutError'));
    const timer = setTimeout(endLate, tryMs).unref();
    await this.#isolated.runEach([job.key], async () => {
      try {
        await this.#traced(job, () => attempt(job, abort.signal));
      } catch (error) {
        if (this.#isStopped) return this.#claims.release(job);
        // If this fails too, the lease expires by itself.
        await this.postpone(job).catch(() => undefined);
        throw error;
      }
    });
    clearTimeout(timer);
    this.#aborts.delete(abort);
  }
}
