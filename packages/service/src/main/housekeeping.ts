import type { Core } from '../core/core.ts';
import { DAY_MS, HOUR_MS } from '../domain/clock.ts';
import { settleEnrollments } from '../biometrics/enrollments.ts';
import { dropPictures } from '../biometrics/liveness-attempts.ts';
import type { Deadlines } from '../sessions/deadlines.ts';
import type { DeprecationNotices } from '../deprecation/deprecation-notices.ts';
import { removeOrphans, TooManyOrphansError } from '../documents/issued-documents.ts';
import type { Envelopes } from '../envelopes/envelopes.ts';
import type { TurnInvitations } from '../envelopes/turn-invitations.ts';
import type { Removals } from '../documents/removals.ts';
import { dropOld, eraseDue, markKeptTooLong } from './erasure.ts';
import type { Idempotency } from '../http/idempotency.ts';
import { describeError } from '../support/logs.ts';
import type { Fingerprints } from '../keys/key-ring.ts';
import type { Dangers } from '../monitoring/dangers.ts';
import type { MessageQueue } from '../messages/message-queue.ts';
import { removeOldCodes } from '../one-time-codes/code-store.ts';
import type { ClientAssertions } from '../oauth/client-assertions.ts';
import type { CloudAuthorizations } from '../cloud-certificates/authorizations.ts';
import type { Handovers } from '../signer-api/handover.ts';
import type { Sessions } from '../sessions/sessions.ts';

const SWEEP_MS = 5000;
/** What nobody waits for is done in each of so many sweeps, once a minute. */
const SWEEPS_A_MINUTE = 12;
const TIDY_MS = HOUR_MS;
/** How long leftovers are removed: other work waits meanwhile. */
const TIDYING_MS = 20_000;
/** How long a sweep goes on erasing. */
const ERASING_MS = 5000;

/** The work of a sweep, by its name. */
type Parts = Readonly<Record<string, () => Promise<unknown>>>;

/** One part of a sweep failed; its name says which one. */
class SweepError extends Error {
  constructor(part: string, cause: unknown) {
    super('A part of the sweep failed.', { cause });
    this.name = `SweepError [${part}]`;
  }
}

/** Periodic work: expires sessions, erases sandbox data, removes leftovers. */
export class Housekeeping {
  readonly #core: Core;
  readonly #parts;
  #running: Promise<void> = Promise.resolve();
  #isSweepQueued = false;
  #sweeps = 0;
  readonly #stopped = new AbortController();
  /** By the service's clock. */
  #markedAt = -Infinity;
  #timers: NodeJS.Timeout[] = [];

  constructor(
    core: Core,
    parts: {
      /** In local mode: another instance may have moved the clock. */
      followClock?: (() => Promise<void>) | undefined;
      sessions: Sessions;
      messages: MessageQueue;
      envelopes: Envelopes;
      invitations: TurnInvitations;
      idempotency: Idempotency;
      handovers: Handovers;
      authorizations: CloudAuthorizations;
      assertions: ClientAssertions;
      deadlines: Deadlines;
      deprecations: DeprecationNotices;
      fingerprints: Pick<Fingerprints, 'renew'>;
      removals: Removals;
      dangers: Dangers;
      /** Days after the end of their sessions. */
      pictureRetentionDays: number;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
  }

  start(): void {
    const sweep = setInterval(() => this.#sweepUnlessQueued(), SWEEP_MS);
    const tidy = setInterval(() => void this.#reporting(() => this.tidy()), TIDY_MS);
    this.#timers = [sweep.unref(), tidy.unref()];
    void this.#reporting(() => this.tidy());
  }

  /** Stops; resolves when nothing is running. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running;
  }

  /** Does what is due with what it leads to, after what is running: two sweeps at once would take each other's rows. */
  async sweep(): Promise<void> {
    await this.#inTurn(() => this.#sweep(this.#work(true)));
    await this.#parts.removals.queue.runDue();
  }

  /** While the database does not answer, sweeps must not pile up. */
  #sweepUnlessQueued(): void {
    if (this.#isSweepQueued) return;
    this.#isSweepQueued = true;
    const work = this.#work(this.#sweeps % SWEEPS_A_MINUTE === 0);
    this.#sweeps += 1;
    void this.#reporting(() => this.#sweep(work)).finally(() => {
      this.#isSweepQueued = false;
    });
  }

  /** Runs every part, also after one that failed. @throws AggregateError of what failed */
  async #sweep(parts: Parts): Promise<void> {
    const errors: unknown[] = [];
    for (const [part, work] of Object.entries(parts))
      await work().catch((error: unknown) => errors.push(new SweepError(part, error)));
    if (errors.length > 0) throw new AggregateError(errors);
  }

