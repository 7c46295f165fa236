import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { readEnvelope } from './envelopes/envelope-calls.ts';
import { readFaults, readMessages, readServiceTime } from './http/local-tools.ts';
import type { Fault, Message } from './http/shapes.ts';
import { Latest } from './latest.ts';
import type { MadeByClient } from './made.ts';
import { readDeliveries } from './webhooks/webhook-calls.ts';
import type { Delivery } from './webhooks/webhook-shapes.ts';

/** Where the sessions stand, as the service has them. */
export interface ServiceState {
  /** By the sessions' ids. */
  readonly statuses: ReadonlyMap<string, string>;
  /** Absent outside envelopes. */
  readonly envelopeStatus?: string;
  /** What the service has against steps: why the last try did not pass them. */
  readonly stepErrors: readonly string[];
}

/** Messages and deliveries go out just after the request that caused them was answered. */
const LOOKS_MS = [400, 1500, 4000];

/** What the service holds that the console shows in several places: read at once, and again a little later. */
export class ServiceWatch implements ReactiveController {
  readonly #shift: Latest<number>;
  readonly #faults: Latest<readonly Fault[]>;
  readonly #messages: Latest<readonly Message[]>;
  readonly #deliveries: Latest<readonly Delivery[]>;
  readonly #state: Latest<ServiceState>;
  #looks: ReturnType<typeof setTimeout>[] = [];
  #made: MadeByClient | undefined;
  /** Something may have changed since the state was last asked for. */
  #isStale = false;

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
    this.#shift = new Latest(host);
    this.#faults = new Latest(host);
    this.#messages = new Latest(host);
    this.#deliveries = new Latest(host);
    this.#state = new Latest(host);
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

  /** Watches these sessions from now on, in place of others. */
  follow(made: MadeByClient | undefined): void {
    this.#made = made;
    this.#state.clear();
    this.look();
  }

  /** Something may have changed the service. */
  look(): void {
    for (const timer of this.#looks) clearTimeout(timer);
    this.#looks = LOOKS_MS.map(wait => setTimeout(() => this.#read(), wait));
    this.#read();
  }

  hostConnected(): void {
    this.look();
  }

  hostDisconnected(): void {
    for (const timer of this.#looks) clearTimeout(timer);
  }

  #read(): void {
    void this.#shift.load(async signal => (await readServiceTime(signal)).getTime() - Date.now());
    void this.#faults.load(readFaults);
    void this.#messages.load(readMessages);
    void this.#deliveries.load(readDeliveries);
    void this.#readState();
  }

  /** One after the other: where answers are slow, another look must not break off the one before. */
  async #readState(): Promise<void> {
    const made = this.#made;
    this.#isStale = true;
    if (made === undefined || this.#state.pending) return;
    while (this.#isStale && this.#made === made) {
      this.#isStale = false;
      await this.#state.load(signal => readState(made, signal));
    }
  }
}

async function readState(made: MadeByClient, signal: AbortSignal): Promise<ServiceState> {
  const { service, sessions, envelopeId } = made;
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
