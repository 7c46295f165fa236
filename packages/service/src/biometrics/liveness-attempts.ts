/** An attempt of the camera step: what is kept of it, and how its report and frames are judged. */
import * as z from 'zod';
import {
  BIOMETRIC_MODES,
  LIVENESS_ACTIONS,
  type LivenessAction,
  type LivenessAttempt,
  type LivenessReport,
  MAX_SECONDS,
  UPLOAD_SECONDS,
} from '../domain/liveness-challenge.ts';
import type { StepResult } from '../domain/step.ts';
import { type Database, type Queries, rowSchema } from '../storage/database.ts';

/** A received frame, without its picture. */
interface ReceivedFrame {
  readonly index: number;
  /** Hex. */
  readonly sha256: string;
}

/** The result of an attempt; `why` is only for the service itself. */
type LivenessVerdict =
  { readonly passed: true; readonly result: StepResult } | { readonly passed: false; readonly why: string };

const failed = (why: string): LivenessVerdict => ({ passed: false, why });

/** Faster than this, in milliseconds, no human performs an action (signer API, section 5). */
const FASTEST_ACTION_MS = 200;

/**
 * Decides on an attempt by the device's report and the frames received. These checks make cheating costly; they are
 * not presentation-attack detection in the sense of ISO/IEC 30107-3.
 */
export function checkLiveness(
  attempt: LivenessAttempt,
  report: LivenessReport | undefined,
  frames: readonly ReceivedFrame[],
  now: Date,
): LivenessVerdict {
  if (attempt.mode === 'SIMULATED') return checkSimulated(attempt, report);
  const why =
    report === undefined
      ? 'nothing was reported'
      : (wrongNonce(attempt, report) ??
        wrongFrames(attempt, report, frames) ??
        wrongTiming(attempt, report, now));
  if (why !== undefined || report === undefined) return failed(why ?? '');
  const { brightness, sharpness, faceAreaRatio } = report.metrics ?? {};
  return {
    passed: true,
    result: {
      // The device reported every action; this is not a measured confidence of liveness.
      liveness: {
        confidence: 1,
        provider: 'widget',
        captureMode: 'LIVE',
        frames: report.frames.map(({ action, sha256 }) => ({ action, sha256 })),
      },
      quality: { brightness, sharpness, faceAreaRatio },
    },
  };
}

function checkSimulated(attempt: LivenessAttempt, report: LivenessReport | undefined): LivenessVerdict {
  const why = report && wrongNonce(attempt, report);
  if (why !== undefined) return failed(why);
  return {
    passed: true,
    result: { liveness: { confidence: 1, provider: 'simulated', captureMode: 'SIMULATED', frames: [] } },
  };
}

function wrongNonce(attempt: LivenessAttempt, { nonce }: LivenessReport): string | undefined {
  return nonce === attempt.nonce ? undefined : 'the nonce is of another attempt';
}

const sameOrder = (one: readonly LivenessAction[], other: readonly LivenessAction[]): boolean =>
  one.length === other.length && one.every((action, index) => action === other[index]);

/**
 * Checks that every action has its frames, in the requested order, that all were received, and that no picture is
 * used twice.
 */
function wrongFrames(
  attempt: LivenessAttempt,
  { frames }: LivenessReport,
  received: readonly ReceivedFrame[],
): string | undefined {
  const runs = frames.map(frame => frame.action).filter((action, at, all) => action !== all[at - 1]);
  if (!sameOrder(runs, attempt.actions)) return 'the frames do not follow the actions';
  if (frames.some((frame, at) => frame.index !== at)) return 'the frames are not numbered in order';
  if (frames.some(({ capturedAt }, at) => capturedAt < (frames[at - 1]?.capturedAt ?? 0)))
    return 'the frames are not in the order of their times';
  const arrived = new Map(received.map(frame => [frame.index, frame.sha256]));
  if (arrived.size !== frames.length) return 'other frames arrived than were reported';
  if (frames.some(frame => arrived.get(frame.index) !== frame.sha256))
    return 'a frame is not the reported one';
  if (new Set(frames.map(frame => frame.sha256)).size !== frames.length) return 'a picture serves twice';
  return undefined;
}

function wrongTiming(attempt: LivenessAttempt, { metrics }: LivenessReport, now: Date): string | undefined {
  const actions = metrics?.actions ?? [];
  const names = actions.map(({ action }) => action);
  if (!sameOrder(names, attempt.actions)) return 'the actions are not those that were asked for';
  if (actions.some(({ startedAt, passedAt }) => passedAt - startedAt < FASTEST_ACTION_MS))
    return 'an action is faster than anybody';
  if (actions.some(({ startedAt }, at) => startedAt < (actions[at - 1]?.passedAt ?? 0)))
    return 'an action begins before the one before it ends';
  const first = actions.at(0)?.startedAt ?? 0;
  const last = actions.at(-1)?.passedAt ?? 0;
  if (last - first > MAX_SECONDS * 1000) return 'the actions took too long';
  const elapsed = now.getTime() - attempt.startedAt.getTime();
  if (elapsed > (MAX_SECONDS + UPLOAD_SECONDS) * 1000) return 'the attempt is over';
  // The reported duration must fit the time that passed on the service's clock.
  return last - first > elapsed ? 'the actions took longer than the attempt' : undefined;
}

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
interface StoredFrame extends ReceivedFrame {
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
