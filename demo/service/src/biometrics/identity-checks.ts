import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { EachAlone } from '../support/each-alone.ts';
import { describeError, type Log } from '../support/error-log.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { Vault } from '../keys/vault.ts';
import { currentStepOf, type Session } from '../domain/session.ts';
import { geolocationSchema, type Step } from '../domain/step.ts';
import { findSession } from '../sessions/session-store.ts';
import type { SessionAdvance } from '../sessions/advance-session.ts';
import type { StepOutcome, StepVisit } from '../steps/step-kind.ts';
import type { Database, Queries } from '../storage/database.ts';
import { outcomeOf, outcomeWithoutAnswer } from './check-outcome.ts';
import { enroll, findReference } from './enrollments.ts';
import type { Finding, IdentityCheck } from './identity-check.ts';
import { findNeutralFrame } from './liveness-store.ts';
import { ProviderUnavailableError, type Subject } from './providers.ts';

/** Longer than any provider is waited for, so that a check is never asked twice at once. */
const LEASE_SECONDS = 60;
const PROVIDER_PATIENCE_MS = 30_000;
/** How long an action's answer waits for the check that it caused. */
const ANSWER_PATIENCE_MS = 1500;
const SWEEP_MS = 2000;

/** Seconds until a provider that did not answer is asked again: the last one for good. */
const AGAIN_AFTER_S = [5, 15, 60, 300];

const claimedRow = z.object({
  claim: z.string(),
  session_id: z.string(),
  step_id: z.string(),
  context: z.string().nullable(),
  attempts: z.number(),
});
type Claimed = z.infer<typeof claimedRow>;

/** What was noted with a check: the signer's device, and what an integrator sent to compare with. */
const contextSchema = z.object({
  ipAddress: z.string().optional(),
  userAgent: z.string().optional(),
  reference: z.string().optional(),
  similarity: z.number().optional(),
  geolocation: geolocationSchema.optional(),
});
type Noted = z.infer<typeof contextSchema>;

/** From here on two faces are the same person's, where the sandbox is told what to find. */
const SANDBOX_THRESHOLD = 0.8;

/** What a comparison in the sandbox comes to, as it was asked for. */
function findingOf(similarity: number): Finding {
  if (similarity < SANDBOX_THRESHOLD) return { kind: 'mismatch', error: 'match-failed' };
  const match = { similarity, threshold: SANDBOX_THRESHOLD, provider: 'sandbox' };
  return { kind: 'match', result: { match } };
}

export interface IdentityChecksOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly checks: readonly IdentityCheck[];
  readonly advance: SessionAdvance;
  readonly reportError: Log;
}

/** A check to be made. */
export interface QueuedCheck {
  readonly session: Session;
  readonly step: Step;
  readonly at: Date;
  /** What the evidence will say of the signer's device, in case the check is the last step. */
  readonly sealedContext: string;
}

/** Notes a check in the transaction that brings the session to its step: whoever makes it knows all it needs. */
export async function queueCheck(queries: Queries, queued: QueuedCheck): Promise<void> {
  const { session, step, at, sealedContext } = queued;
  await queries.query(
    `INSERT INTO identity_checks (session_id, step_id, due_at, context) VALUES ($1, $2, $3, $4)
     ON CONFLICT (session_id) DO UPDATE SET step_id = EXCLUDED.step_id, due_at = EXCLUDED.due_at,
       context = EXCLUDED.context, attempts = 0, claim = NULL, leased_until = '-infinity'`,
    [session.sessionId, step.stepId, at, sealedContext],
  );
}

