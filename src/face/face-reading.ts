/** A point of the face mesh, as a part of the frame's width and height. */
export interface Landmark {
  readonly x: number;
  readonly y: number;
}

/** One face as the model finds it. */
export interface FoundFace {
  /** The 478 points of the mesh. */
  readonly landmarks: readonly Landmark[];
  /** The face's place in space: 4 × 4, column by column. */
  readonly matrix: readonly number[];
  /** Scores from 0 to 1 by their names, such as `eyeBlinkLeft`. */
  readonly blendshapes: Readonly<Record<string, number>>;
}

/** Where one face is and what it does. Places and sizes are parts of the frame's width and height. */
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
  /** How far the eye that is less closed is closed, 0 to 1. */
  readonly blink: number;
  /** How far the side of the mouth that smiles less smiles, 0 to 1. */
  readonly smile: number;
}

/** What one frame of the camera shows. */
export interface FaceReading {
  /** ms, never going back. */
  readonly at: number;
  /** Faces in the frame; two stand for more. */
  readonly faces: number;
  /** The first of them. */
  readonly face?: FacePose | undefined;
  /** Mean brightness of the frame, 0 to 255. */
  readonly luma: number;
  /** Variance of the Laplacian of the frame's brightness; small where nothing is sharp. */
  readonly sharpness: number;
}

const DEGREES = 180 / Math.PI;

/**
 * The pose of a face. A turn is read from the matrix and not from the points: a flat picture that is tilted
 * hardly moves it. Both eyes and both sides of the mouth have to agree: far off, one alone is often wrong.
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
