import { RecentMap } from '../support/recent-map.ts';

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
export interface Eligibility {
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
  readonly #failures = new RecentMap<string, Failures>(MOST_REMEMBERED);
  /** Least recently served first. */
  readonly #served = new RecentMap<string, true>(MOST_REMEMBERED);
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
