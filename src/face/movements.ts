/** The movements that are asked for, and watching for them. */
import type { FacePose } from './face-reading.ts';

/** What a service may ask for (signer API, section 5). Left and right are the signer's. */
const FACE_ACTIONS = ['CENTER', 'TURN_LEFT', 'TURN_RIGHT', 'BLINK', 'SMILE'] as const;
export type FaceAction = (typeof FACE_ACTIONS)[number];
export type Movement = Exclude<FaceAction, 'CENTER'>;

/** Is it an action that this widget knows? */
export function isFaceAction(name: string): name is FaceAction {
  return (FACE_ACTIONS as readonly string[]).includes(name);
}

/** When a movement starts and when it is over. */
interface MovementRule {
  readonly value: (face: FacePose) => number;
  readonly on: number;
  readonly off: number;
  /** ms for which it has to be held; less is jitter. */
  readonly hold: number;
  /** ms after which it counts as deliberate while another movement is requested; undefined: it is involuntary. */
  readonly meant: number | undefined;
}

/**
 * Degrees for a turn, the model's score otherwise. `on` is at least a quarter of the distance away from the values of
 * the recorded films with and without the movement; `off` is as far from the latter and from `on`
 * (test/face/thresholds.node.test.ts prints the figures):
 *
 * | movement   | made, least peak | not made, most | by           |
 * | ---------- | ---------------: | -------------: | ------------ |
 * | TURN_LEFT  |               30 |              5 | two faces    |
 * | TURN_RIGHT |               35 |              5 | tilted print |
 * | BLINK      |             0.72 |           0.12 | open eyes    |
 * | SMILE      |             0.87 |           0.21 | a blink      |
 */
export const MOVEMENTS: Readonly<Record<Movement, MovementRule>> = {
  TURN_LEFT: { value: ({ yaw }) => yaw, on: 20, off: 12, hold: 200, meant: 200 },
  TURN_RIGHT: { value: ({ yaw }) => -yaw, on: 20, off: 12, hold: 200, meant: 200 },
  // Eyes close for 100 to 400 ms; people blink some 15 times a minute involuntarily.
  BLINK: { value: ({ blink }) => blink, on: 0.5, off: 0.35, hold: 0, meant: undefined },
  SMILE: { value: ({ smile }) => smile, on: 0.5, off: 0.4, hold: 250, meant: 400 },
};

export const ALL_MOVEMENTS = FACE_ACTIONS.filter(action => action !== 'CENTER');

/** Is the face without any of the movements? */
export function isNeutral(face: FacePose): boolean {
  return ALL_MOVEMENTS.every(movement => MOVEMENTS[movement].value(face) < MOVEMENTS[movement].off);
}

/** ms after the request within which nobody can have reacted to it. */
const REACTION = 150;
/** Minimum ms from the request to its completion; a service refuses less than 200 (signer API, section 5). */
const LEAST_TIME = 250;
/** ms without growing after which a movement has reached its peak. */
const PEAK_AFTER = 120;
/** ms after which a movement that is held counts although it is still growing. */
const HELD_LONG = 800;
/** ms; eyes that are closed for longer don't blink. */
const LONGEST_BLINK = 1500;

type MovementProgress = 'waiting' | 'peak' | 'done' | 'other';

/** Watches for the requested movement, and for others. */
export class MovementWatch {
  readonly #wanted: Movement;
  readonly #askedAt: number;
  #since: number | undefined;
  #peak: { readonly value: number; readonly at: number } | undefined;
  readonly #others = new Map<Movement, number>();

  /** @param askedAt time of the request, ms. */
  constructor(wanted: Movement, askedAt: number) {
    this.#wanted = wanted;
    this.#askedAt = askedAt;
  }

  /** Discards an interrupted movement. */
  interrupt(): void {
    this.#since = undefined;
    this.#peak = undefined;
    this.#others.clear();
  }

  /**
   * Processes a face.
   *
   * @returns `peak`: more of the movement than in any frame before; `done`: it is complete; `other`: another movement was
   *   made instead.
   */
  observe(face: FacePose, at: number): MovementProgress {
    if (this.#seesOther(face, at)) return 'other';
    const { value, on, off } = MOVEMENTS[this.#wanted];
    const now = value(face);
    if (now >= on && this.#since === undefined && at - this.#askedAt >= REACTION) this.#since = at;
    if (this.#since === undefined) return 'waiting';
    if (this.#isDone(now, this.#since, at)) return 'done';
    if (now < off) {
      this.interrupt();
      return 'waiting';
    }
    if (now < on || now <= (this.#peak?.value ?? 0)) return 'waiting';
    this.#peak = { value: now, at };
    return 'peak';
  }

  #isDone(now: number, since: number, at: number): boolean {
    const { hold, off } = MOVEMENTS[this.#wanted];
    if (this.#peak === undefined || at - this.#askedAt < LEAST_TIME) return false;
    // A blink is complete when the eyes are open again, other movements at their peak.
    if (this.#wanted === 'BLINK') return now < off && at - since <= LONGEST_BLINK;
    const held = now >= off && at - since >= hold;
    return held && (at - this.#peak.at >= PEAK_AFTER || at - since >= HELD_LONG);
  }

  /** A deliberate movement of another kind: the signer has misunderstood, or a recording is played. */
  #seesOther(face: FacePose, at: number): boolean {
    return ALL_MOVEMENTS.some(movement => {
      const { value, on, meant } = MOVEMENTS[movement];
      if (movement === this.#wanted || meant === undefined) return false;
      if (value(face) < on) {
        this.#others.delete(movement);
        return false;
      }
      const since = this.#others.get(movement) ?? at;
      this.#others.set(movement, since);
      return at - since >= meant;
    });
  }
}
