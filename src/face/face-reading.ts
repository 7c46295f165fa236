/** A point of the face mesh, as a part of the frame's width and height. */
interface Landmark {
  readonly x: number;
  readonly y: number;
}

/** One face as the model finds it. */
interface FoundFace {
  /** The 478 points of the mesh. */
  readonly landmarks: readonly Landmark[];
  /** The face's position in space: 4 × 4, column-major. */
  readonly matrix: readonly number[];
  /** Scores from 0 to 1 by their names, such as `eyeBlinkLeft`. */
  readonly blendshapes: Readonly<Record<string, number>>;
}

/** The position and expression of a face. Positions and sizes are fractions of the frame's width and height. */
export interface FacePose {
  readonly centreX: number;
  readonly centreY: number;
  readonly width: number;
  readonly height: number;
  /** Degrees; positive to the person's own left. */
  readonly yaw: number;
  /** Degrees; positive downwards. */
  readonly pitch: number;
  /** Degrees. */
  readonly roll: number;
  /** How far the less closed eye is closed, 0 to 1. */
  readonly blink: number;
  /** How far the less smiling side of the mouth smiles, 0 to 1. */
  readonly smile: number;
}

/** What one frame of the camera shows. */
export interface FaceReading {
  /** ms, monotonic. */
  readonly at: number;
  /** Faces in the frame; 2 means two or more. */
  readonly faces: number;
  /** The first of them. */
  readonly face?: FacePose | undefined;
  /** Mean brightness of the frame, 0 to 255. */
  readonly luma: number;
  /** Variance of the Laplacian of the frame's brightness; small when the frame is blurred. */
  readonly sharpness: number;
  /** Standard deviation of the brightness of the frame's parts; next to none when the lens is covered. */
  readonly contrast: number;
}

const DEGREES = 180 / Math.PI;

/**
 * The pose of a face. Turns are read from the matrix, not from the points, because tilting a flat picture hardly
 * changes it. Both eyes and both sides of the mouth have to agree: far from the camera, one alone is often wrong.
 */
export function poseOf({ landmarks, matrix, blendshapes }: FoundFace): FacePose {
  const [left, right] = range(landmarks.map(({ x }) => x));
  const [top, bottom] = range(landmarks.map(({ y }) => y));
  const score = (name: string) => blendshapes[name] ?? 0;
  const at = (index: number) => matrix[index] ?? 0;
  return {
    centreX: (left + right) / 2,
    centreY: (top + bottom) / 2,
    width: right - left,
    height: bottom - top,
    yaw: Math.atan2(at(8), at(10)) * DEGREES,
    pitch: Math.asin(-at(9)) * DEGREES,
    roll: Math.atan2(at(1), at(5)) * DEGREES,
    blink: Math.min(score('eyeBlinkLeft'), score('eyeBlinkRight')),
    smile: Math.min(score('mouthSmileLeft'), score('mouthSmileRight')),
  };
}

function range(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

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
