import { CHECK_JOBS } from '../biometrics/check-queue.ts';
import type { Core } from '../core/core.ts';
import { QUOTA_DIMENSIONS } from '../domain/tenant.ts';
import type { Sealer } from '../evidence/sealer.ts';
import type { Health } from '../http/health.ts';
import { REMOVAL_JOBS } from '../documents/removals.ts';
import { MESSAGE_JOBS } from '../messages/message-queue.ts';
import { queueStanding, type QueueStanding } from '../queue/job-table.ts';
import { limitsOf } from '../quotas/monthly-quotas.ts';
import { SEALING_JOBS, type SessionCompletion } from '../sessions/complete-session.ts';
import type { Queries } from '../storage/database.ts';
import { tenantRow } from '../tenants/tenant-store.ts';
import { DELIVERY_JOBS, OF_ACTIVE_WEBHOOKS } from '../webhooks/delivery-store.ts';
import { countWebhooks } from '../webhooks/webhooks.ts';

/** How much of one of its limits a tenant has used: 1 is all of the plan, and more its allowance. */
interface PlanUse {
  readonly tenantId: string;
  readonly dimension: string;
  readonly ratio: number;
}

/** The limits of all tenants of which at least this part is used in the current month or day. */
async function plansInUse(queries: Queries, now: Date, from: number): Promise<PlanUse[]> {
  const day = now.toISOString().slice(0, 10);
  const rows = await queries.query<{ tenant: unknown; dimension: string; period: string; used: number }>(
    `SELECT to_jsonb(tenants) AS tenant, dimension, period, used FROM quota_usage JOIN tenants USING (tenant_id)
     WHERE environment = 'production' AND period IN ($1, $2)`,
    [day, day.slice(0, 7)],
  );
  return rows.flatMap(row => {
    const tenant = tenantRow.parse(row.tenant);
    const limit = limitsOf(tenant, QUOTA_DIMENSIONS, now).find(
      ({ dimension, period }) => dimension === row.dimension && period === row.period,
    );
    const ratio = limit === undefined ? 0 : row.used / (limit.planned ?? limit.limit);
    return ratio < from ? [] : [{ tenantId: tenant.tenantId, dimension: row.dimension, ratio }];
  });
}

/** The part of a plan from which a tenant's use is shown. */
const SHOWN_FROM = 0.8;

/** What Prometheus reads: the metrics of this process, and what is measured at each scrape. */
export class Measurements {
  readonly #core: Core;
  readonly #parts;

  constructor(
    core: Core,
    parts: {
      health: Health;
      completion: SessionCompletion;
      sealer: Pick<Sealer, 'expiresAt'>;
      version: string;
    },
  ) {
    this.#core = core;
    this.#parts = parts;
    core.metrics.build.set({ version: parts.version }, 1);
    core.metrics.certificateExpiry.set(parts.sealer.expiresAt.getTime() / 1000);
  }

  /** In Prometheus' text format. While the database is away, what is read from it is absent. */
  async read(): Promise<string> {
    const { metrics, database } = this.#core;
    const { health, completion } = this.#parts;
    const { running, waiting } = completion.standing;
    metrics.sealingJobs.set({ state: 'running' }, running);
    metrics.sealingJobs.set({ state: 'waiting' }, waiting);
    const { services } = await health.examine();
    for (const [part, { status }] of Object.entries(services))
      metrics.health.set({ part }, status === 'healthy' ? 1 : 0);
    const connections = Object.entries(database.connections?.() ?? {});
    for (const [state, count] of connections) metrics.connections.set({ state }, count);
    await this.#readDatabase().catch(() => this.#forget());
    return metrics.registry.metrics();
  }

  async #readDatabase(): Promise<void> {
    const { database, metrics, clock } = this.#core;
    const now = clock.now();
    const queues: QueueStanding[] = [
      await queueStanding(database, DELIVERY_JOBS, { now, only: OF_ACTIVE_WEBHOOKS }),
      await queueStanding(database, CHECK_JOBS, { now }),
      await queueStanding(database, MESSAGE_JOBS, {}),
      await queueStanding(database, SEALING_JOBS, {}),
      await queueStanding(database, REMOVAL_JOBS, {}),
    ];
    const webhooks = await countWebhooks(database);
    const quotas = await plansInUse(database, now, SHOWN_FROM);
    this.#forget();
    for (const { name: queue, waiting, oldestDueSeconds } of queues) {
      metrics.queueJobs.set({ queue }, waiting);
      metrics.queueAge.set({ queue }, oldestDueSeconds);
    }
    for (const { status, count } of webhooks) metrics.webhooks.set({ status }, count);
    for (const { tenantId: tenant, dimension, ratio } of quotas)
      metrics.quotaUse.set({ tenant, dimension }, ratio);
  }

  #forget(): void {
    const { queueJobs, queueAge, webhooks, quotaUse } = this.#core.metrics;
    for (const gauge of [queueJobs, queueAge, webhooks, quotaUse]) gauge.reset();
  }
}
