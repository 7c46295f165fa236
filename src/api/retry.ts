import { ServiceError, StatusError, TimeoutError } from './errors.ts';

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Attempts after the first. */
  readonly retries?: number;
  /** The longest `Retry-After` to wait for, in ms. Default 20 s; a longer one is shown to the signer instead. */
  readonly longestRetryAfter?: number;
  /** Between 0 and 1, for the jitter. */
  readonly random?: () => number;
  /** Waits `ms`, or rejects when the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 5_000;
const DEFAULT_LONGEST_RETRY_AFTER = 20_000;
/** A timeout has already taken its full time, so it is retried less often. */
const RETRIES_AFTER_TIMEOUT = 1;

/**
 * Runs a request until it succeeds, fails for good, or has been tried `retries + 1` times. Waits 0.5 s, 1 s,
 * 2 s … up to 5 s in between, each shortened by up to a half at random so that many signers do not return at
 * once. Waits for a `Retry-After` up to `longestRetryAfter`; a longer one ends the attempts. Retries a timeout once.
 */
export async function withRetry<T>(request: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, retries = 3, sleep = delay } = options;
  for (let attempt = 0; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      const wait = attempt < retries ? waitBefore(error, attempt, options) : undefined;
      if (wait === undefined) throw error;
      await sleep(wait, signal);
    }
  }
}

function waitBefore(error: unknown, attempt: number, options: RetryOptions): number | undefined {
  const { longestRetryAfter = DEFAULT_LONGEST_RETRY_AFTER, random = Math.random } = options;
  if (!(error instanceof ServiceError) || !error.retryable) return undefined;
  if (error instanceof TimeoutError && attempt >= RETRIES_AFTER_TIMEOUT) return undefined;
  if (error instanceof StatusError && error.retryAfter !== undefined) {
    return error.retryAfter <= longestRetryAfter ? error.retryAfter : undefined;
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
