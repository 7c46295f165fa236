/**
 * Deliveries on their way at once that were begun a moment ago, each to another webhook: after a crash each receiver is
 * sent at most one delivery again.
 */
const PROMPT = 16;
/** Of these, one tenant's. */
const PROMPT_PER_TENANT = 4;

/** Those that wait for longer hold up nobody: they only keep a connection open. */
const SLOW = 128;
const SLOW_PER_TENANT = 16;

/** A failing webhook rests for as long as its last try took, times its failures in a row, up to this. */
const LONGEST_REST_MS = 60_000;
/** A try that failed sooner cost nothing. */
const CHEAP_MS = 1000;

/** Beyond it the oldest are forgotten, and count as never served and never failed. */
const MOST_REMEMBERED = 1000;

interface Flight {
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
  /** Not these. */
  readonly webhooks: readonly string[];
  /** Nor any of these tenants'. */
  readonly tenants: readonly string[];
  /** Of the others, first those that are not in this list, then those in its order: the longest ago served first. */
  readonly served: readonly string[];
}

/**
 * Shares the sending among webhooks, so that one that hangs or fails costs only itself. Each process shares out its own;
 * nothing of it outlives the process.
 */
export class WebhookLanes {
  readonly #flights = new Map<string, Flight>();
  readonly #failures = new Map<string, Failures>();
  /** In the order in which they were served. */
  readonly #served = new Set<string>();
  readonly #now: () => number;

  /** @param now milliseconds of true time */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether another delivery may be begun at all. */
  get hasRoom(): boolean {
    return this.#count(flight => !flight.isSlow) < PROMPT;
  }

  eligible(): Eligibility {
    const failingTenants = new Set(
      [...this.#flights.values()].filter(({ isFailing }) => isFailing).map(({ tenantId }) => tenantId),
    );
    const held = [...this.#failures]
      .filter(([, { tenantId, restUntil }]) => restUntil > this.#now() || failingTenants.has(tenantId))
      .map(([webhookId]) => webhookId);
    const tenants = new Set([...this.#flights.values()].map(({ tenantId }) => tenantId));
    return {
      webhooks: [...new Set([...this.#flights.keys(), ...held])],
      tenants: [...tenants].filter(
        tenantId =>
          this.#count(flight => flight.tenantId === tenantId && !flight.isSlow) >= PROMPT_PER_TENANT,
      ),
      served: [...this.#served],
    };
  }

  begin(webhookId: string, tenantId: string): void {
    const isFailing = this.#failures.has(webhookId);
    this.#flights.set(webhookId, { tenantId, isFailing, startedAt: this.#now(), isSlow: false });
    this.#served.delete(webhookId);
    this.#served.add(webhookId);
    const [oldest] = this.#served;
    if (this.#served.size > MOST_REMEMBERED && oldest !== undefined) this.#served.delete(oldest);
  }

  /**
   * Takes a delivery that waits for long out of the way of the others.
   * @returns whether there is room for one more that waits
   */
  slowDown(webhookId: string): boolean {
    const flight = this.#flights.get(webhookId);
    if (flight === undefined) return false;
    const ofTenant = this.#count(({ tenantId, isSlow }) => isSlow && tenantId === flight.tenantId);
    if (ofTenant >= SLOW_PER_TENANT || this.#count(({ isSlow }) => isSlow) >= SLOW) return false;
    flight.isSlow = true;
    return true;
  }

  /** @param outcome undefined for a try that was broken off or could not be made */
  end(webhookId: string, outcome: 'delivered' | 'failed' | undefined): void {
    const flight = this.#flights.get(webhookId);
    this.#flights.delete(webhookId);
    if (flight === undefined || outcome === undefined) return;
    const count = outcome === 'failed' ? (this.#failures.get(webhookId)?.count ?? 0) + 1 : 0;
    this.#failures.delete(webhookId);
    if (count === 0) return;
    const took = this.#now() - flight.startedAt;
    const rest = took < CHEAP_MS ? 0 : Math.min(LONGEST_REST_MS, took * count);
    const { tenantId } = flight;
    this.#failures.set(webhookId, { tenantId, count, restUntil: this.#now() + rest });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > MOST_REMEMBERED && oldest !== undefined) this.#failures.delete(oldest);
  }

  #count(is: (flight: Flight) => boolean): number {
    return [...this.#flights.values()].filter(is).length;
  }
}
