import { sha256 } from '../domain/sha256.ts';
import { RecentMap } from '../support/recent-map.ts';
import { PdfRefusedError } from './refusal.ts';

const MOST_KEPT = 1000;

/** Stops repeated uploads of the same file, but lets a later version of the service try it again. */
const LIFETIME_MS = 10 * 60_000;

interface Refused {
  readonly error: PdfRefusedError;
  readonly until: number;
}

/** Remembers by their hash which files were refused, so that the same bytes cost nothing the next time. */
export class RefusedFiles {
  /** The least recently sent first. */
  readonly #refused = new RecentMap<string, Refused>(MOST_KEPT);
  readonly #now: () => number;

  /** @param now milliseconds, of a clock that never goes back */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /**
   * @param key of `refusalKey`
   * @throws PdfRefusedError where the same bytes were refused, for the same reason
   */
  requireNew(key: string): void {
    const known = this.#refused.get(key);
    if (known === undefined) return;
    this.#refused.delete(key);
    if (known.until <= this.#now()) return;
    this.#refused.set(key, known);
    throw new PdfRefusedError(known.error.refusal, { cause: known.error.cause });
  }

  add(key: string, error: PdfRefusedError): void {
    this.#refused.set(key, { error, until: this.#now() + LIFETIME_MS });
  }
}

/** What a refusal is remembered by: the bytes, and what was asked about them. */
export function refusalKey(bytes: Uint8Array, ...question: readonly (string | number)[]): string {
  return `${sha256(bytes).toString('base64')} ${question.join(' ')}`;
}
