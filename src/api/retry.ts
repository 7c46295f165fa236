import { ServiceError, StatusError } from './errors.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Attempts after the first. */
  readonly retries?: number;
  /** Between 0 and 1, for the jitter. */
  readonly random?: () => number;
  /** Waits `ms`, or rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 5_000;
/** Beyond this a signer is better told than kept waiting. */
const LONGEST_RETRY_AFTER = 20_000;

/**
 * Runs a request until it succeeds, fails for good, or has been tried `retries + 1` times. Waits 0.5 s, 1 s,
 * 2 s … up to 5 s in between, each shortened by up to a half at random so that many signers do not come back
 * at once; a `Retry-After` up to 20 s is obeyed, a longer one ends the attempts.
 */
export async function withRetry<T>(request: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, retries = 3, random = Math.random, sleep = delay } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      const wait = attempt < retries ? waitBefore(error, attempt, random) : undefined;
      if (wait === undefined) throw error;
      await sleep(wait, signal);
    }
  }
}

function waitBefore(error: unknown, attempt: number, random: () => number): number | undefined {
  if (!(error instanceof ServiceError) || !error.retryable) return undefined;
  if (error instanceof StatusError && error.retryAfter !== undefined) {
    return error.retryAfter <= LONGEST_RETRY_AFTER ? error.retryAfter : undefined;
  }
  return Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY) * (1 - random() / 2);
}

/** Resolves after `ms`; rejects with the signal's reason when it aborts. */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError');
}
