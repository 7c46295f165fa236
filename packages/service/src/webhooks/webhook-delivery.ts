/** Delivers events to webhooks, fairly among tenants. */
import type { Core } from '../core/core.ts';
import { measured } from '../metrics/metrics.ts';
import { JobQueue } from '../queue/job-queue.ts';
import type { Job } from '../queue/job-table.ts';
import { currentLogContext } from '../support/logs.ts';
import { BoundedMap } from '../support/bounded-map.ts';
import { writeTraceParent } from '../tracing/traced.ts';
import { DELIVERY_JOBS, RETRY_SECONDS, settleAttempt, toDelivery } from './delivery-store.ts';
import type { Attempt, WebhookSender } from './webhook-sender.ts';

/**
 * Deliveries that may be in progress at once and are not slow yet, each to another webhook. After a crash, each
 * receiver gets at most one delivery again.
 */
const PROMPT = 16;
/** Limit for one tenant. */
const PROMPT_PER_TENANT = 4;

/** Limit for slow deliveries, which only keep a connection open. */
const SLOW = 128;
const SLOW_PER_TENANT = 16;

/** A failing webhook pauses for as long as its last attempt took, times its failures in a row, up to this. */
const LONGEST_REST_MS = 60_000;
/** A failure within this time causes no pause. */
const CHEAP_MS = 1000;

/** Beyond this number the oldest are forgotten and count as never served and never failed. */
const MOST_REMEMBERED = 1000;

interface InProgress {
  readonly tenantId: string;
  readonly isFailing: boolean;
  readonly startedAt: number;
  isSlow: boolean;
}

interface Failures {
  readonly tenantId: string;
  readonly count: number;
  readonly restUntil: number;
}

/** Which webhooks may be sent to next. */
interface Eligibility {
  /** Excludes these webhooks. */
  readonly webhooks: readonly string[];
  /** Excludes all webhooks of these tenants. */
  readonly tenants: readonly string[];
  /** Order of the others: first those not in this list, then the list's order, least recently served first. */
  readonly served: readonly string[];
}

/**
 * Distributes deliveries among webhooks, so that one that hangs or fails barely delays others. Each process has its
 * own state, in memory only.
 */
export class DeliverySlots {
  readonly #inProgress = new Map<string, InProgress>();
  readonly #failures = new BoundedMap<string, Failures>(MOST_REMEMBERED);
  /** Least recently served first. */
  readonly #served = new BoundedMap<string, true>(MOST_REMEMBERED);
  readonly #now: () => number;

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether another delivery may be started. */
  get hasCapacity(): boolean {
    return this.#count(delivery => !delivery.isSlow) < PROMPT;
  }

  eligible(): Eligibility {
    const failingTenants = new Set(
      [...this.#inProgress.values()].filter(({ isFailing }) => isFailing).map(({ tenantId }) => tenantId),
    );
    const held = [...this.#failures]
      .filter(([, { tenantId, restUntil }]) => restUntil > this.#now() || failingTenants.has(tenantId))
      .map(([webhookId]) => webhookId);
    const tenants = new Set([...this.#inProgress.values()].map(({ tenantId }) => tenantId));
    return {
      webhooks: [...new Set([...this.#inProgress.keys(), ...held])],
      tenants: [...tenants].filter(
        tenantId =>
          this.#count(delivery => delivery.tenantId === tenantId && !delivery.isSlow) >= PROMPT_PER_TENANT,
      ),
      served: [...this.#served.keys()],
    };
  }

  begin(webhookId: string, tenantId: string): void {
    const isFailing = this.#failures.has(webhookId);
    this.#inProgress.set(webhookId, { tenantId, isFailing, startedAt: this.#now(), isSlow: false });
    this.#served.set(webhookId, true);
  }

  /**
   * Marks a delivery as slow, which frees its slot.
   * @returns whether one more slow delivery is allowed
   */
  slowDown(webhookId: string): boolean {
    const delivery = this.#inProgress.get(webhookId);
    if (delivery === undefined) return false;
    const ofTenant = this.#count(({ tenantId, isSlow }) => isSlow && tenantId === delivery.tenantId);
    if (ofTenant >= SLOW_PER_TENANT || this.#count(({ isSlow }) => isSlow) >= SLOW) return false;
    delivery.isSlow = true;
    return true;
  }

  /** @param outcome undefined for an attempt that was aborted or could not be made */
  end(webhookId: string, outcome: 'delivered' | 'failed' | undefined): void {
    const delivery = this.#inProgress.get(webhookId);
    this.#inProgress.delete(webhookId);
    if (delivery === undefined || outcome === undefined) return;
    const count = outcome === 'failed' ? (this.#failures.get(webhookId)?.count ?? 0) + 1 : 0;
    this.#failures.delete(webhookId);
    if (count === 0) return;
    const took = this.#now() - delivery.startedAt;
    const rest = took < CHEAP_MS ? 0 : Math.min(LONGEST_REST_MS, took * count);
    const { tenantId } = delivery;
    this.#failures.set(webhookId, { tenantId, count, restUntil: this.#now() + rest });
  }

  #count(is: (delivery: InProgress) => boolean): number {
    return [...this.#inProgress.values()].filter(is).length;
  }
}

/** Longer than the 10 s that a receiver has to answer. */
const LEASE_MS = 20_000;

/** Most receivers answer sooner. A slower one frees its slot for the next delivery while it is waited for. */
const SLOW_MS = 400;

/** An attempt that was ended with the process counts as unanswered. */
function labelsOf(attempt: Attempt | undefined): { outcome: string } {
  if (attempt?.error === null) return { outcome: 'delivered' };
  return { outcome: (attempt?.httpStatus ?? 0) === 0 ? 'unanswered' : 'refused' };
}

/** Sends the deliveries in the outbox at least once, on the interface's schedule. */
export class WebhookDelivery {
  readonly #core: Core;
  readonly #sender: WebhookSender;
  readonly #slots = new DeliverySlots();
  readonly queue: JobQueue;

  constructor(core: Core, sender: WebhookSender) {
    this.#core = core;
    this.#sender = sender;
    this.queue = new JobQueue({
      ...core,
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
    core.outbox.onRecorded(() => this.queue.wakeSoon());
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
    const { database, clock, fieldCipher, metrics } = this.#core;
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
      return this.#sender.send({ webhookId, url, secret, body, traceParent }, signal);
    });
    await settleAttempt(database, delivery, job.claim, { ...attempt, at: clock.now() });
    return attempt.error === null ? 'delivered' : 'failed';
  }
}
