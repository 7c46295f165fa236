import { browserFamily } from '../../camera/browser-family.ts';
import { CameraError, type CameraProblem } from '../../camera/camera-problem.ts';
import type { ChallengeFailure } from '../../face/challenge.ts';
import { trackerProblem, type TrackerProblem } from '../../face/face-tracker.ts';
import type { LivenessKey } from './liveness-words.ts';

/** Why nothing was proved. */
export type LivenessProblem =
  | CameraProblem
  | Exclude<TrackerProblem, CameraProblem>
  | ChallengeFailure
  /** The page went out of sight, and the camera off. */
  | 'hidden'
  /** The signer's face was not found well enough to begin. */
  | 'unseen'
  /** The service asks for something that this widget doesn't know. */
  | 'unknownAction';

/** The problem behind an error of camera or tracker; undefined for any other error, which is a bug. */
export function problemOf(error: unknown): LivenessProblem | undefined {
  return error instanceof CameraError ? error.problem : trackerProblem(error);
}

/** Can't another try by itself help? */
export function isFinal(problem: LivenessProblem): boolean {
  return ['insecure', 'unsupported', 'inAppBrowser', 'policy', 'webgl', 'unknownAction'].includes(problem);
}

/** What the signer can do about it: how to allow the camera depends on the browser. */
export function instructionOf(problem: LivenessProblem, userAgent: string): LivenessKey | undefined {
  if (problem !== 'denied' && problem !== 'unanswered') return undefined;
  return `allow.${browserFamily(userAgent)}`;
}
