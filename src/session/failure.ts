import { AnswerError, NetworkError, StatusError, TimeoutError } from '../api/errors.ts';
import type { ActionProblem, TroubleReason } from './state.ts';

/** What `sign-error` may say: a closed set, part of the public contract. */
export type ErrorCode =
  | 'invalid_client_secret'
  | 'unsupported_browser'
  | 'network'
  | 'service_unavailable'
  | 'unexpected_answer'
  | 'request_refused'
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
  if (error.retryable) return { code: 'service_unavailable', retryable: true };
  if (error.problem === 'document-hash-mismatch') return { code: 'document_hash_mismatch', retryable: false };
  const unknownSecret = error.status === 401 || error.status === 404;
  return { code: unknownSecret ? 'invalid_client_secret' : 'request_refused', retryable: false };
}

/** Does a load say that this secret opens nothing (any more)? The service does not tell why. */
export function isRefusedSecret(error: unknown): error is StatusError {
  return error instanceof StatusError && [401, 404, 410].includes(error.status);
}

/** What the signer is told when the session can't be loaded. */
export function troubleReason(error: unknown, online: boolean): TroubleReason {
  const { code } = failureOf(error);
  if (code === 'network') return online ? 'network' : 'offline';
  return code === 'unexpected_answer' ? 'unexpected' : 'service';
}

/** What the signer is told when an action failed and the service, asked again, says that it was not done. */
export function actionProblem(error: unknown, action: 'accept' | 'decline'): ActionProblem {
  if (action === 'decline') return 'declineNotDone';
  const { code, retryable } = failureOf(error);
  if (code === 'service_unavailable') return 'busy';
  return retryable ? 'notDone' : 'refused';
}
