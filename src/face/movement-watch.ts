import type { FacePose } from './face-reading.ts';
import { ALL_MOVEMENTS, MOVEMENTS, type Movement } from './movements.ts';

/** ms after the request before which nobody can have followed it. */
const REACTION = 150;
/** The least time from the request to its fulfilment, ms; a service refuses less than 200 (signer API, section 5). */
const LEAST_TIME = 250;
/** ms without growing after which a movement has reached its peak. */
const PEAK_AFTER = 120;
/** Held so long, a movement counts although it still grows, ms. */
const HELD_LONG = 800;
/** Eyes that are closed for longer are asleep, ms. */
const LONGEST_BLINK = 1500;

export type MovementProgress = 'waiting' | 'peak' | 'done' | 'other';

/** Watches for one movement that was asked for, and for those that were not. */
export class MovementWatch {
  readonly #wanted: Movement;
  readonly #askedAt: number;
  #since: number | undefined;
  #peak: { readonly value: number; readonly at: number } | undefined;
  readonly #others = new Map<Movement, number>();

  /** @param askedAt when the signer was asked, ms. */
  constructor(wanted: Movement, askedAt: number) {
    this.#wanted = wanted;
    this.#askedAt = askedAt;
  }

  /** Forgets a movement that was broken off. */
  interrupt(): void {
    this.#since = undefined;
    this.#peak = undefined;
    this.#others.clear();
  }

  /**
   * Takes in a face.
   *
   * @returns `peak`: more of the movement than in any frame before; `done`: it was made; `other`: another one was.
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
    // Eyes have to open again; the others are done at their peak.
    if (this.#wanted === 'BLINK') return now < off && at - since <= LONGEST_BLINK;
    const held = now >= off && at - since >= hold;
    return held && (at - this.#peak.at >= PEAK_AFTER || at - since >= HELD_LONG);
  }

  /** Another movement that the signer means: whoever makes it has not understood, or plays a film. */
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
