import type { PassedAction } from '../../face/challenge.ts';
import type { FaceReading } from '../../face/face-reading.ts';
import type { FaceAction } from '../../face/movements.ts';
import type { Presence, CapturedFrame } from '../../session/liveness-flow.ts';

/** Collects what goes to the service while the signer acts. */
export class CapturedPresence {
  readonly #asked: readonly FaceAction[];
  readonly #startedAt: number;
  /** By the action's place in the order; the signer may have to begin again. */
  #frames: CapturedFrame[] = [];
  readonly #seen: FaceReading[] = [];

  /** @param asked the service's own actions. @param startedAt by `performance.now()`. */
  constructor(asked: readonly FaceAction[], startedAt: number) {
    this.#asked = asked;
    this.#startedAt = startedAt;
  }

  /** How many actions have a picture. */
  get pictures(): number {
    return this.#frames.length;
  }

  see(reading: FaceReading): void {
    if (reading.face !== undefined) this.#seen.push(reading);
  }

  /** The picture of an action, taken at `at` by `performance.now()`. */
  add(action: FaceAction, at: number, picture: Blob): void {
    this.#frames.push({ action, capturedAt: wallClock(at), picture });
  }

  /** The signer begins again. */
  restart(): void {
    this.#frames = [];
  }

  /**
   * All of it, but for the first look at the middle where the service did not ask for one.
   *
   * @param mostFrames pictures that the service takes.
   */
  finish(passed: readonly PassedAction[], mostFrames: number): Presence {
    const extra = passed.length > this.#asked.length ? 1 : 0;
    return {
      frames: this.#frames.slice(extra, extra + mostFrames),
      durationMs: Math.round(performance.now() - this.#startedAt),
      brightness: this.#mean(({ luma }) => luma),
      sharpness: this.#mean(({ sharpness }) => sharpness),
      faceAreaRatio: this.#mean(({ face }) => (face === undefined ? 0 : face.width * face.height)),
      actions: passed.slice(extra).map(({ action, startedAt, passedAt }) => ({
        action,
        startedAt: wallClock(startedAt),
        passedAt: wallClock(passedAt),
      })),
    };
  }

  /** To four digits: what a person can make use of. */
  #mean(value: (reading: FaceReading) => number): number {
    const sum = this.#seen.reduce((total, reading) => total + value(reading), 0);
    return this.#seen.length === 0 ? 0 : Number((sum / this.#seen.length).toPrecision(4));
  }
}

/** A time of `performance.now()` as the device's clock shows it, ms since the epoch. */
function wallClock(at: number): number {
  return Date.now() - (performance.now() - at);
}