  /** @param isWhole with what nobody waits for */
  #work(isWhole: boolean): Parts {
    const { database } = this.#core;
    return {
      ...this.#promptWork(),
      ...(isWhole && this.#rareWork()),
      // After what marks what is to be erased.
      erasure: () => this.#erase(async now => (await eraseDue(database, now)).any),
    };
  }

  /** What somebody may notice, such as an integrator who waits for an event. */
  #promptWork(): Parts {
    const { database, outbox, clock, fieldCipher } = this.#core;
    const { envelopes, sessions, invitations, authorizations, deadlines, messages } = this.#parts;
    const { fingerprints, followClock, dangers } = this.#parts;
    return {
      // It may have been moved back: what is not due any more must not expire.
      clock: async () => followClock?.(),
      'expired envelopes': () => envelopes.expireDue(),
      'expired sessions': () => sessions.expireDue(),
      invitations: () => invitations.send(),
      'cloud authorizations': () => authorizations.dropExpired(),
      deadlines: () => deadlines.sendWarnings(),
      messages: () => messages.dropExpired(),
      enrollments: () => settleEnrollments(database, outbox, clock.now()),
      // Keys of tokens and links are looked up each time.
      'field keys': () => fieldCipher.renew(),
      'fingerprint keys': () => fingerprints.renew(),
      dangers: () => dangers.look(),
    };
  }

  #rareWork(): Parts {
    const { database, clock, rateLimits } = this.#core;
    const { idempotency, handovers, assertions, deprecations } = this.#parts;
    return {
      'idempotency keys': () => idempotency.removeOld(),
      'rate windows': () => rateLimits.removeOld(),
      handovers: () => handovers.removeOld(),
      assertions: () => assertions.removeUsed(),
      deprecations: () => deprecations.removeOld(),
      codes: () => removeOldCodes(database, clock.now()),
      pictures: () => this.#dropPictures(),
      retention: () => this.#markKeptTooLong(),
      'old rows': () => this.#erase(now => dropOld(database, now)),
    };
  }

  async #dropPictures(): Promise<void> {
    const { database, clock } = this.#core;
    const { pictureRetentionDays } = this.#parts;
    await dropPictures(database, new Date(clock.now().getTime() - pictureRetentionDays * DAY_MS));
  }

  async tidy(): Promise<void> {
    const { database, documents, metrics } = this.#core;
    const enough = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(TIDYING_MS)]);
    await removeOrphans(database, documents, enough).catch((error: unknown) => {
      if (error instanceof TooManyOrphansError) metrics.refusedOrphans.inc();
      // The rest is removed in an hour, or by another instance.
      if (!enough.aborted) throw error;
    });
  }

  /** Runs one task after the other. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#running.then(work);
    this.#running = done.catch(() => undefined);
    return done;
  }

  /** Reports errors; the next round tries again. */
  async #reporting(work: () => Promise<void>): Promise<void> {
    await this.#inTurn(work).catch((error: unknown) => this.#core.reportError(describeError(error)));
  }

  /** Days are counted, so once an hour is enough. */
  async #markKeptTooLong(): Promise<void> {
    const { database, clock } = this.#core;
    const now = clock.now();
    // It may have been moved.
    if (Math.abs(now.getTime() - this.#markedAt) < HOUR_MS) return;
    await markKeptTooLong(database, now);
    this.#markedAt = now.getTime();
  }

  /**
   * Erases some hundred rows at a time; the bytes of documents are removed as jobs (`Removals`). After some seconds the other work
   * has its turn.
   * @param some erases some, and says whether there may be more
   */
  async #erase(some: (now: Date) => Promise<boolean>): Promise<void> {
    const until = performance.now() + ERASING_MS;
    const mayGoOn = () => !this.#stopped.signal.aborted && performance.now() < until;
    while ((await some(this.#core.clock.now())) && mayGoOn());
  }
}
