/** One-time codes in the database: their hashes, delivery, and how often one may be sent. */
import { scrypt, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { HOUR_MS } from '../domain/clock.ts';
import { mailboxOf } from '../domain/contacts.ts';
import type { Random } from '../domain/ids.ts';
import { sha256 } from '../domain/sha256.ts';
import { OTP_CHANNELS, type OtpChannel } from '../domain/step.ts';
import { insertRow, nullable, type Queries, rowSchema } from '../storage/database.ts';

const CODES = 1_000_000;

/** The largest multiple of a million below 2^32: numbers above it would make the lowest codes more likely. */
const FAIR_BELOW = Math.floor(2 ** 32 / CODES) * CODES;

/** Slow on purpose: trying a million codes must take longer than a code is valid. 16 MiB and about 30 ms each. */
const COST = { N: 2 ** 14, r: 8, p: 1 } as const;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** Six digits, uniformly distributed. */
export function newCode(random: Random): string {
  for (;;) {
    const number = new DataView(random(4).buffer).getUint32(0);
    if (number < FAIR_BELOW) return String(number % CODES).padStart(6, '0');
  }
}

interface HashedCode {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

function derive(code: string, salt: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(code, salt, HASH_BYTES, COST, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Hashes a code for storage. */
export async function hashCode(code: string, random: Random): Promise<HashedCode> {
  const salt = random(SALT_BYTES);
  return { salt, hash: await derive(code, salt) };
}

/** Compares in constant time. */
export async function isCode(code: string, { salt, hash }: HashedCode): Promise<boolean> {
  const derived = await derive(code, salt);
  return derived.length === hash.length && timingSafeEqual(derived, hash);
}

/** Delivery state of the message with a code. `sent` means handed over to the mail server or SMS gateway. */
export const CODE_DELIVERIES = ['pending', 'sent', 'failed'] as const;
export type CodeDelivery = (typeof CODE_DELIVERIES)[number];

/**
 * Records the delivery state of a message that carried a code. If delivery failed, the step shows the error at
 * once, so that nobody waits for the code.
 * @param queries of the transaction that removes the message from the queue
 * @returns the session whose signer must be notified
 */
export async function settleCodeDelivery(
  queries: Queries,
  messageId: string,
  delivery: Exclude<CodeDelivery, 'pending'>,
): Promise<string | undefined> {
  const [code] = await queries.query<{ session_id: string }>(
    'SELECT session_id FROM one_time_codes WHERE message_id = $1',
    [messageId],
  );
  if (code === undefined) return undefined;
  // Lock order: the session before its code, as for an action.
  await queries.query('SELECT session_id FROM sessions WHERE session_id = $1 FOR UPDATE', [code.session_id]);
  await queries.query('UPDATE one_time_codes SET delivery = $2 WHERE message_id = $1', [messageId, delivery]);
  return delivery === 'failed' ? reportToStep(queries, code.session_id, messageId) : undefined;
}

/** Sets the error, unless a newer code has been sent or the step is over. */
async function reportToStep(
  queries: Queries,
  sessionId: string,
  messageId: string,
): Promise<string | undefined> {
  const told = await queries.query(
    `UPDATE steps SET error = 'not-sent'
     WHERE session_id = $1 AND type = 'OTP_VERIFY' AND status IN ('PENDING', 'STARTED')
       AND $2 = (SELECT message_id FROM one_time_codes WHERE session_id = $1 ORDER BY position DESC LIMIT 1)
       AND EXISTS (SELECT 1 FROM sessions WHERE session_id = $1 AND status = 'ACTIVE')
     RETURNING step_id`,
    [sessionId, messageId],
  );
  if (told.length === 0) return undefined;
  await queries.query('UPDATE sessions SET version = version + 1 WHERE session_id = $1', [sessionId]);
  return sessionId;
}

/** Minimum time between two codes of a session. */
const RESEND_PAUSE_MS = 30_000;
const SENDS_PER_SESSION = 5;
/** Across all sessions of a tenant, so that nobody can flood a phone by opening many. */
const SENDS_PER_DESTINATION = 10;
/** Across all tenants: so many that one of them alone can't keep the others' signers from their codes. */
const SENDS_FROM_ALL = 30;

/** Times of the codes sent in the last hour, oldest first. */
interface RecentSends {
  readonly inSession: readonly Date[];
  /** Of the tenant. */
  readonly toDestination: readonly Date[];
  /** Of all tenants. */
  readonly fromAll: readonly Date[];
  /** Whether the session's last code could not be delivered: no pause is needed then, but it still counts. */
  readonly lastFailed: boolean;
}

/** When another code may be sent, and what it has to wait for. */
export interface NextSend {
  readonly at: Date;
  /** A sentence for the integrator. */
  readonly reason: string;
}

const REASONS = {
  pause: 'A code was sent less than 30 seconds ago.',
  session: `The session has had ${SENDS_PER_SESSION} codes within an hour.`,
  destination: `The address or number has had ${SENDS_PER_DESTINATION} codes within an hour, in all sessions together.`,
  all: `The address or number has had ${SENDS_FROM_ALL} codes within an hour.`,
} as const;

/** The time from which one more send stays within `most` per hour. */
function nextWithin(sent: readonly Date[], most: number): number {
  const blocking = sent.at(-most);
  return sent.length < most || blocking === undefined ? 0 : blocking.getTime() + HOUR_MS;
}

/** The earliest time at which another code may be sent, in the past if it may be sent now, and which limit that is. */
export function nextSend({ inSession, toDestination, fromAll, lastFailed }: RecentSends): NextSend {
  const last = inSession.at(-1);
  const times = {
    all: nextWithin(fromAll, SENDS_FROM_ALL),
    destination: nextWithin(toDestination, SENDS_PER_DESTINATION),
    session: nextWithin(inSession, SENDS_PER_SESSION),
    pause: last === undefined || lastFailed ? 0 : last.getTime() + RESEND_PAUSE_MS,
  };
  const latest = Math.max(...Object.values(times));
  const [limit = 'pause'] = (['all', 'destination', 'session'] as const).filter(
    name => times[name] === latest,
  );
  return { at: new Date(latest), reason: REASONS[limit] };
}

/** One hour before `now`. */
function anHourBefore(now: Date): Date {
  return new Date(now.getTime() - HOUR_MS);
}

/** Where a code is sent. */
export interface Destination {
  readonly channel: OtpChannel;
  /** An e-mail address or an E.164 number. */
  readonly address: string;
}

/** A session's newest code. */
export interface SentCode {
  /** Its row in the table. */
  readonly position: number;
  readonly channel: OtpChannel;
  /** Absent once it is spent: by too many wrong entries, a newer code, or a correct entry. */
  readonly hashed: HashedCode | undefined;
  readonly wrongEntries: number;
  readonly expiresAt: Date;
  readonly delivery: CodeDelivery;
}

const codeRow = rowSchema({
  position: z.number(),
  channel: z.enum(OTP_CHANNELS),
  salt: z.instanceof(Uint8Array),
  hash: nullable(z.instanceof(Uint8Array)),
  wrongEntries: z.number(),
  expiresAt: z.date(),
  delivery: z.enum(CODE_DELIVERIES),
});

/** Sends are counted per destination; a hash is enough for that. */
function destinationHash({ channel, address }: Destination): string {
  const counted = channel === 'email' ? mailboxOf(address) : address;
  return sha256(`${channel}:${counted}`).toString('base64url');
}

export async function findNewestCode(queries: Queries, sessionId: string): Promise<SentCode | undefined> {
  const [found] = await queries.query(
    `SELECT position::int AS position, channel, salt, hash, wrong_entries, expires_at, delivery FROM one_time_codes
     WHERE session_id = $1 ORDER BY one_time_codes.position DESC LIMIT 1`,
    [sessionId],
  );
  if (found === undefined) return undefined;
  const { salt, hash, ...code } = codeRow.parse(found);
  return { ...code, hashed: hash && { salt, hash } };
}

/** Tolerance for the clocks of concurrent requests. */
const CLOCK_SPREAD_MS = 60_000;

/** Codes sent in the last hour. Ignores times far in the future, from before the clock was moved back. */
export async function findRecentSends(
  queries: Queries,
  { sessionId, tenantId }: { readonly sessionId: string; readonly tenantId: string },
  destination: Destination,
  now: Date,
): Promise<RecentSends> {
  const sent = (column: 'session_id' | 'destination_hash', value: string) =>
    queries.query<{ sent_at: Date; delivery: string; tenant_id: string }>(
      `SELECT sent_at, delivery, tenant_id FROM one_time_codes JOIN sessions USING (session_id)
       WHERE ${column} = $1 AND sent_at > $2 AND sent_at <= $3 ORDER BY sent_at, position`,
      [value, anHourBefore(now), new Date(now.getTime() + CLOCK_SPREAD_MS)],
    );
  const inSession = await sent('session_id', sessionId);
  const toDestination = await sent('destination_hash', destinationHash(destination));
  return {
    inSession: inSession.map(row => row.sent_at),
    toDestination: toDestination.filter(row => row.tenant_id === tenantId).map(row => row.sent_at),
    fromAll: toDestination.map(row => row.sent_at),
    lastFailed: inSession.at(-1)?.delivery === 'failed',
  };
}

/** Locks a destination, so that two sessions cannot both send its last allowed code. */
export async function lockDestination(queries: Queries, destination: Destination): Promise<void> {
  await queries.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    destinationHash(destination),
  ]);
}

/** Writes a code that is being sent and invalidates the session's earlier ones. */
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
  const { destination, hashed, ...row } = code;
  const { channel } = destination;
  await queries.query('UPDATE one_time_codes SET hash = NULL WHERE session_id = $1', [row.sessionId]);
  const { salt, hash } = hashed;
  await insertRow(queries, 'one_time_codes', {
    ...row,
    channel,
    destinationHash: destinationHash(destination),
    salt,
    hash,
  });
}

/** @param spent whether the code is invalid from now on */
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
 * Deletes codes that no limit counts any more; they have expired. Keeps the newest code of an active session,
 * because it holds the channel that the signer chose.
 */
export async function removeOldCodes(queries: Queries, now: Date): Promise<void> {
  await queries.query(
    `DELETE FROM one_time_codes AS code USING sessions
     WHERE sessions.session_id = code.session_id AND code.sent_at <= $1
       AND (sessions.status <> 'ACTIVE' OR EXISTS (SELECT 1 FROM one_time_codes AS newer
         WHERE newer.session_id = code.session_id AND newer.position > code.position))`,
    [anHourBefore(now)],
  );
}
