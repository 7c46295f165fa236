import { readClientSecret } from '../api/client-secret.ts';
import { AnswerError, NetworkError, StatusError, TimeoutError } from '../api/errors.ts';
import type { FailedLoad } from '../document/document-load.ts';
import type { Obstacle } from './opening.ts';
import type { ActionProblem, Pending, TroubleReason } from './state.ts';

/** What `sign-error` may say: a closed set, part of the public contract. */
export type ErrorCode =
  | 'invalid_client_secret'
  | 'unsupported_browser'
  | 'network'
  | 'service_unavailable'
  | 'rate_limited'
  | 'unexpected_answer'
  | 'request_refused'
  | 'attempts_exhausted'
  | 'document_unavailable'
  | 'document_hash_mismatch'
  | 'document_unreadable';

export interface Failure {
  readonly code: ErrorCode;
  /** May the same thing succeed on another try? */
  readonly retryable: boolean;
}

/** The public failure for an error of the API room. The one place that decides what an error is called. */
export function failureOf(error: unknown): Failure {
  if (error instanceof NetworkError || error instanceof TimeoutError)
    return { code: 'network', retryable: true };
  if (error instanceof AnswerError) return { code: 'unexpected_answer', retryable: true };
  if (!(error instanceof StatusError)) throw error;
  if (error.status === 429) return { code: 'rate_limited', retryable: true };
  if (error.retryable) return { code: 'service_unavailable', retryable: true };
  if (error.problem === 'document-hash-mismatch') return { code: 'document_hash_mismatch', retryable: false };
  if (error.problem === 'attempts-exhausted') return { code: 'attempts_exhausted', retryable: false };
  const unknownSecret = error.status === 401 || error.status === 404;
  return { code: unknownSecret ? 'invalid_client_secret' : 'request_refused', retryable: false };
}

/**
 * The public failure of an action after which the service still opened the session: so the secret is good, and
 * what was refused is the request.
 */
export function actionFailure(error: unknown): Failure {
  const failure = failureOf(error);
  return failure.code === 'invalid_client_secret' ? { ...failure, code: 'request_refused' } : failure;
}

/** Does a load say that this secret opens nothing (any more)? The service does not tell why. */
export function isRefusedSecret(error: unknown): error is StatusError {
  return error instanceof StatusError && [401, 404, 410].includes(error.status);
}

/**
 * How far the device's idea of the service's clock may be behind, ms: it is told with an answer, which takes its time
 * to arrive.
 */
const CLOCK_LAG = 60_000;

/**
 * Is a secret that was refused past its own end, as far as that can be told from here? `clockOffset` is what to add to the device's clock to get the service's, in
 * ms, where the service has told its time.
 */
export function isLate(secret: string, clockOffset = 0): boolean {
  const expiresAt = readClientSecret(secret)?.expiresAt;
  return expiresAt !== undefined && expiresAt <= Date.now() + clockOffset + CLOCK_LAG;
}

/** How a session ends whose secret opens nothing (any more): past the secret's own end, that is why. */
export function refusalEnding({ status }: StatusError, secret: string): 'expired' | 'invalidLink' {
  return isLate(secret) || status === 410 ? 'expired' : 'invalidLink';
}

/** The public failure of a session that can't be asked for. That the time ran out is an end, and no failure. */
export function obstacleFailure(ending: Obstacle): Failure | undefined {
  if (ending === 'expired') return undefined;
  return {
    code: ending === 'invalidLink' ? 'invalid_client_secret' : 'unsupported_browser',
    retryable: false,
  };
}

/** The public failure of a document that did not arrive, or is another one. */
export function documentFailure(problem: FailedLoad['problem']): Failure {
  return problem === 'mismatch'
    ? { code: 'document_hash_mismatch', retryable: false }
    : { code: 'document_unavailable', retryable: true };
}

/** What the signer is told when the session can't be loaded. */
export function troubleReason(error: unknown, online: boolean): TroubleReason {
  const { code } = failureOf(error);
  if (code === 'network') return online ? 'network' : 'offline';
  return code === 'unexpected_answer' ? 'unexpected' : 'service';
}

/** What the signer is told when an action failed and the service, asked again, says that it was not done. */
export function actionProblem(error: unknown, action: Pending): ActionProblem {
  const { code, retryable } = failureOf(error);
  if (code === 'attempts_exhausted') return { action, kind: 'exhausted' };
  if (code === 'service_unavailable' || code === 'rate_limited') {
    const wait = error instanceof StatusError ? error.retryAfter : undefined;
    const kind = code === 'rate_limited' ? 'tooMany' : 'busy';
    return { action, kind, retryAt: wait === undefined ? undefined : Date.now() + wait };
  }
  return { action, kind: retryable ? 'notDone' : 'refused' };
}

/**
 * What is left of a problem now that the service has said how the session stands: nothing when it has moved on;
 * and what nobody knew is known.
 */
export function problemAfter(problem: ActionProblem | undefined, moved: boolean): ActionProblem | undefined {
  if (problem === undefined || moved) return undefined;
  return problem.kind === 'unknown' ? { ...problem, kind: 'notDone' } : problem;
}
