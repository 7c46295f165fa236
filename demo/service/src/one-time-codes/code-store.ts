import { createHash } from 'node:crypto';
import * as z from 'zod';
import { OTP_CHANNELS, type OtpChannel } from '../domain/step.ts';
import type { Queries } from '../storage/database.ts';
import type { HashedCode } from './code.ts';
import { CODE_DELIVERIES, type CodeDelivery } from './code-delivery.ts';
import { lately, type SentLately } from './send-limits.ts';

/** Where a code goes. */
export interface Destination {
  readonly channel: OtpChannel;
  /** An e-mail address or an E.164 number. */
  readonly address: string;
}

/** The newest code of a session. */
export interface SentCode {
  /** Where it stands in the table. */
  readonly position: number;
  readonly channel: OtpChannel;
  /** Absent once it is spent: used up by wrong entries, replaced, or taken. */
  readonly hashed: HashedCode | undefined;
  readonly wrongEntries: number;
  readonly expiresAt: Date;
  readonly delivery: CodeDelivery;
}

const codeRow = z.object({
  position: z.number(),
  channel: z.enum(OTP_CHANNELS),
  salt: z.instanceof(Uint8Array),
  hash: z.instanceof(Uint8Array).nullable(),
  wrong_entries: z.number(),
  expires_at: z.date(),
  delivery: z.enum(CODE_DELIVERIES),
});

/** Counting needs to know the same destination again, and nothing more of it. */
function destinationHash({ channel, address }: Destination): string {
  return createHash('sha256').update(`${channel}:${address.toLowerCase()}`).digest('base64url');
}

export async function findNewestCode(queries: Queries, sessionId: string): Promise<SentCode | undefined> {
  const [found] = await queries.query(
    `SELECT position::int AS position, channel, salt, hash, wrong_entries, expires_at, delivery FROM one_time_codes
     WHERE session_id = $1 ORDER BY one_time_codes.position DESC LIMIT 1`,
    [sessionId],
  );
  if (found === undefined) return undefined;
  const { position, channel, salt, hash, wrong_entries, expires_at, delivery } = codeRow.parse(found);
  const hashed = hash === null ? undefined : { salt, hash };
  return { position, channel, hashed, wrongEntries: wrong_entries, expiresAt: expires_at, delivery };
}

/** Requests that run beside each other read the clock a little apart. */
const CLOCK_SPREAD_MS = 60_000;

/** Codes of the last hour. Times far ahead, of before the clock was moved back, count nothing. */
export async function findSentLately(
  queries: Queries,
  sessionId: string,
  destination: Destination,
  now: Date,
): Promise<SentLately> {
  const sent = (column: 'session_id' | 'destination_hash', value: string) =>
    queries.query<{ sent_at: Date; delivery: string }>(
      `SELECT sent_at, delivery FROM one_time_codes
       WHERE ${column} = $1 AND sent_at > $2 AND sent_at <= $3 ORDER BY sent_at, position`,
      [value, lately(now), new Date(now.getTime() + CLOCK_SPREAD_MS)],
    );
  const inSession = await sent('session_id', sessionId);
  const toDestination = await sent('destination_hash', destinationHash(destination));
  return {
    inSession: inSession.map(row => row.sent_at),
    toDestination: toDestination.map(row => row.sent_at),
    lastFailed: inSession.at(-1)?.delivery === 'failed',
  };
}

/** Lets one transaction at a time count and send to a destination: two sessions must not both be the tenth. */
export async function holdDestination(queries: Queries, destination: Destination): Promise<void> {
  await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    destinationHash(destination),
  ]);
}

/** Writes a code that is being sent; those before it open nothing any more. */
export async function insertCode(
  queries: Queries,
  code: {
    sessionId: string;
    destination: Destination;
    hashed: HashedCode;
    sentAt: Date;
    expiresAt: Date;
    messageId: string;
  },
): Promise<void> {
  const { sessionId, destination, hashed, sentAt, expiresAt, messageId } = code;
  await queries.query('UPDATE one_time_codes SET hash = NULL WHERE session_id = $1', [sessionId]);
  await queries.query(
    `INSERT INTO one_time_codes
       (session_id, channel, destination_hash, salt, hash, sent_at, expires_at, message_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      sessionId,
      destination.channel,
      destinationHash(destination),
      hashed.salt,
      hashed.hash,
      sentAt,
      expiresAt,
      messageId,
    ],
  );
}

/** @param spent from now on it opens nothing */
export async function updateCode(
  queries: Queries,
  { position }: SentCode,
  change: { wrongEntries: number; spent: boolean },
): Promise<void> {
  await queries.query(
    `UPDATE one_time_codes SET wrong_entries = $2, hash = CASE WHEN $3::boolean THEN NULL ELSE hash END
     WHERE position = $1`,
    [position, change.wrongEntries, change.spent],
  );
}

/**
 * Codes that no limit counts any more have long expired. The newest of an active session stays nonetheless: it
 * tells the channel that the signer chose.
 */
export async function removeOldCodes(queries: Queries, now: Date): Promise<void> {
  await queries.query(
    `DELETE FROM one_time_codes AS code USING sessions
     WHERE sessions.session_id = code.session_id AND code.sent_at <= $1
       AND (sessions.status <> 'ACTIVE' OR EXISTS (SELECT 1 FROM one_time_codes AS newer
         WHERE newer.session_id = code.session_id AND newer.position > code.position))`,
    [lately(now)],
  );
}
