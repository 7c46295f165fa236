import { setTimeout as delay } from 'node:timers/promises';
import type { PatientClient } from './patient-client.ts';

/** More signings than this at once are not begun. */
const MOST_AT_ONCE = 60;

/** The time in ms, in which this part of them was done. */
export const at = (values: readonly number[], part: number): number =>
  Math.round(values.toSorted((one, other) => one - other)[Math.ceil(part * values.length) - 1] ?? 0);

/** Signers who come at a steady rate, whether those before them are done or not. */
export class Load {
  readonly signed = new Map<string, string>();
  readonly problems: string[] = [];
  took: number[] = [];
  leftOut = 0;
  #running = 0;
  readonly #client: PatientClient;

  constructor(client: PatientClient) {
    this.#client = client;
  }

  /** Signings that are under way. */
  get running(): number {
    return this.#running;
  }

  /** Begins signings, without waiting for the last ones. */
  async begin({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<void> {
    const end = Date.now() + seconds * 1000;
    for (let next = Date.now(); next < end; next += 1000 / perSecond) {
      await delay(Math.max(0, next - Date.now()));
      this.#begin();
    }
  }

  /** Waits for what is under way. */
  async end(): Promise<void> {
    while (this.#running > 0) await delay(100);
  }

  #begin(): void {
    if (this.#running >= MOST_AT_ONCE) {
      this.leftOut += 1;
      return;
    }
    this.#running += 1;
    void this.#sign().finally(() => (this.#running -= 1));
  }

  async #sign(): Promise<void> {
    const start = performance.now();
    try {
      const { sessionId, transactionId } = await this.#client.sign();
      this.signed.set(sessionId, transactionId);
      this.took.push(performance.now() - start);
    } catch (error) {
      this.problems.push(String(error));
    }
  }
}
