import type { FacePose, FaceReading } from './face-reading.ts';
import { type GateHint, faceGate, portraitGate } from './gates.ts';
import { isNeutral } from './movements.ts';

/** ms for which a face has to keep still. */
export const WINDOW = 500;
/**
 * Degrees that a still face may turn in that time, and fractions of the frame that it may move. A still face in front
 * of a fixed camera turns by 1, a turning one by 27; a hand-held phone shakes.
 */
export const MOST_TURN = 8;
const MOST_SHIFT = 0.03;

/** Detects whether the face has been still for half a second. */
export class Steadiness {
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
