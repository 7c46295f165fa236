import * as z from 'zod';
import type { Database, Queries } from '../storage/database.ts';
import { BIOMETRIC_MODES, LIVENESS_ACTIONS, type LivenessAttempt } from '../domain/liveness-challenge.ts';
import type { ReceivedFrame } from './liveness-judgement.ts';

const attemptRow = z.object({
  liveness_session_id: z.string(),
  session_id: z.string(),
  mode: z.enum(BIOMETRIC_MODES),
  nonce: z.string(),
  actions: z.array(z.enum(LIVENESS_ACTIONS)),
  started_at: z.date(),
});

/**
 * The attempt of a session that has not been judged; there is one at a time. It is held until the transaction ends:
 * `shared` by those who send its frames, and by nobody else who judges it or begins another.
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
  if (found === undefined) return undefined;
  const row = attemptRow.parse(found);
  return {
    livenessSessionId: row.liveness_session_id,
    sessionId: row.session_id,
    mode: row.mode,
    nonce: row.nonce,
    actions: row.actions,
    startedAt: row.started_at,
  };
}

/** Takes the place of an attempt before it, whose frames go. */
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
  // After the attempt is held: a frame that is on its way belongs to the one before, and goes with it.
  await queries.query('DELETE FROM liveness_frames WHERE session_id = $1', [attempt.sessionId]);
}

/** How often the session has turned the camera on. */
export async function countStarts(queries: Queries, sessionId: string): Promise<number> {
  const [row] = await queries.query<{ starts: number }>(
    'SELECT starts FROM liveness_attempts WHERE session_id = $1',
    [sessionId],
  );
  return row?.starts ?? 0;
}

/** An attempt is judged once. Its frames stay for the comparison that follows. */
export async function closeAttempt(queries: Queries, sessionId: string): Promise<void> {
  await queries.query('UPDATE liveness_attempts SET judged = true WHERE session_id = $1', [sessionId]);
}

/** A frame's picture is kept sealed, and sent again it takes the place of the first. */
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

/** The sealed picture of the first frame: the face as it looks straight ahead. */
export async function findNeutralFrame(queries: Queries, sessionId: string): Promise<string | undefined> {
  const [row] = await queries.query<{ sealed: string | null }>(
    'SELECT sealed FROM liveness_frames WHERE session_id = $1 ORDER BY frame_index LIMIT 1',
    [sessionId],
  );
  return row?.sealed ?? undefined;
}

/**
 * Lets go of the pictures of sessions that ended before a time; their hashes stay as long as the sessions. The sessions
 * are held first, in the order in which they are held to be erased with their pictures, and attempts before their
 * frames, as for an upload: or two of these could wait for one another.
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
