import { unavailable } from '../domain/problem.ts';

/**
 * Runs work that stops when the limit aborts.
 * @param late the detail of the problem if it stopped for that, and seconds after which to try again
 * @throws Problem `service-unavailable`; what the work throws
 */
export async function inTime<T>(
  limit: AbortSignal,
  work: () => Promise<T>,
  late: { readonly detail: string; readonly retryAfter: number },
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw limit.aborted && cause === limit.reason ? unavailable(late.detail, late.retryAfter, cause) : cause;
  }
}
