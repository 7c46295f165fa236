/** States in which all seems to work and something is badly wrong: each is a metric and a line of the log. */
import * as z from 'zod';
import { DAY_MS } from '../domain/clock.ts';
import type { Sealer } from '../evidence/sealer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Database } from '../storage/database.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { readSetting, writeSetting } from '../storage/settings.ts';
import { DocumentsAwayError } from '../support/errors.ts';
import type { Log } from '../support/logs.ts';

/** What each is, for the operator. */
const DANGERS = {
  'test-seal': 'Production seals with the test certificate that the service made for itself.',
  'certificate-ends': 'The sealing certificate ends within 30 days.',
  'clock-apart': 'The clock of this instance is not that of the database.',
  'seals-apart': 'Another instance seals with another certificate.',
  'webhooks-fail': 'A webhook has failed for an hour or longer.',
  'database-restored': 'The bucket has seen a later state of the database than this one. Was it restored?',
} as const;
type Danger = keyof typeof DANGERS;

const LOOK_MS = 60_000;
/** The store keeps versions of what it is told, maybe. */
const COUNT_MS = 10 * 60_000;
const CERTIFICATE_ENDS_MS = 30 * DAY_MS;
/** Codes, tokens and deadlines bear as much. */
const CLOCKS_APART_MS = 5000;
/** An instance that has said nothing for so long is there no more. */
const SILENT_MS = 5 * 60_000;

/** When each certificate was last said to be in use, by the database's time. */
const sealsInUse = z.record(z.string(), z.coerce.date());
const counted = z.object({ count: z.number() });
const SEALS_IN_USE = 'seals-in-use';
const STORE_COUNT = 'store-count';

interface DangersParts {
  readonly database: Database;
  readonly documents: Pick<DocumentStore, 'counter'>;
  readonly metrics: Pick<Metrics, 'dangers'>;
  readonly sealer: Pick<Sealer, 'expiresAt' | 'sealedBy' | 'certificate'>;
  /** Whether documents of production may be sealed here. */
  readonly isProduction: boolean;
  readonly warn: Log;
  /** The machine's time. */
  readonly now?: () => Date;
}

/** How far the database has counted for its store. */
async function countOf(database: Pick<Database, 'query'>): Promise<number> {
  return counted.safeParse(await readSetting(database, STORE_COUNT)).data?.count ?? 0;
}

/** Whether the store has seen a later state of the database than it is in: it was restored to an earlier one. */
export async function wasRestored(
  database: Pick<Database, 'query'>,
  { counter }: Pick<DocumentStore, 'counter'>,
): Promise<boolean> {
  return counter !== undefined && (await counter.read()) > (await countOf(database));
}

/** Looks for dangerous states once a minute, and tells each when it begins. */
export class Dangers {
  readonly #parts: DangersParts;
  readonly #present = new Set<Danger>();
  #lookedAt = -Infinity;
  #countedAt = -Infinity;

  constructor(parts: DangersParts) {
    this.#parts = parts;
    for (const danger of Object.keys(DANGERS)) parts.metrics.dangers.set({ danger }, 0);
  }

  /** Does nothing within a minute of the last time. */
  async look(): Promise<void> {
    if (performance.now() - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = performance.now();
    const { sealer, isProduction, now = () => new Date() } = this.#parts;
    this.#tell('test-seal', isProduction && sealer.sealedBy('production') === undefined);
    this.#tell('certificate-ends', sealer.expiresAt.getTime() - now().getTime() < CERTIFICATE_ENDS_MS);
    this.#tell('clock-apart', await this.#areClocksApart(now));
    this.#tell('seals-apart', isProduction && (await this.#areSealsApart()));
    this.#tell('webhooks-fail', await this.#doWebhooksFail());
    if (performance.now() - this.#countedAt < COUNT_MS) return;
    this.#tell('database-restored', await this.#wasRestored());
    this.#countedAt = performance.now();
  }

  #tell(danger: Danger, isPresent: boolean): void {
    const { metrics, warn } = this.#parts;
    metrics.dangers.set({ danger }, isPresent ? 1 : 0);
    if (isPresent && !this.#present.has(danger)) warn(`Danger (${danger}): ${DANGERS[danger]}`);
    if (isPresent) this.#present.add(danger);
    else this.#present.delete(danger);
  }

  /** The time that the question took may be either's. */
  async #areClocksApart(now: () => Date): Promise<boolean> {
    const asked = now().getTime();
    const [row] = await this.#parts.database.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const at = row?.at.getTime() ?? asked;
    return at < asked - CLOCKS_APART_MS || at > now().getTime() + CLOCKS_APART_MS;
  }

  /** Each instance says what it seals with, beside what others have said. */
  async #areSealsApart(): Promise<boolean> {
    const { database, sealer } = this.#parts;
    const [row] = await database.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const at = row?.at ?? new Date();
    const said = sealsInUse.safeParse(await readSetting(database, SEALS_IN_USE)).data ?? {};
    const others = Object.entries(said).filter(
      ([certificate, last]) =>
        certificate !== sealer.certificate && at.getTime() - last.getTime() < SILENT_MS,
    );
    await writeSetting(database, SEALS_IN_USE, { ...Object.fromEntries(others), [sealer.certificate]: at });
    return others.length > 0;
  }

  /** Deliveries that have been tried in vain for an hour, of webhooks that are not disabled for it. */
  async #doWebhooksFail(): Promise<boolean> {
    const rows = await this.#parts.database.query(
      `SELECT 1 FROM webhooks WHERE status = 'ACTIVE' AND EXISTS (
         SELECT FROM webhook_deliveries JOIN outbox USING (event_id)
         WHERE webhook_deliveries.webhook_id = webhooks.webhook_id AND state = 'PENDING' AND attempts >= 3
           AND occurred_at < now() - interval '1 hour') LIMIT 1`,
    );
    return rows.length > 0;
  }

  /**
   * The database counts, and the store then notes the count: a store that has seen more than the database has another
   * past. While it is so, nothing is noted.
   */
  async #wasRestored(): Promise<boolean> {
    const { database, documents } = this.#parts;
    if (documents.counter === undefined) return false;
    try {
      if (await wasRestored(database, documents)) return true;
      const count = (await countOf(database)) + 1;
      await writeSetting(database, STORE_COUNT, { count });
      await documents.counter.write(count);
      return false;
    } catch (error) {
      if (error instanceof DocumentsAwayError) return this.#present.has('database-restored');
      throw error;
    }
  }
}
