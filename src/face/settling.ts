import type { FacePose, FaceReading } from './face-reading.ts';
import { type GateHint, faceGate, portraitGate } from './gates.ts';
import { isNeutral } from './movements.ts';

/** ms over which a face has to stay where it is. */
export const WINDOW = 500;
/**
 * Degrees that a face held still may turn in that time, and parts of the frame that it may move. Before a fixed
 * camera it turns by 1, in a turn by 27; a phone in a hand trembles.
 */
export const MOST_TURN = 8;
const MOST_SHIFT = 0.03;

/** Tells whether the face has been still for half a second. */
export class Steadiness {
  #recent: { readonly at: number; readonly face: FacePose }[] = [];

  /** Takes in a frame's face. @returns whether it moved, so far as is known. */
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

/** ms for which everything has to be right. */
const SETTLED_AFTER = 600;

/** Waits for one face, well placed and well seen, that looks at the camera and keeps still. */
export class Settling {
  #steadiness = new Steadiness();
  #since: number | undefined;
  #inside = false;
  #at = 0;

  /** Has everything been right for long enough? */
  get settled(): boolean {
    return this.#since !== undefined && this.#at - this.#since >= SETTLED_AFTER;
  }

  /** Begins anew. */
  reset(): void {
    this.#steadiness = new Steadiness();
    this.#since = undefined;
    this.#inside = false;
  }

  /** Takes in a frame. @returns what is not right yet; undefined when the signer only has to wait. */
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
