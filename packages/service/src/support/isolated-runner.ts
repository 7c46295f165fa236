import { HOUR_MS } from '../domain/clock.ts';
import { describeError, type Log } from './logs.ts';

/** Something that fails is retried every few seconds until it is fixed; log it once in this time. */
const SILENT_MS = HOUR_MS;

/**
 * Runs the same work for many ids, one after the other. An error for one, such as an unreadable session, is
 * reported and does not affect the others. The caller retries later.
 */
export class IsolatedRunner {
  readonly #report: Log;
  /** When each failing id was last reported, by this process's own time. */
  readonly #told = new Map<string, number>();

  /**
   * @param report receives the id and the error without its message, at most once an hour for an id that keeps
   *   failing
   */
  constructor(report: Log) {
    this.#report = report;
  }

  /**
   * Runs the work for each id. Never rejects.
   * @param ids ids made by the service, which reveal nothing personal
   */
  async runEach(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
    for (const id of ids) {
      try {
        await work(id);
        this.#told.delete(id);
      } catch (error) {
        this.#failed(id, error);
      }
    }
  }

  #failed(id: string, error: unknown): void {
    const now = performance.now();
    const told = this.#told.get(id);
    if (told !== undefined && now - told < SILENT_MS) return;
    this.#told.delete(id);
    // Oldest first. Drop old entries: ids that no longer exist are never reported as working again.
    for (const [other, at] of this.#told) if (now - at >= SILENT_MS) this.#told.delete(other);
    this.#told.set(id, now);
    this.#report(`${id}: ${describeError(error)}`);
  }
}
