import type { FaceReading } from './face-reading.ts';

/** Finds faces in a camera's frames, one frame at a time. */
export interface FaceTracker {
  /**
   * Reads one frame and takes ownership of it. Wait for the result before passing the next one.
   *
   * @param at when the frame was taken, ms; later than the previous one.
   * @throws TrackerError
   */
  track(frame: ImageBitmap, at: number): Promise<FaceReading>;
  /** Keeps the frame that was read last, instead of the one kept before. */
  keep(): void;
  /** The kept frame as a JPEG image of at most `mostBytes`. @throws TrackerError */
  picture(mostBytes: number): Promise<Blob>;
  /** Releases all resources. The tracker can't be used afterwards. */
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
 * The problem behind a tracker's error; undefined for any other error. Recognised by name, because the landmarker's
 * script, when it runs on the page, throws errors of its own copy of the class.
 */
export function trackerProblem(error: unknown): TrackerProblem | undefined {
  if (!(error instanceof Error) || error.name !== 'TrackerError') return undefined;
  return PROBLEMS.find(problem => problem === Reflect.get(error, 'problem'));
}