/** Makes the checks that sessions wait for: at once where it can, again when a provider did not answer. */
export class IdentityChecks {
  readonly #options: IdentityChecksOptions;
  readonly #checking: EachAlone;
  readonly #ends = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: IdentityChecksOptions) {
    this.#options = options;
    this.#checking = new EachAlone(options.reportError);
  }

  /** Goes on with checks that a process left behind, and with those whose provider is to be asked again. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.runDue());
    }, SWEEP_MS).unref();
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#ends.abort();
    await this.#running;
  }

  /**
   * Makes the check that an action has brought the session to, if any, and waits a moment for it.
   * @returns whether there was one: then the session may be another by now
   */
  async after(session: Session): Promise<boolean> {
    const { checks } = this.#options;
    const step = currentStepOf(session);
    if (step === undefined || !checks.some(check => check.type === step.type)) return false;
    const made = this.#runAlone(session.sessionId);
    this.#running = Promise.all([this.#running, made]).then(() => undefined);
    await Promise.race([made, delay(ANSWER_PATIENCE_MS, undefined, { ref: false })]);
    return true;
  }

  /** Makes every check that is due by the service's clock. */
  async runDue(): Promise<void> {
    const { database, clock, reportError } = this.#options;
    try {
      const due = await database.query<{ session_id: string }>(
        `SELECT session_id FROM identity_checks WHERE due_at <= $1 AND leased_until < clock_timestamp()
         ORDER BY due_at LIMIT 50`,
        [clock.now()],
      );
      await Promise.all(due.map(row => this.#runAlone(row.session_id)));
    } catch (error) {
      reportError(describeError(error));
    }
  }

  #runAlone(sessionId: string): Promise<void> {
    return this.#checking.do([sessionId], () => this.#run(sessionId));
  }

  async #run(sessionId: string): Promise<void> {
    const { database, clock, random } = this.#options;
    let check: Claimed | undefined;
    try {
      const [claimed] = await database.query(
        `UPDATE identity_checks SET claim = $2,
           leased_until = clock_timestamp() + make_interval(secs => $3)
         WHERE session_id = $1 AND due_at <= $4 AND leased_until < clock_timestamp()
         RETURNING session_id, step_id, context, attempts, claim`,
        [sessionId, randomId('clm', random), LEASE_SECONDS, clock.now()],
      );
      if (claimed === undefined) return;
      check = claimedRow.parse(claimed);
      await this.#make(check);
    } catch (error) {
      const ends = this.#ends.signal.aborted;
      // Nobody waits for the claim to run out, neither the signer nor the next process.
      if (check !== undefined) await this.#later(check, ends).catch(() => undefined);
      if (!ends) throw error;
    }
  }

  async #make(claimed: Claimed): Promise<void> {
    const { database, checks } = this.#options;
    const session = await findSession(database, { sessionId: claimed.session_id });
    const step = session && currentStepOf(session);
    const check = checks.find(({ type }) => type === step?.type);
    if (session?.status !== 'ACTIVE' || step?.stepId !== claimed.step_id || check === undefined) {
      return removeCheck(database, claimed);
    }
    const noted = await this.#notedWith(claimed);
    const finding = await this.#ask(check, session, noted);
    if (finding === undefined) return this.#withoutAnswer(claimed, session);
    const { geolocation } = noted;
    const located =
      finding.kind === 'match' ? { ...finding, result: { ...finding.result, geolocation } } : finding;
    return this.#found(claimed, session, located);
  }

  /** @returns undefined when the provider has no answer */
  async #ask(check: IdentityCheck, session: Session, noted: Noted): Promise<Finding | undefined> {
    if (noted.similarity !== undefined) return findingOf(noted.similarity);
    const { database, clock } = this.#options;
    const { name, cpf, birthDate } = session.request.signer;
    const face = await this.#opened(await findNeutralFrame(database, session.sessionId));
    const reference =
      noted.reference === undefined
        ? await this.#opened(await findReference(database, session, clock.now()))
        : Buffer.from(noted.reference, 'base64');
    const subject: Subject = { name, cpf, birthDate, face };
    const signal = AbortSignal.any([this.#ends.signal, AbortSignal.timeout(PROVIDER_PATIENCE_MS)]);
    try {
      return await check.ask(subject, reference, signal);
    } catch (error) {
      if (this.#ends.signal.aborted) throw error;
      if (error instanceof ProviderUnavailableError || signal.aborted) return undefined;
      throw error;
    }
  }

  async #opened(sealed: string | undefined): Promise<Uint8Array | undefined> {
    if (sealed === undefined) return undefined;
    return Buffer.from(await this.#options.vault.open(sealed), 'base64');
  }

  async #found(claimed: Claimed, session: Session, finding: Finding): Promise<void> {
    const { random } = this.#options;
    await this.#conclude(claimed, session, async visit => {
      const outcome = outcomeOf(finding, visit, random);
      const photo = await findNeutralFrame(visit.queries, session.sessionId);
      const enrols = outcome.step.type === 'BIOMETRIC_MATCH' && outcome.step.status === 'COMPLETED';
      return {
        ...outcome,
        async settle(queries) {
          await outcome.settle?.(queries);
          if (enrols && photo !== undefined) await enroll(queries, session, photo, visit.at);
          await removeCheck(queries, claimed);
        },
      };
    });
  }

  async #withoutAnswer(claimed: Claimed, session: Session): Promise<void> {
    const { random } = this.#options;
    const concluded = await this.#conclude(claimed, session, async visit => {
      const outcome = outcomeWithoutAnswer(visit, random);
      if (outcome === undefined) return undefined;
      return {
        ...outcome,
        async settle(queries) {
          await outcome.settle?.(queries);
          await removeCheck(queries, claimed);
        },
      };
    });
    if (!concluded) await this.#later(claimed);
  }

  /** @returns false when there was nothing to conclude */
  async #conclude(
    claimed: Claimed,
    session: Session,
    decide: (visit: StepVisit) => Promise<StepOutcome | undefined>,
  ): Promise<boolean> {
    const { advance } = this.#options;
    const { ipAddress, userAgent } = await this.#notedWith(claimed);
    const still = async (visit: StepVisit) =>
      (await isClaimed(visit.queries, claimed)) ? decide(visit) : undefined;
    return advance.conclude(session.tenant, session, claimed.step_id, still, { ipAddress, userAgent });
  }

  /** A check from before it was noted with its context has none. */
  async #notedWith({ context }: Claimed): Promise<Noted> {
    return contextSchema.parse(context === null ? {} : JSON.parse(await this.#options.vault.open(context)));
  }

  async #later({ session_id: sessionId, attempts, claim }: Claimed, atOnce = false): Promise<void> {
    const { database, clock } = this.#options;
    const seconds = atOnce ? 0 : (AGAIN_AFTER_S[Math.min(attempts, AGAIN_AFTER_S.length - 1)] ?? 0);
    await database.query(
      `UPDATE identity_checks SET attempts = attempts + 1, due_at = $2, leased_until = '-infinity'
       WHERE session_id = $1 AND claim = $3`,
      [sessionId, new Date(clock.now().getTime() + seconds * 1000), claim],
    );
  }
}

async function removeCheck(queries: Queries, { session_id, claim }: Claimed): Promise<void> {
  await queries.query('DELETE FROM identity_checks WHERE session_id = $1 AND claim = $2', [
    session_id,
    claim,
  ]);
}

/** Whether the check is still this process's to conclude: a claim that ran out may be another's by now. */
async function isClaimed(queries: Queries, { session_id, claim }: Claimed): Promise<boolean> {
  const rows = await queries.query(
    'SELECT 1 FROM identity_checks WHERE session_id = $1 AND claim = $2 FOR UPDATE',
    [session_id, claim],
  );
  return rows.length > 0;
}

/** Frees what a process of this data folder left claimed: there is no other. */
export async function clearCheckClaims(queries: Queries): Promise<void> {
  await queries.query(`UPDATE identity_checks SET leased_until = '-infinity'`);
}
