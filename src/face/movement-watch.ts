import type { FacePose } from './face-reading.ts';
import { ALL_MOVEMENTS, MOVEMENTS, type Movement } from './movements.ts';

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

export type MovementProgress = 'waiting' | 'peak' | 'done' | 'other';

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
