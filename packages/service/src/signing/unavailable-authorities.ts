import { unavailable } from '../domain/problem.ts';
import { TimestampError } from '../pki/timestamp-authority.ts';
import { ValidationDataError } from './long-term.ts';

/**
 * A temporary error: the signature itself is fine and may be sent again.
 * @throws Problem `service-unavailable` when a timestamp or validation data cannot be obtained
 */
export async function unlessUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TimestampError)
      throw unavailable('No timestamp can be obtained at the moment.', 2, error);
    if (error instanceof ValidationDataError) throw unavailable(error.message, 2, error);
    throw error;
  }
}
