import { sha256 } from '../domain/sha256.ts';
import * as z from 'zod';
import { OTP_CHANNELS, type OtpChannel } from '../domain/step.ts';
import { nullable, rowSchema } from '../storage/row-schema.ts';
import { insertRow } from '../storage/insert-row.ts';
import type { Queries } from '../storage/database.ts';
import type { HashedCode } from './code.ts';
import { CODE_DELIVERIES, type CodeDelivery } from './code-delivery.ts';
import { anHourBefore, type RecentSends } from './send-limits.ts';

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
  return sha256(`${channel}:${address.toLowerCase()}`).toString('base64url');
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
