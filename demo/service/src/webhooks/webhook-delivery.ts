import type { Clock } from '../domain/clock.ts';
import { describeError, type Log } from '../support/error-log.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { Vault } from '../keys/vault.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Database } from '../storage/database.ts';
import { claimDelivery, releaseDelivery, settleAttempt, type Delivery } from './delivery-store.ts';
import { WebhookLanes } from './webhook-lanes.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** Also what other processes recorded, and what is due again. */
const LOOK_MS = 1000;

/** An event is told of before it is committed; a moment later it mostly is. */
const COMMIT_MS = 10;

/** Most receivers answer sooner. One that does not gives its slot to the next delivery, and is waited for beside it. */
const SLOW_MS = 400;

export interface WebhookDeliveryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly outbox: Outbox;
  readonly sender: WebhookSender;
  readonly reportError: Log;
}

/** Sends what the outbox holds for webhooks, at least once, on the schedule of the interface. */
export class WebhookDelivery {
  readonly #options: WebhookDeliveryOptions;
  readonly #closing = new AbortController();
  readonly #workers = new Set<Promise<void>>();
  readonly #lanes = new WebhookLanes();
  #claiming: Promise<unknown> = Promise.resolve();
  #looking: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: WebhookDeliveryOptions) {
    this.#options = options;
  }

  start(): void {
    this.#looking = setInterval(() => this.#startWorker(), LOOK_MS).unref();
    this.#options.outbox.onRecorded(() => {
      this.#soon ??= setTimeout(() => {
        this.#soon = undefined;
        this.#startWorker();
      }, COMMIT_MS).unref();
    });
  }

  /** Breaks off what is being sent: it will be sent again. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#options.outbox.onRecorded(() => undefined);
    clearInterval(this.#looking);
    clearTimeout(this.#soon);
    this.#closing.abort();
    await Promise.all(this.#workers);
  }

  /** Sends what is due now, and resolves when nothing is on its way any more. */
  async deliver(): Promise<void> {
    this.#startWorker();
    while (this.#workers.size > 0) await Promise.all(this.#workers);
  }

  #startWorker(): void {
    if (!this.#lanes.hasRoom || this.#closing.signal.aborted) return;
    const worker = this.#work()
      .catch((error: unknown) => this.#options.reportError(describeError(error)))
      .finally(() => this.#workers.delete(worker));
    this.#workers.add(worker);
  }

  /**
   * One delivery after the other, until none is due. Who finds one sees to it, once, that somebody else looks for
   * another webhook's: looking after each would double the claims.
   */
  async #work(): Promise<void> {
    for (let isFirst = true; !this.#closing.signal.aborted; isFirst = false) {
      const claim = randomId('clm', this.#options.random);
      const delivery = await this.#claim(claim);
      if (delivery === undefined) return;
      if (isFirst) this.#startWorker();
      await this.#tryInItsLane(delivery, claim);
    }
  }

  async #tryInItsLane(delivery: Delivery, claim: string): Promise<void> {
    const { webhookId } = delivery;
    const slow = setTimeout(() => {
      if (this.#lanes.slowDown(webhookId)) this.#startWorker();
    }, SLOW_MS);
    let outcome: 'delivered' | 'failed' | undefined;
    try {
      outcome = await this.#try(delivery, claim);
    } finally {
      clearTimeout(slow);
      this.#lanes.end(webhookId, outcome);
    }
  }

  /** One claim after the other, so that each sees what the ones before it have taken. */
  #claim(claim: string): Promise<Delivery | undefined> {
    const { database, clock } = this.#options;
    const next = this.#claiming.then(async () => {
      if (!this.#lanes.hasRoom) return undefined;
      const delivery = await claimDelivery(database, claim, clock.now(), this.#lanes.eligible());
      if (delivery !== undefined) this.#lanes.begin(delivery.webhookId, delivery.tenantId);
      return delivery;
    });
    this.#claiming = next.catch(() => undefined);
    return next;
  }

  async #try(delivery: Delivery, claim: string): Promise<'delivered' | 'failed' | undefined> {
    const { database, clock, vault, sender } = this.#options;
    const { webhookId, url, body } = delivery;
    try {
      const secret = await vault.open(delivery.sealedSecret);
      const attempt = await sender.send({ webhookId, url, secret, body }, this.#closing.signal);
      await settleAttempt(database, delivery, claim, { ...attempt, at: clock.now() });
      return attempt.error === null ? 'delivered' : 'failed';
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
      await releaseDelivery(database, claim);
      return undefined;
    }
  }
}
