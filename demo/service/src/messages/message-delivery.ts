import type { Clock } from '../domain/clock.ts';
import { describeError, type Log } from '../support/error-log.ts';
import { settleCodeDelivery } from '../one-time-codes/code-delivery.ts';
import type { SessionChanges } from '../sessions/session-changes.ts';
import type { Database } from '../storage/database.ts';
import { DeliveryLane } from './delivery-lane.ts';
import { CHANNELS, MessageRefusedError, type Channel, type MessageSender, type Senders } from './message.ts';
import { LEASE_MS, type MessageQueue, type QueuedMessage } from './message-queue.ts';

/** Also what other processes wrote, and what is due again. */
const LOOK_MS = 1000;

/** A message is told of before it is committed; a moment later it mostly is. */
const COMMIT_MS = 10;

/** For one try, all stages of a mail server's conversation together: shorter than the lease, with some to spare. */
const TRY_MS = LEASE_MS - 15_000;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** 1 s, 2 s, 4 s … 5 minutes. A code lives for five: the first tries must come soon. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}

export interface MessageDeliveryOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly queue: MessageQueue;
  readonly senders: Senders;
  readonly changes: SessionChanges;
  readonly reportError: Log;
  /** Default: 45 s, within the lease. */
  readonly tryMs?: number;
}

/**
 * Sends what the queue holds, and tries again what could not be sent, as long as it is of use. What this process
 * has no sender for, it leaves to one that has.
 */
export class MessageDelivery {
  readonly #options: MessageDeliveryOptions;
  readonly #closing = new AbortController();
  /** One a channel, so that a mail server that takes its time holds up no SMS. */
  readonly #lanes: ReadonlyMap<Channel, DeliveryLane>;
  #looking: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: MessageDeliveryOptions) {
    this.#options = options;
    const channels = CHANNELS.filter(channel => options.senders[channel] !== undefined);
    this.#lanes = new Map(channels.map(channel => [channel, new DeliveryLane(() => this.#round(channel))]));
  }

  start(): void {
    this.#looking = setInterval(() => void this.deliver(), LOOK_MS).unref();
    this.#options.queue.onWritten(() => {
      this.#soon ??= setTimeout(() => {
        this.#soon = undefined;
        void this.deliver();
      }, COMMIT_MS).unref();
    });
  }

  /** Breaks off what is being sent: it stays in the queue. Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#options.queue.onWritten(() => undefined);
    clearInterval(this.#looking);
    clearTimeout(this.#soon);
    this.#closing.abort();
    await this.deliver();
  }

  /** Sends what is due now. Resolves when nothing is being sent any more, by this round or one before. */
  async deliver(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(lane => lane.run()));
  }

  /** The same, of what one sender takes: whoever asks for that waits for no other. */
  async deliverBy(sender: MessageSender): Promise<void> {
    const { senders } = this.#options;
    const own = [...this.#lanes].filter(([channel]) => senders[channel] === sender);
    await Promise.all(own.map(([, lane]) => lane.run()));
  }

  async #round(channel: Channel): Promise<void> {
    const { database, queue, reportError } = this.#options;
    try {
      while (!this.#closing.signal.aborted) {
        const message = await queue.claim(database, channel);
        if (message === undefined) return;
        await this.#try(message);
      }
    } catch (error) {
      reportError(describeError(error));
    }
  }

  async #try(message: QueuedMessage): Promise<void> {
    const { database, clock, queue, senders, reportError, tryMs = TRY_MS } = this.#options;
    if (message.goodUntil <= clock.now()) return this.#settle(message, 'failed');
    const later = () => queue.postpone(database, message, pauseAfter(message.attempts));
    const sender = senders[message.channel];
    if (sender === undefined) return later();
    try {
      await sender.send(message, AbortSignal.any([this.#closing.signal, AbortSignal.timeout(tryMs)]));
    } catch (error) {
      reportError(describeError(error));
      if (error instanceof MessageRefusedError) return this.#settle(message, 'failed');
      return later();
    }
    return this.#settle(message, 'sent');
  }

  /** Takes it out of the queue, and keeps what became of it where a signer waits for it. */
  async #settle(message: QueuedMessage, outcome: 'sent' | 'failed'): Promise<void> {
    const { database, queue, changes } = this.#options;
    const sessionId = await database.transaction(async queries => {
      await queue.remove(queries, message);
      return settleCodeDelivery(queries, message.messageId, outcome);
    });
    if (sessionId !== undefined) changes.announce(sessionId);
  }
}
