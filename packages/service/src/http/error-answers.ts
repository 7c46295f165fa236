import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { QuotaExceededError, type QuotaStanding } from '../quotas/monthly-quotas.ts';
import { CommitUncertainError, DatabaseAwayError, DatabaseReadOnlyError } from '../storage/database.ts';
import { DocumentsAwayError } from '../support/documents-away-error.ts';
import { InterruptedError } from '../support/interrupted-error.ts';
import { TooBusyError } from '../support/concurrency-limiter.ts';
import type { ServiceEnv } from './environment.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { Problem, unavailable } from '../domain/problem.ts';
import { describeError, type Log } from '../support/error-log.ts';

/** The headers of every response that a quota applies to. */
function quotaHeaders(standing: QuotaStanding): Record<string, string> {
  return {
    'RateLimit-Limit': String(standing.limit),
    'RateLimit-Remaining': String(standing.remaining),
    'RateLimit-Reset': String(standing.resetInSeconds),
  };
}

export function setQuotaHeaders(c: Context<ServiceEnv>, standing: QuotaStanding): void {
  for (const [name, value] of Object.entries(quotaHeaders(standing))) c.header(name, value);
}

/** Turns the framework's own errors into problem objects. */
function fromFramework(error: HTTPException): Problem {
  if (error.status === 400) {
    return new Problem('validation-error', 'The body is not well-formed.', {
      errors: [{ pointer: '', detail: 'Is not well-formed.' }],
      cause: error,
    });
  }
  if (error.status === 415) {
    return new Problem('unsupported-media-type', 'This content type is not accepted here.', {
      cause: error,
    });
  }
  return new Problem('internal', 'The request could not be answered.', { cause: error });
}

/**
 * The body was cut off: the client disconnected or took too long (Node's documented error of an incoming message).
 */
function isCutOff(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  );
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isCutOff(error)) {
    return new Problem('validation-error', 'The request body ended early.', { cause: error });
  }
  if (error instanceof HTTPException) return fromFramework(error);
  if (error instanceof QuotaExceededError) {
    const { standing } = error;
    // Without Retry-After: clients would sleep until the next day or month. RateLimit-Reset says when that is.
    const headers = quotaHeaders(standing);
    return new Problem(
      'quota-exceeded',
      `The quota ${standing.dimension} is used up for ${standing.dimension.startsWith('daily') ? 'today' : 'this month'}.`,
      {
        headers,
        cause: error,
      },
    );
  }
  if (error instanceof TooBusyError) {
    return unavailable('The service is overloaded.', 2, error);
  }
  if (error instanceof DatabaseReadOnlyError) {
    return unavailable('Nothing can be changed at the moment. Send the request again.', 5, error);
  }
  if (error instanceof DatabaseAwayError) {
    return unavailable('The database cannot be reached. Send the request again.', 5, error);
  }
  if (error instanceof DocumentsAwayError) {
    return unavailable('The documents cannot be reached. Send the request again.', 5, error);
  }
  if (error instanceof CommitUncertainError) {
    const detail =
      'Whether this was done is not known. Send the request again, with the same idempotency key.';
    return unavailable(detail, 5, error);
  }
  if (error instanceof InterruptedError) {
    return unavailable('The work was interrupted. Send the request again.', 2, error);
  }
  return new Problem('internal', 'Internal error. Sending the request again may help.', {
    cause: error,
  });
}

/** Turns anything thrown into a problem object; unexpected errors are also logged. */
export function answerErrors(log: Log, { quotaRefusals }: Metrics) {
  return (error: unknown, c: Context<ServiceEnv>): Response => {
    const problem = toProblem(error);
    if (error instanceof QuotaExceededError) quotaRefusals.inc({ dimension: error.standing.dimension });
    const isUnforeseen = problem.kind === 'internal' || error instanceof InterruptedError;
    if (isUnforeseen) log(`Request ${c.get('requestId')}: ${describeError(problem.extras.cause)}`);
    const answer = problem.toResponse(c.req.path);
    // The rest of a body that is refused is not waited for.
    if (problem.status === 408 || problem.status === 413) answer.headers.set('Connection', 'close');
    return answer;
  };
}
