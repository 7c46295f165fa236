import { AnswerError, NetworkError, StatusError, TimeoutError } from '../api/errors.ts';
import type { FailedLoad } from '../document/document-load.ts';
import type { PendingAction } from './intents.ts';

/** The codes of `sign-error`: a closed set, part of the public contract. */
export type ErrorCode =
  | 'invalid_client_secret'
  | 'unsupported_browser'
  | 'unsupported_page'
  | 'assets_unavailable'
  | 'network'
  | 'service_unavailable'
  | 'rate_limited'
  | 'unexpected_answer'
  | 'request_refused'
  | 'attempts_exhausted'
  | 'document_unavailable'
  | 'document_hash_mismatch'
  | 'document_unreadable';

/** What the host page is told of an error. */
export interface PublicError {
  readonly code: ErrorCode;
  /** May the same thing succeed if it is tried again? */
  readonly retryable: boolean;
  /**
   * With `unsupported_page`: the built-ins that the page has broken, such as `Array.prototype.map`. With
   * `assets_unavailable`: the address of what is missing.
   */
  readonly detail?: string;
}

/** The session could not be loaded; another try may succeed. */
export interface LoadError extends PublicError {
  readonly kind: 'load';
  readonly reason: 'offline' | 'network' | 'service' | 'unexpected';
}

/** The link, the browser or the page rules out a session. */
export interface AccessError extends PublicError {
  readonly kind: 'access';
  readonly reason: 'invalidLink' | 'unsupportedBrowser' | 'insecurePage';
}

/** An action of the signer had no effect. Only reported after the service was asked for the session. */
export interface ActionError extends PublicError {
  readonly kind: 'action';
  readonly action: PendingAction;
  readonly reason:
    | 'notDone'
    /** The service is busy, until `retryAt` if it said so. */
    | 'busy'
    /** Too many requests, until `retryAt` if the service said so. */
    | 'tooMany'
    | 'refused'
    /** No attempt is left. */
    | 'exhausted'
    /** The service could not be asked: the action may have been carried out. */
    | 'unknown'
    /** The device is offline: nothing was sent. */
    | 'offline';
  /** The connection was lost meanwhile. */
  readonly wasDisconnected?: boolean;
  /** By the device's clock, in ms since the epoch. */
  readonly retryAt?: number | undefined;
}

/** The document could not be downloaded, is not the session's, or can't be drawn. */
interface DocumentError extends PublicError {
  readonly kind: 'document';
}

/** Everything that can go wrong in a session. */
export type SessionError = LoadError | AccessError | ActionError | DocumentError;

/**
 * Maps an error of the API client to its public code. Rethrows any other error, which is a bug.
 */
export function publicError(error: unknown): PublicError {
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

/** Does the service no longer accept the secret? It does not say why. */
export function isRefusedSecret(error: unknown): error is StatusError {
  return error instanceof StatusError && [401, 404, 410].includes(error.status);
}

/** The error of a first load. `online` as the browser says. */
export function loadError(error: unknown, online: boolean): LoadError {
  const told = publicError(error);
  return { kind: 'load', reason: loadReason(told.code, online), ...told };
}

function loadReason(code: ErrorCode, online: boolean): LoadError['reason'] {
  if (code === 'network') return online ? 'network' : 'offline';
  return code === 'unexpected_answer' ? 'unexpected' : 'service';
}

/** The error of a session that can't be loaded. */
export function accessError(reason: AccessError['reason']): AccessError {
  const code = reason === 'invalidLink' ? 'invalid_client_secret' : 'unsupported_browser';
  return { kind: 'access', reason, code, retryable: false };
}

/** The error of a document that could not be downloaded, or is not the session's. */
export function documentError(problem: FailedLoad['problem']): DocumentError {
  return problem === 'mismatch'
    ? { kind: 'document', code: 'document_hash_mismatch', retryable: false }
    : { kind: 'document', code: 'document_unavailable', retryable: true };
}

/**
 * The error of an action that, as the reloaded session shows, was not carried out. The service returned that session,
 * so the secret is valid, and a 401 or 404 refused only the request.
 */
export function actionError(error: unknown, action: PendingAction): ActionError {
  const { code, retryable } = publicError(error);
  const told = { code: code === 'invalid_client_secret' ? 'request_refused' : code, retryable } as const;
  if (code === 'attempts_exhausted') return { kind: 'action', action, reason: 'exhausted', ...told };
  if (code === 'service_unavailable' || code === 'rate_limited') {
    const wait = error instanceof StatusError ? error.retryAfter : undefined;
    const reason = code === 'rate_limited' ? 'tooMany' : 'busy';
    const retryAt = wait === undefined ? undefined : Date.now() + wait;
    return { kind: 'action', action, reason, retryAt, ...told };
  }
  return { kind: 'action', action, reason: retryable ? 'notDone' : 'refused', ...told };
}

/**
 * The error of an action whose outcome the service could not be asked for: it may have been carried out. `online` as
 * the browser says.
 */
export function unknownOutcome(error: unknown, action: PendingAction, online: boolean): ActionError {
  return { kind: 'action', action, reason: 'unknown', wasDisconnected: !online, ...publicError(error) };
}

/** The error of an action that was not sent, because the device is offline. */
export function offlineError(action: PendingAction): ActionError {
  return { kind: 'action', action, reason: 'offline', code: 'network', retryable: true };
}
