import * as z from 'zod';
import type { Core } from '../core/core.ts';
import { describeError } from '../support/logs.ts';
import { randomId } from '../domain/ids.ts';
import { JobQueue } from '../queue/job-queue.ts';
import { finishJob, putJob, type Job, type JobTable } from '../queue/job-table.ts';
import type { Queries } from '../storage/database.ts';
import {
  type Channel,
  CHANNELS,
  type Message,
  MessageRefusedError,
  type MessageSender,
  type Senders,
} from './message.ts';

export const MESSAGE_JOBS: JobTable = {
  name: 'outgoing_messages',
  key: 'message_id',
  // Older messages have no channel: the process that opens one sees whether it can send it.
  eligible: due => `${due} AND (channel = $4 OR channel IS NULL)`,
};

const LEASE_MS = 60_000;

/** Messages sent at once per channel, so that a slow server only delays its own channel. */
const AT_ONCE = 2;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** 1 s, 2 s, 4 s … 5 minutes. Codes are valid for five minutes, so the first retries must come soon. */
function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
}

const messageRow = z.object({
  message_id: z.string(),
  sealed: z.string(),
  written_at: z.date(),
  good_until: z.date(),
  session_id: z.string().nullable(),
});

const contentSchema = z.object({
  channel: z.enum(CHANNELS),
  to: z.string(),
  subject: z.string().exactOptional(),
  text: z.string(),
  html: z.string().exactOptional(),
});

type ExpiredRow = { message_id: string; channel: Channel; session_id: string | null };

type Outcome = 'sent' | 'failed';

interface Settling {
  readonly channel: Channel;
  readonly sessionId: string | null;
  readonly outcome: Outcome;
}

/**
 * @param queries of the transaction that removes the message from the queue
 * @returns work to do after the commit
 */
type MessageSettled = (
  queries: Queries,
  messageId: string,
  outcome: Outcome,
) => Promise<(() => void) | undefined>;

/** What a message is about, and how long it is of use. */
export interface MessageTerms {
  readonly at: Date;
  /** By the service's clock; afterwards the message is dropped. */
  readonly goodUntil: Date;
  /** It is about this session, which has to be there already, and is erased with it. */
  readonly sessionId: string;
  /** Whether it is dropped when the session ends. */
  readonly untilEnd?: boolean;
}

export interface MessageQueueParts {
  readonly senders: Senders;
  /** Records the outcome of a message that somebody waits for. */
  readonly onSettled: MessageSettled;
  /** Default: 45 s, within the lease. */
  readonly tryMs?: number;
}

/**
 * Queue of outgoing messages. They are written in the transaction that causes them, so that none is sent after a
 * rollback and none is lost in a crash. A message that cannot be sent is retried until it is no longer useful.
 * Channels without a sender in this process are left to other processes.
 */
export class MessageQueue {
  readonly #core: Core;
  readonly #parts: MessageQueueParts;
  /** One queue per channel, so that a slow mail server does not delay SMS. Due by the database's time. */
  readonly queues: ReadonlyMap<Channel, JobQueue>;

  constructor(core: Core, parts: MessageQueueParts) {
    this.#core = core;
    this.#parts = parts;
    const channels = CHANNELS.filter(channel => parts.senders[channel] !== undefined);
    this.queues = new Map(channels.map(channel => [channel, this.#queueOf(channel)]));
  }

  /** @returns the message's id */
  async put(queries: Queries, message: Message, terms: MessageTerms): Promise<string> {
    const { random, fieldCipher } = this.#core;
    const messageId = randomId('msg', random);
    await putJob(queries, MESSAGE_JOBS, {
      message_id: messageId,
      channel: message.channel,
      sealed: fieldCipher.seal(JSON.stringify(message)),
      written_at: terms.at,
      good_until: terms.goodUntil,
      session_id: terms.sessionId,
      until_end: terms.untilEnd ?? false,
    });
    this.queues.get(message.channel)?.wakeSoon();
    return messageId;
  }

  /** Sends the due messages of this sender's channels. Resolves when none is being sent. */
  async deliverBy(sender: MessageSender): Promise<void> {
    const own = [...this.queues].filter(([channel]) => this.#parts.senders[channel] === sender);
    await Promise.all(own.map(([, queue]) => queue.runDue()));
  }

  /** Drops expired messages, even if no process has a sender for them, because they hold addresses. */
  async dropExpired(): Promise<void> {
    const { database, clock } = this.#core;
    const find = 'SELECT message_id, channel, session_id FROM outgoing_messages WHERE good_until <= $1';
    const remove = 'DELETE FROM outgoing_messages WHERE message_id = $1 RETURNING 1';
    const expired = await database.query<ExpiredRow>(find, [clock.now()]);
    for (const { message_id: id, channel, session_id: sessionId } of expired) {
      const dropped = async (queries: Queries) => (await queries.query(remove, [id])).length > 0;
      await this.#settle(id, { channel, sessionId, outcome: 'failed' }, dropped);
    }
  }

  #queueOf(channel: Channel): JobQueue {
    return new JobQueue({
      ...this.#core,
      tryMs: this.#parts.tryMs,
      clock: undefined,
      table: MESSAGE_JOBS,
      leaseMs: LEASE_MS,
      hasCapacity: running => running < AT_ONCE,
      eligible: () => [channel],
      pauseMs: pauseAfter,
      attempt: (job, signal) => this.#attempt(job, channel, signal),
    });
  }

  async #attempt(job: Job, channel: Channel, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { clock, fieldCipher, metrics, reportError } = this.#core;
    const { senders } = this.#parts;
    const {
      message_id: messageId,
      sealed,
      written_at: at,
      good_until: goodUntil,
      session_id: sessionId,
    } = messageRow.parse(job.row);
    const settle = (outcome: Outcome) =>
      this.#settle(messageId, { channel, sessionId, outcome }, queries =>
        finishJob(queries, MESSAGE_JOBS, job),
      );
    if (goodUntil <= clock.now()) return settle('failed');
    const content = contentSchema.parse(JSON.parse(await fieldCipher.open(sealed)));
    const sender = senders[content.channel];
    if (sender === undefined) return this.queues.get(channel)?.postpone(job);
    try {
      await sender.send({ ...content, messageId, at }, signal);
    } catch (error) {
      if (!(error instanceof MessageRefusedError)) {
        metrics.messages.inc({ channel, outcome: 'postponed' });
        throw error;
      }
      reportError(describeError(error));
      return settle('failed');
    }
    return settle('sent');
  }

  /** @param remove removes it from the queue, unless another process already has */
  async #settle(
    messageId: string,
    { channel, sessionId, outcome }: Settling,
    remove: (queries: Queries) => Promise<boolean>,
  ): Promise<void> {
    const { database, metrics } = this.#core;
    const { onSettled } = this.#parts;
    let isRemoved = false;
    const afterwards = await database.transaction(async queries => {
      // Lock order: the session before its messages, as where it ends.
      if (sessionId !== null)
        await queries.query('SELECT 1 FROM sessions WHERE session_id = $1 FOR UPDATE', [sessionId]);
      isRemoved = await remove(queries);
      return isRemoved ? onSettled(queries, messageId, outcome) : undefined;
    });
    if (isRemoved) metrics.messages.inc({ channel, outcome });
    afterwards?.();
  }
}

/**
 * Removes what is only worth sending until the session ends, such as its invitation. Call it in the transaction that
 * ends the session, which is locked: a message is locked after its session.
 */
export async function dropUnsent(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('DELETE FROM outgoing_messages WHERE session_id = $1 AND until_end', [sessionId]);
}
