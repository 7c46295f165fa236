import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type CreatedByClient, readEnvelope } from './created-sessions.ts';
import { readFaults, readMessages, readServiceTime } from './http/local-tools.ts';
import type { Delivery, Fault, Message } from './http/service-types.ts';
import { LatestValue } from './ui/latest-value.ts';
import { readDeliveries } from './webhooks/webhook-calls.ts';

/** The state of the sessions at the service. */
export interface ServiceState {
  /** By session id. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Only in envelopes. */
  readonly envelopeStatus?: string;
  /** The errors of the last attempt at each step. */
  readonly stepErrors: readonly string[];
}

/** Messages and deliveries go out just after the request that caused them was answered. */
const REFRESH_DELAYS_MS = [400, 1500, 4000];

/** Service data that several parts of the console show. It is read at once, and again a little later. */
export class ServiceWatch implements ReactiveController {
  readonly #shift: LatestValue<number>;
  readonly #faults: LatestValue<readonly Fault[]>;
  readonly #messages: LatestValue<readonly Message[]>;
  readonly #deliveries: LatestValue<readonly Delivery[]>;
  readonly #state: LatestValue<ServiceState>;
  #timers: ReturnType<typeof setTimeout>[] = [];
  #created: CreatedByClient | undefined;
  /** Whether the state has to be read again. */
  #isStale = false;

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
    this.#shift = new LatestValue(host);
    this.#faults = new LatestValue(host);
    this.#messages = new LatestValue(host);
    this.#deliveries = new LatestValue(host);
    this.#state = new LatestValue(host);
  }

  /** Milliseconds that the service's clock is ahead of this device's. */
  get shift(): number | undefined {
    return this.#shift.value;
  }

  get faults(): readonly Fault[] {
    return this.#faults.value ?? [];
  }

  /** Oldest first. */
  get messages(): readonly Message[] {
    return this.#messages.value ?? [];
  }

  get deliveries(): readonly Delivery[] {
    return this.#deliveries.value ?? [];
  }

  get state(): ServiceState | undefined {
    return this.#state.value;
  }

  /** Why something could not be read. */
  get problem(): string | undefined {
    return this.#shift.problem ?? this.#messages.problem ?? this.#deliveries.problem;
  }

  /** Replaces the watched sessions. */
  watch(created: CreatedByClient | undefined): void {
    this.#created = created;
    this.#state.clear();
    this.refresh();
  }

  /** Reads everything now, and again a little later. */
  refresh(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = REFRESH_DELAYS_MS.map(wait => setTimeout(() => this.#read(), wait));
    this.#read();
  }

  hostConnected(): void {
    this.refresh();
  }

  hostDisconnected(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #read(): void {
    void this.#shift.load(async signal => (await readServiceTime(signal)).getTime() - Date.now());
    void this.#faults.load(readFaults);
    void this.#messages.load(readMessages);
    void this.#deliveries.load(readDeliveries);
    void this.#readState();
  }

  /** One read at a time: a refresh must not abort a slow one. */
  async #readState(): Promise<void> {
    const created = this.#created;
    this.#isStale = true;
    if (created === undefined || this.#state.pending) return;
    while (this.#isStale && this.#created === created) {
      this.#isStale = false;
      await this.#state.load(signal => readState(created, signal));
    }
  }
}

async function readState(created: CreatedByClient, signal: AbortSignal): Promise<ServiceState> {
  const { service, sessions, envelopeId } = created;
  const states = sessions.map(async ({ sessionId, transactionId }) => {
    const [status, errors] = await Promise.all([
      service.sessionStatus(sessionId, signal),
      service.stepErrors(transactionId, signal),
    ]);
    return { sessionId, status, errors };
  });
  const read = await Promise.all(states);
  const state = {
    statuses: new Map(read.map(({ sessionId, status }) => [sessionId, status])),
    stepErrors: read.flatMap(({ errors }) => errors),
  };
  if (envelopeId === undefined) return state;
  return { ...state, envelopeStatus: (await readEnvelope(service, envelopeId, signal)).status };
}
