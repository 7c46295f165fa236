import type { FaceReading } from './face-reading.ts';

/** Reads faces out of a camera's frames, one at a time. */
export interface FaceTracker {
  /**
   * Reads one frame, which is the tracker's from then on. Wait for its answer before the next one.
   *
   * @param at when the frame was taken, ms, later than the one before.
   * @throws TrackerError
   */
  track(frame: ImageBitmap, at: number): Promise<FaceReading>;
  /** Keeps the frame that was read last, in place of the one that was kept before. */
  keep(): void;
  /** The kept frame as a JPEG image of at most so many bytes. @throws TrackerError */
  picture(mostBytes: number): Promise<Blob>;
  /** Gives up what it holds. Nothing can be asked of it afterwards. */
  close(): void;
}

/**
 * Why there is no tracker: `wasm` can't run or its file is not what it should be, the `model` is not the one
 * that was tested, WebGL is missing, a file can't be loaded now or, as the page is set up (`assets`), ever, or it broke down while at work.
 */
export type TrackerProblem = (typeof PROBLEMS)[number];

const PROBLEMS = ['wasm', 'model', 'webgl', 'load', 'assets', 'broken'] as const;

export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly problem: TrackerProblem;

  constructor(problem: TrackerProblem, options?: ErrorOptions) {
    super(`The face can't be followed: ${problem}`, options);
    this.problem = problem;
  }
}

/**
 * The problem behind a tracker's error; undefined for any other. By its name: on the page the landmarker's script
 * throws errors of its own copy of the class.
 */
export function trackerProblem(error: unknown): TrackerProblem | undefined {
  if (!(error instanceof Error) || error.name !== 'TrackerError') return undefined;
  return PROBLEMS.find(problem => problem === Reflect.get(error, 'problem'));
}
