import * as z from 'zod';
import { rowSchema } from '../storage/row-schema.ts';
import type { Database, Queries } from '../storage/database.ts';
import { BIOMETRIC_MODES, LIVENESS_ACTIONS, type LivenessAttempt } from '../domain/liveness-challenge.ts';
import type { ReceivedFrame } from './liveness-check.ts';

const attemptRow = rowSchema({
  livenessSessionId: z.string(),
  sessionId: z.string(),
  mode: z.enum(BIOMETRIC_MODES),
  nonce: z.string(),
  actions: z.array(z.enum(LIVENESS_ACTIONS)),
  startedAt: z.date(),
});

/**
 * The session's attempt that has not been judged; there is at most one. Locks it until the transaction ends:
 * `shared` for uploading frames, exclusively for judging it or starting another.
 */
export async function findAttempt(
  queries: Queries,
  sessionId: string,
  hold: 'shared' | 'alone',
): Promise<LivenessAttempt | undefined> {
  const [found] = await queries.query(
    `SELECT * FROM liveness_attempts WHERE session_id = $1 AND NOT judged ${hold === 'shared' ? 'FOR SHARE' : 'FOR UPDATE'}`,
    [sessionId],
  );
  return found && attemptRow.parse(found);
}

/** Replaces the session's previous attempt and deletes its frames. */
export async function putAttempt(queries: Queries, attempt: LivenessAttempt): Promise<void> {
  await queries.query(
    `INSERT INTO liveness_attempts (session_id, liveness_session_id, mode, nonce, actions, started_at)
     VALUES ($1, $2, $3, $4, $5::jsonb, $6)
     ON CONFLICT (session_id) DO UPDATE SET liveness_session_id = EXCLUDED.liveness_session_id,
       mode = EXCLUDED.mode, nonce = EXCLUDED.nonce, actions = EXCLUDED.actions,
       started_at = EXCLUDED.started_at, starts = liveness_attempts.starts + 1, judged = false`,
    [
      attempt.sessionId,
      attempt.livenessSessionId,
      attempt.mode,
      attempt.nonce,
      JSON.stringify(attempt.actions),
      attempt.startedAt,
    ],
  );
  // Delete after the attempt is locked, so that frames still being uploaded for the previous one are deleted too.
  await queries.query('DELETE FROM liveness_frames WHERE session_id = $1', [attempt.sessionId]);
}

/** How often the session has started the camera. */
export async function countStarts(queries: Queries, sessionId: string): Promise<number> {
  const [row] = await queries.query<{ starts: number }>(
    'SELECT starts FROM liveness_attempts WHERE session_id = $1',
    [sessionId],
  );
  return row?.starts ?? 0;
}

/** Marks the attempt as judged, which happens once. Its frames stay for the face comparison. */
export async function closeAttempt(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('UPDATE liveness_attempts SET judged = true WHERE session_id = $1', [sessionId]);
}

/** A frame with its encrypted picture. A frame that is sent again replaces the first. */
export interface StoredFrame extends ReceivedFrame {
  readonly sessionId: string;
  readonly sealed: string;
}

export async function putFrame(queries: Queries, frame: StoredFrame): Promise<void> {
  await queries.query(
    `INSERT INTO liveness_frames (session_id, frame_index, sha256, sealed) VALUES ($1, $2, $3, $4)
     ON CONFLICT (session_id, frame_index) DO UPDATE SET sha256 = EXCLUDED.sha256, sealed = EXCLUDED.sealed`,
    [frame.sessionId, frame.index, frame.sha256, frame.sealed],
  );
}

const frameRow = z.object({ frame_index: z.number(), sha256: z.string() });

export async function listFrames(queries: Queries, sessionId: string): Promise<ReceivedFrame[]> {
  const rows = await queries.query(
    'SELECT frame_index, sha256 FROM liveness_frames WHERE session_id = $1 ORDER BY frame_index',
    [sessionId],
  );
  return rows.map(row => {
    const { frame_index: index, sha256 } = frameRow.parse(row);
    return { index, sha256 };
  });
}

/** The encrypted picture of the first frame, in which the face looks straight ahead. */
export async function findNeutralFrame(queries: Queries, sessionId: string): Promise<string | undefined> {
  const [row] = await queries.query<{ sealed: string | null }>(
    'SELECT sealed FROM liveness_frames WHERE session_id = $1 ORDER BY frame_index LIMIT 1',
    [sessionId],
  );
  return row?.sealed ?? undefined;
}

/**
 * Deletes the pictures of sessions that ended before a time; their hashes stay as long as the sessions. To avoid
 * deadlocks, locks sessions in the same order as erasure does, and attempts before frames, as uploads do.
 */
export async function dropPictures(database: Database, endedBefore: Date): Promise<void> {
  await database.transaction(async queries => {
    const held = await queries.query<{ session_id: string }>(
      `SELECT session_id FROM sessions
       WHERE status <> 'ACTIVE' AND session_id IN (
         SELECT session_id FROM liveness_attempts
         UNION
         SELECT session_id FROM liveness_frames JOIN sessions USING (session_id)
         WHERE sealed IS NOT NULL AND ended_at <= $1)
       ORDER BY session_id FOR NO KEY UPDATE`,
      [endedBefore],
    );
    if (held.length === 0) return;
    const sessionIds = held.map(row => row.session_id);
    await queries.query('DELETE FROM liveness_attempts WHERE session_id = ANY($1)', [sessionIds]);
    await queries.query(
      `UPDATE liveness_frames SET sealed = NULL FROM sessions
       WHERE sessions.session_id = liveness_frames.session_id AND liveness_frames.sealed IS NOT NULL
         AND sessions.session_id = ANY($1) AND sessions.ended_at <= $2`,
      [sessionIds, endedBefore],
    );
  });
}
