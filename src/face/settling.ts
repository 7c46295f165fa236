import type { FaceReading } from './face-reading.ts';
import { faceGate, portraitGate, type GateHint } from './gates.ts';
import { isNeutral } from './movements.ts';
import { Steadiness } from './steadiness.ts';

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
