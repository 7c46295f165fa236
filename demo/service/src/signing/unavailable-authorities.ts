import { Problem } from '../domain/problem.ts';
import { TimestampError } from '../pki/timestamp-authority.ts';
import { ValidationDataError } from './long-term.ts';

/** @throws Problem `service-unavailable` if the authorities used up the time limit */
export async function inTime<T>(limit: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!limit.aborted || cause !== limit.reason) throw cause;
    throw unavailable('The check of the certificate took too long.', cause);
  }
}

/** A temporary error: the signature itself is fine and may be sent again. */
export function unavailable(detail: string, cause?: unknown): Problem {
  return new Problem('service-unavailable', detail, { headers: { 'Retry-After': '2' }, cause });
}

/** @throws Problem `service-unavailable` when a timestamp or validation data cannot be obtained */
export async function unlessUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TimestampError) throw unavailable('No timestamp can be had now.', error);
    if (error instanceof ValidationDataError) throw unavailable(error.message, error);
    throw error;
  }
}
