import type { Queries } from '../storage/database.ts';
import { describeError, type Log } from '../support/logs.ts';

/** How often queues look for jobs of other processes and for retries that are due. */
const LOOK_MS = 1000;

/** A queue that is told when it may have something to do. */
interface Looked {
  /** Whether a job of its table is due, as a condition. @param now the parameter for the time by the clock */
  someDue(now: string): string;
  /** The time by the clock of the due times; null: the database's. */
  now(): Date | null;
  wake(): void;
}

/** Looks for due jobs of several queues by one statement, so that a service with nothing to do costs little. */
export class JobLook {
  readonly #database: Queries;
  readonly #reportError: Log;
  readonly #queues = new Set<Looked>();
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor({ database, reportError }: { readonly database: Queries; readonly reportError: Log }) {
    this.#database = database;
    this.#reportError = reportError;
  }

  add(queue: Looked): void {
    this.#queues.add(queue);
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  remove(queue: Looked): void {
    this.#queues.delete(queue);
    if (this.#queues.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Never rejects: the next look tries again. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const queues = [...this.#queues];
    try {
      const due = queues.map((queue, index) => `${queue.someDue(`$${index + 1}`)} AS queue_${index}`);
      const [found] = await this.#database.query(
        `SELECT ${due.join(', ')}`,
        queues.map(queue => queue.now()),
      );
      for (const [index, queue] of queues.entries()) if (found?.[`queue_${index}`] === true) queue.wake();
    } catch (error) {
      this.#reportError(describeError(error));
    } finally {
      this.#isLooking = false;
    }
  }
}
