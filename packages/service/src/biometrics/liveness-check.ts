import type { StepResult } from '../domain/step.ts';
import {
  MAX_SECONDS,
  UPLOAD_SECONDS,
  type LivenessAction,
  type LivenessAttempt,
  type LivenessReport,
} from '../domain/liveness-challenge.ts';

/** A received frame, without its picture. */
export interface ReceivedFrame {
  readonly index: number;
  /** Hex. */
  readonly sha256: string;
}

/** The result of an attempt; `why` is only for the service itself. */
export type LivenessVerdict =
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
