import type { PassedAction } from '../../face/challenge.ts';
import type { FaceReading } from '../../face/face-reading.ts';
import type { FaceAction } from '../../face/movements.ts';
import type { Presence } from '../../session/liveness-flow.ts';

/** A picture of an action, taken at `at` by `performance.now()`. */
interface TimedFrame {
  readonly action: FaceAction;
  readonly at: number;
  readonly picture: Blob;
}

/** Collects what is sent to the service. */
export class CapturedPresence {
  readonly #asked: readonly FaceAction[];
  readonly #startedAt: number;
  /** In the order of the actions; cleared when the signer has to start again. */
  #frames: TimedFrame[] = [];
  readonly #seen: FaceReading[] = [];

  /** @param asked the service's own actions. @param startedAt by `performance.now()`. */
  constructor(asked: readonly FaceAction[], startedAt: number) {
    this.#asked = asked;
    this.#startedAt = startedAt;
  }

  /** Number of actions with a picture. */
  get pictures(): number {
    return this.#frames.length;
  }

  see(reading: FaceReading): void {
    if (reading.face !== undefined) this.#seen.push(reading);
  }

  /** The picture of an action, taken at `at` by `performance.now()`. */
  add(action: FaceAction, at: number, picture: Blob): void {
    this.#frames.push({ action, at, picture });
  }

  /** The signer starts again. */
  restart(): void {
    this.#frames = [];
  }

  /**
   * Everything, by the device's clock (ms since the epoch), except the initial CENTER if the service did not ask for it.
   *
   * @param mostFrames the service's limit of pictures.
   */
  finish(passed: readonly PassedAction[], mostFrames: number): Presence {
    const extra = passed.length > this.#asked.length ? 1 : 0;
    // Both clocks are read once: between two readings one goes on, and an action would begin before the last one ended.
    const offset = Date.now() - performance.now();
    const frames = this.#frames.slice(extra, extra + mostFrames);
    return {
      frames: frames.map(({ action, at, picture }) => ({ action, capturedAt: at + offset, picture })),
      durationMs: Math.round(performance.now() - this.#startedAt),
      brightness: this.#mean(({ luma }) => luma),
      sharpness: this.#mean(({ sharpness }) => sharpness),
      faceAreaRatio: this.#mean(({ face }) => (face === undefined ? 0 : face.width * face.height)),
      actions: passed.slice(extra).map(({ action, startedAt, passedAt }) => ({
        action,
        startedAt: startedAt + offset,
        passedAt: passedAt + offset,
      })),
    };
  }

  /** Rounded to four digits. */
  #mean(value: (reading: FaceReading) => number): number {
    const sum = this.#seen.reduce((total, reading) => total + value(reading), 0);
    return this.#seen.length === 0 ? 0 : Number((sum / this.#seen.length).toPrecision(4));
  }
}
