import type { Clock } from '../domain/clock.ts';
import type { Log } from '../support/error-log.ts';
import type { Random } from '../domain/identifiers/random-ids.ts';
import type { FieldCipher } from '../keys/field-cipher.ts';
import { measured, type Metrics } from '../metrics/metrics.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { JobQueue } from '../queue/job-queue.ts';
import type { Job } from '../queue/job-table.ts';
import type { Database } from '../storage/database.ts';
import { DELIVERY_JOBS, RETRY_SECONDS, settleAttempt, toDelivery } from './delivery-store.ts';
import { DeliverySlots } from './delivery-slots.ts';
import { currentLogContext } from '../support/log-context.ts';
import { writeTraceParent } from '../tracing/trace-parent.ts';
import type { Attempt, WebhookSender } from './webhook-sender.ts';

/** Longer than the 10 s that a receiver has to answer. */
const LEASE_MS = 20_000;

/** Most receivers answer sooner. A slower one frees its slot for the next delivery while it is waited for. */
const SLOW_MS = 400;

export interface WebhookDeliveryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly fieldCipher: FieldCipher;
  readonly outbox: Outbox;
  readonly sender: WebhookSender;
  readonly metrics: Metrics;
  readonly reportError: Log;
}

/** An attempt that was ended with the process counts as unanswered. */
function labelsOf(attempt: Attempt | undefined): { outcome: string } {
  if (attempt?.error === null) return { outcome: 'delivered' };
  return { outcome: (attempt?.httpStatus ?? 0) === 0 ? 'unanswered' : 'refused' };
}

/** Sends the deliveries in the outbox at least once, on the interface's schedule. */
export class WebhookDelivery {
  readonly #options: WebhookDeliveryOptions;
  readonly #slots = new DeliverySlots();
  readonly queue: JobQueue;

  constructor(options: WebhookDeliveryOptions) {
    this.#options = options;
    this.queue = new JobQueue({
      ...options,
      table: DELIVERY_JOBS,
      leaseMs: LEASE_MS,
      hasCapacity: () => this.#slots.hasCapacity,
      eligible: () => {
        const { webhooks, tenants, served } = this.#slots.eligible();
        return [webhooks, tenants, served];
      },
      onClaimed: ({ row }) => this.#slots.begin(String(row['webhook_id']), String(row['tenant_id'])),
      // Only for deliveries that cannot be attempted at all; `settleAttempt` schedules all others.
      pauseMs: attempts => (RETRY_SECONDS[attempts - 1] ?? RETRY_SECONDS.at(-1) ?? 0) * 1000,
      attempt: (job, signal) => this.#attemptWithinSlot(job, signal),
    });
    options.outbox.onRecorded(() => this.queue.wakeSoon());
  }

  async #attemptWithinSlot(job: Job, signal: AbortSignal): Promise<void> {
    const webhookId = String(job.row['webhook_id']);
    const slow = setTimeout(() => {
      if (this.#slots.slowDown(webhookId)) this.queue.wake();
    }, SLOW_MS);
    let outcome: 'delivered' | 'failed' | undefined;
    try {
      outcome = await this.#attempt(job, signal);
    } finally {
      clearTimeout(slow);
      this.#slots.end(webhookId, outcome);
    }
  }

  async #attempt(job: Job, signal: AbortSignal): Promise<'delivered' | 'failed'> {
    const { database, clock, fieldCipher, sender, metrics } = this.#options;
    const delivery = toDelivery(job.row);
    const { webhookId, url, body } = delivery;
    const secret = await fieldCipher.open(delivery.sealedSecret);
    const asked = {
      histogram: metrics.webhookAttempts,
      span: 'webhook attempt',
      kind: 'client',
      labels: labelsOf,
    } as const;
    const attempt = await measured(asked, span => {
      // Without an SDK there is no span, but the caller's whose request caused the event, if it named one.
      const traceParent = writeTraceParent(span.spanContext()) ?? currentLogContext()?.traceParent;
      return sender.send({ webhookId, url, secret, body, traceParent }, signal);
    });
    await settleAttempt(database, delivery, job.claim, { ...attempt, at: clock.now() });
    return attempt.error === null ? 'delivered' : 'failed';
  }
}
