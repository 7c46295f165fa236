import { describeError, type Log } from './error-log.ts';

/** What fails is tried every few seconds, for as long as nobody mends it: the log is to show it and little else. */
const SILENT_MS = 3_600_000;

/**
 * Does the same for many, one after the other and each by itself: what fails for one, such as a session that can no
 * longer be read, is reported and holds up no other. Whoever uses it comes again for what is still to be done.
 */
export class EachAlone {
  readonly #report: Log;
  /** When each that fails was last told of, by this process's own time. */
  readonly #told = new Map<string, number>();

  /** @param report takes the id and the error without its message, at most once an hour for each that goes on failing */
  constructor(report: Log) {
    this.#report = report;
  }

  /**
   * Does the work for each, and resolves whatever comes of it.
   * @param ids the service's own, which say nothing about anybody
   */
  async do(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
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
    // The oldest come first. Of what is gone meanwhile nobody will say that it no longer fails.
    for (const [other, at] of this.#told) if (now - at >= SILENT_MS) this.#told.delete(other);
    this.#told.set(id, now);
    this.#report(`${id}: ${describeError(error)}`);
  }
}
