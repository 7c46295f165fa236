import * as z from 'zod';
import type { Clock } from '../domain/clock.ts';
import { describeError, type Log } from '../support/error-log.ts';
import { randomId, type Random } from '../domain/identifiers/random-ids.ts';
import type { Vault } from '../keys/vault.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { finishJob, putJob, type Job, type JobTable } from '../queue/job-table.ts';
import type { Database, Queries } from '../storage/database.ts';
import { CHANNELS, MessageRefusedError } from './message.ts';
import type { Channel, Message, MessageSender, Senders } from './message.ts';

const TABLE: JobTable = {
  name: 'outgoing_messages',
  key: 'message_id',
  // Messages of before the channel was kept have none: whoever opens one sees whether it can send it.
  eligible: due => `${due} AND (channel = $4 OR channel IS NULL)`,
};

const LEASE_MS = 60_000;

/** A slow server keeps its own channel waiting, and takes no more of this process than so many messages at once. */
const AT_ONCE = 2;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** 1 s, 2 s, 4 s … 5 minutes. A code lives for five: the first tries must come soon. */
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}

const messageRow = z.object({
  message_id: z.string(),
  sealed: z.string(),
  written_at: z.date(),
  good_until: z.date(),
});

const contentSchema = z.object({
  channel: z.enum(CHANNELS),
  to: z.string(),
  subject: z.string().exactOptional(),
  text: z.string(),
});

type Outcome = 'sent' | 'failed';

/**
 * @param queries of the transaction that takes the message out of the queue
 * @returns what is to be done once that is committed
 */
export type MessageSettled = (
  queries: Queries,
  messageId: string,
  outcome: Outcome,
) => Promise<(() => void) | undefined>;

export interface MessageQueueOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly senders: Senders;
  readonly reportError: Log;
  /** Keeps what became of a message, where somebody waits for it. */
  readonly onSettled: MessageSettled;
  /** Default: 45 s, within the lease. */
  readonly tryMs?: number;
}

/**
 * Messages on their way to people. They are written with the queries of the transaction that causes them, so that none
 * is sent for what did not happen and none is lost with a process. What can't be sent is tried again for as long as it
 * is of use; what this process has no sender for, it leaves to one that has.
 */
export class MessageQueue {
  readonly #options: MessageQueueOptions;
  /** One for each channel, so that a mail server that takes its time holds up no SMS. Due by the database's true time. */
  readonly queues: ReadonlyMap<Channel, JobQueue>;

  constructor(options: MessageQueueOptions) {
    this.#options = options;
    const channels = CHANNELS.filter(channel => options.senders[channel] !== undefined);
    this.queues = new Map(channels.map(channel => [channel, this.#queueOf(channel)]));
  }

  /**
   * @param times.goodUntil by the service's clock; later the message is of no use to anybody
   * @returns the message's id
   */
  async put(queries: Queries, message: Message, times: { at: Date; goodUntil: Date }): Promise<string> {
    const { random, vault } = this.#options;
    const messageId = randomId('msg', random);
    await putJob(queries, TABLE, {
      message_id: messageId,
      channel: message.channel,
      sealed: vault.seal(JSON.stringify(message)),
      written_at: times.at,
      good_until: times.goodUntil,
    });
    this.queues.get(message.channel)?.wakeSoon();
    return messageId;
  }

  /** Sends what is due and this sender takes, and waits for no other. Resolves when it sends nothing any more. */
  async deliverBy(sender: MessageSender): Promise<void> {
    const own = [...this.queues].filter(([channel]) => this.#options.senders[channel] === sender);
    await Promise.all(own.map(([, queue]) => queue.runDue()));
  }

  /**
   * Takes what is of no use any more out of the queue, also where no process has a sender for it: messages hold
   * addresses.
   */
  async dropExpired(): Promise<void> {
    const { database, clock } = this.#options;
    const find = 'SELECT message_id FROM outgoing_messages WHERE good_until <= $1';
    const remove = 'DELETE FROM outgoing_messages WHERE message_id = $1 RETURNING 1';
    for (const { message_id: id } of await database.query<{ message_id: string }>(find, [clock.now()])) {
      await this.#settle(id, 'failed', async queries => (await queries.query(remove, [id])).length > 0);
    }
  }

  #queueOf(channel: Channel): JobQueue {
    return new JobQueue({
      ...this.#options,
      clock: undefined,
      table: TABLE,
      leaseMs: LEASE_MS,
      hasRoom: running => running < AT_ONCE,
      eligible: () => [channel],
      pauseMs: pauseAfter,
      attempt: (job, signal) => this.#attempt(job, channel, signal),
    });
  }

  async #attempt(job: Job, channel: Channel, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { clock, vault, senders, reportError } = this.#options;
    const {
      message_id: messageId,
      sealed,
      written_at: at,
      good_until: goodUntil,
    } = messageRow.parse(job.row);
    const settle = (outcome: Outcome) =>
      this.#settle(messageId, outcome, queries => finishJob(queries, TABLE, job));
    if (goodUntil <= clock.now()) return settle('failed');
    const content = contentSchema.parse(JSON.parse(await vault.open(sealed)));
    const sender = senders[content.channel];
    if (sender === undefined) return this.queues.get(channel)?.postpone(job);
    try {
      await sender.send({ ...content, messageId, at }, signal);
    } catch (error) {
      if (!(error instanceof MessageRefusedError)) throw error;
      reportError(describeError(error));
      return settle('failed');
    }
    return settle('sent');
  }

  /** @param remove takes it out of the queue, unless somebody else has by now */
  async #settle(
    messageId: string,
    outcome: Outcome,
    remove: (queries: Queries) => Promise<boolean>,
  ): Promise<void> {
    const { database, onSettled } = this.#options;
    const afterwards = await database.transaction(async queries =>
      (await remove(queries)) ? onSettled(queries, messageId, outcome) : undefined,
    );
    afterwards?.();
  }
}
