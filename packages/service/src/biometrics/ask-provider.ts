import { unavailable } from '../domain/problem.ts';
import { ProviderUnavailableError } from './providers.ts';
import { timeLimit } from '@sign-session/verify';

/**
 * Asks a provider, for as long as the limit allows.
 * @param closing ends the wait too; the question then fails with its reason
 * @returns undefined when the provider does not answer
 */
export async function askProvider<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  limitMs: number,
  closing?: AbortSignal,
): Promise<T | undefined> {
  const limit = timeLimit(limitMs);
  try {
    return await ask(closing === undefined ? limit : AbortSignal.any([closing, limit]));
  } catch (error) {
    const hasNoAnswer = error instanceof ProviderUnavailableError || limit.aborted;
    if (hasNoAnswer && closing?.aborted !== true) return undefined;
    throw error;
  }
}

/** How long a request waits for a provider. */
const REQUEST_LIMIT_MS = 10_000;

/** Asks a provider for a request that waits. @throws Problem `service-unavailable` when it does not answer */
export async function requireAnswer<T>(ask: (signal: AbortSignal) => Promise<T>, detail: string): Promise<T> {
  const answer = await askProvider(ask, REQUEST_LIMIT_MS);
  if (answer === undefined) throw unavailable(detail, 5);
  return answer;
}
