import type { FacePose, FaceReading } from './face-reading.ts';

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
