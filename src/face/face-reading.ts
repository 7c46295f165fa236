/** A point of the face mesh, as a part of the frame's width and height. */
export interface Landmark {
  readonly x: number;
  readonly y: number;
}

/** One face as the model finds it. */
export interface FoundFace {
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
