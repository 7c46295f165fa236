import type { Clock } from '../clock.ts';
import { describeError, type Log } from '../http/request-log.ts';
import type { Database } from '../storage/database.ts';
import { MessageRefusedError, type Senders } from './message.ts';
import type { MessageQueue, QueuedMessage } from './message-queue.ts';

/** Also what other processes wrote, and what is due again. */
const LOOK_MS = 1000;

/** A message is told of before it is committed; a moment later it mostly is. */
const COMMIT_MS = 10;

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
  readonly reportError: Log;
}

/** Sends what the queue holds, and tries again what could not be sent, as long as it is of use. */
export class MessageDelivery {
  readonly #options: MessageDeliveryOptions;
  readonly #closing = new AbortController();
  /** Rounds run beside each other, so that a mail server that takes its time holds up no SMS. */
  readonly #rounds = new Set<Promise<void>>();
  #looking: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;

  constructor(options: MessageDeliveryOptions) {
    this.#options = options;
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
    await Promise.all(this.#rounds);
  }

  /** Sends what is due now. Resolves when nothing is being sent any more, by this round or one before. */
  async deliver(): Promise<void> {
    const before = [...this.#rounds];
    const round = this.#deliverDue().catch((error: unknown) =>
      this.#options.reportError(describeError(error)),
    );
    this.#rounds.add(round);
    await round;
    this.#rounds.delete(round);
    await Promise.all(before);
  }

  async #deliverDue(): Promise<void> {
    const { database, queue } = this.#options;
    while (!this.#closing.signal.aborted) {
      const message = await queue.claim(database);
      if (message === undefined) return;
      await this.#try(message);
    }
  }

  async #try(message: QueuedMessage): Promise<void> {
    const { database, clock, queue, senders, reportError } = this.#options;
    const sender = senders[message.channel];
    if (message.goodUntil <= clock.now() || sender === undefined) {
      return queue.remove(database, message);
    }
    try {
      await sender.send(message, this.#closing.signal);
    } catch (error) {
      reportError(describeError(error));
      if (!(error instanceof MessageRefusedError)) {
        return queue.postpone(database, message, pauseAfter(message.attempts));
      }
    }
    return queue.remove(database, message);
  }
}
