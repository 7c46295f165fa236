/** Whether a face can be judged: place, size, light, and that it is still. */
import type { FacePose, FaceReading } from './face-reading.ts';
import { isNeutral } from './movements.ts';

/** Why a frame does not count, or what the signer should do about it. */
export type GateHint =
  | 'uncover'
  | 'light'
  | 'glare'
  | 'noFace'
  | 'alone'
  | 'closer'
  | 'back'
  | 'centre'
  | 'sharp'
  | 'straight'
  | 'still';

/*
 * Each limit lies between the values that the recorded films show on either side, at least a quarter of the distance
 * from both (test/face/thresholds.node.test.ts prints the distances).
 */

/** A covered lens has 0; a face in the dark has 14 to 16. */
export const COVERED_LUMA = 7;
/**
 * In a darker frame still: a covered lens has up to 0.1, all of it noise; a room in which no face is found any more, 0.45
 * (test/face/darkness.browser.test.ts paints both).
 */
const COVERED_CONTRAST = 0.25;
/** In the dark 16, indoors 93. The model finds faces far below this that nobody would recognise. */
export const DARK_LUMA = 40;
/** A wall in daylight has 160: only an almost white picture is too bright. */
const GLARE_LUMA = 225;
/** Too far 0.12, well placed 0.28. Below 0.15 of the frame's width a neutral face seems to smile and to blink. */
export const LEAST_WIDTH = 0.2;
const MOST_WIDTH = 0.72;
const MOST_HEIGHT = 0.92;
/** From the middle of the frame, as parts of its width and height. */
const OFF_CENTRE_X = 0.17;
const OFF_CENTRE_Y = 0.2;
const LEAST_SHARPNESS = 12;
/** Degrees from straight ahead; who looks there has up to 3 and 8, for a turn 30 are made. */
const STRAIGHT_YAW = 12;
const STRAIGHT_TILT = 20;
/** Hysteresis: how much wider a limit is for a face that is inside it, so that hints do not flicker. */
const SLACK = 0.08;

/**
 * Checks that a frame counts: enough light, and exactly one face of the right size.
 *
 * @param inside whether the frame before counted: then each limit is a little wider.
 */
export function faceGate(reading: FaceReading, inside: boolean): GateHint | undefined {
  const { faces, face, luma } = reading;
  const wider = inside ? 1 - SLACK : 1;
  if (isCovered(reading)) return 'uncover';
  if (luma < DARK_LUMA * wider) return 'light';
  if (luma > GLARE_LUMA / wider) return 'glare';
  if (face === undefined || faces === 0) return 'noFace';
  if (faces > 1) return 'alone';
  // This limit has no slack: nothing below it may count.
  if (face.width < (inside ? LEAST_WIDTH : LEAST_WIDTH * (1 + SLACK))) return 'closer';
  if (face.width > MOST_WIDTH / wider || face.height > MOST_HEIGHT / wider) return 'back';
  return undefined;
}

/** Is it the lens that is dark, and not the room? */
function isCovered({ faces, luma, contrast }: FaceReading): boolean {
  return luma < COVERED_LUMA && faces === 0 && contrast < COVERED_CONTRAST;
}

/** Checks that a face is seen well: position, sharpness, direction. */
function portraitGate(reading: FaceReading, inside: boolean): GateHint | undefined {
  const { face, sharpness } = reading;
  if (face === undefined) return 'noFace';
  const wider = inside ? 1 + SLACK * 2 : 1;
  if (Math.abs(face.centreX - 0.5) > OFF_CENTRE_X * wider) return 'centre';
  if (Math.abs(face.centreY - 0.5) > OFF_CENTRE_Y * wider) return 'centre';
  if (sharpness < LEAST_SHARPNESS / wider) return 'sharp';
  return isStraight(face) ? undefined : 'straight';
}

/** Does the face look at the camera, upright? */
export function isStraight({ yaw, pitch, roll }: FacePose): boolean {
  return Math.abs(yaw) <= STRAIGHT_YAW && Math.abs(pitch) <= STRAIGHT_TILT && Math.abs(roll) <= STRAIGHT_TILT;
}

/** ms for which a face has to keep still. */
export const WINDOW = 500;
/**
 * Degrees that a still face may turn in that time, and fractions of the frame that it may move. A still face in front
 * of a fixed camera turns by 1, a turning one by 27; a hand-held phone shakes.
 */
export const MOST_TURN = 8;
const MOST_SHIFT = 0.03;

/** Detects whether the face has been still for half a second. */
class Steadiness {
  #recent: { readonly at: number; readonly face: FacePose }[] = [];

  /** Processes a frame's face. @returns whether it moved, as far as is known. */
  moved({ at, face }: FaceReading): boolean {
    if (face === undefined) {
      this.#recent = [];
      return false;
    }
    this.#recent = this.#recent.filter(past => at - past.at <= WINDOW);
    this.#recent.push({ at, face });
    const spread = (value: (pose: FacePose) => number) => {
      const values = this.#recent.map(past => value(past.face));
      return Math.max(...values) - Math.min(...values);
    };
    return (
      spread(({ yaw }) => yaw) > MOST_TURN ||
      spread(({ centreX }) => centreX) > MOST_SHIFT ||
      spread(({ centreY }) => centreY) > MOST_SHIFT
    );
  }
}

/** ms for which all conditions have to hold. */
const SETTLED_AFTER = 600;

/** Waits for one face, well positioned and well lit, that looks at the camera and keeps still. */
export class Settling {
  #steadiness = new Steadiness();
  #since: number | undefined;
  #inside = false;
  #at = 0;

  /** Have all conditions held for long enough? */
  get settled(): boolean {
    return this.#since !== undefined && this.#at - this.#since >= SETTLED_AFTER;
  }

  /** Starts again. */
  reset(): void {
    this.#steadiness = new Steadiness();
    this.#since = undefined;
    this.#inside = false;
  }

  /** Processes a frame. @returns what is not right yet; undefined when the signer only has to wait. */
  observe(reading: FaceReading): GateHint | undefined {
    this.#at = reading.at;
    const hint = this.#hint(reading);
    this.#inside = hint === undefined || hint === 'still';
    if (hint !== undefined) this.#since = undefined;
    else if (reading.face !== undefined && isNeutral(reading.face)) this.#since ??= reading.at;
    return hint;
  }

  #hint(reading: FaceReading): GateHint | undefined {
    const moved = this.#steadiness.moved(reading);
    const hint = faceGate(reading, this.#inside) ?? portraitGate(reading, this.#inside);
    return hint ?? (moved ? 'still' : undefined);
  }
}

/** ms for which a hint is shown at least: faster changes can't be read. */
const STANDS_FOR = 700;

/** Shows hints one at a time, each long enough to be read. */
export class StandingHint<Hint> {
  #shown: Hint | undefined;
  #since = Number.NEGATIVE_INFINITY;

  /** @param hint the current hint. @param at now, ms. @returns the hint to show. */
  show(hint: Hint, at: number): Hint {
    if (this.#shown !== undefined && (hint === this.#shown || at - this.#since < STANDS_FOR)) {
      return this.#shown;
    }
    this.#shown = hint;
    this.#since = at;
    return hint;
  }
}
