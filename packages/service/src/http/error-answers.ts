/** Errors as problem answers, also where a request can't be read at all. */
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { API_VERSION, Problem, unavailable } from '../domain/problem.ts';
import type { Principal } from '../domain/principal.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { QuotaExceededError, type QuotaStanding } from '../quotas/monthly-quotas.ts';
import { CommitUncertainError, DatabaseAwayError, DatabaseReadOnlyError } from '../storage/database.ts';
import { TooBusyError } from '../support/limiter.ts';
import { DocumentsAwayError, InterruptedError } from '../support/errors.ts';
import { describeError, type Log } from '../support/logs.ts';
import type { ServiceEnv } from './environment.ts';
import { problemPage } from './message-page.ts';

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

/** Seconds that a server can wait within one request. */
const LONGEST_RETRY_S = 60;

/**
 * Tells an integrator's server of a longer wait as a quota does, by `RateLimit-Reset` alone: published clients sleep as
 * long as `Retry-After` says. A signer's page shows the wait instead.
 */
function tellWait(c: Context<ServiceEnv>, { headers }: Response): void {
  const principal: Principal | undefined = c.get('principal');
  const wait = headers.get('Retry-After');
  if (principal?.kind !== 'client' || wait === null || Number(wait) <= LONGEST_RETRY_S) return;
  headers.delete('Retry-After');
  headers.set('RateLimit-Reset', wait);
}

/** Turns anything thrown into a problem object; unexpected errors are also logged. */
export function answerErrors(log: Log, { quotaRefusals }: Metrics) {
  return async (error: unknown, c: Context<ServiceEnv>): Promise<Response> => {
    const problem = toProblem(error);
    if (error instanceof QuotaExceededError) quotaRefusals.inc({ dimension: error.standing.dimension });
    const isUnforeseen = problem.kind === 'internal' || error instanceof InterruptedError;
    if (isUnforeseen) log(`Request ${c.get('requestId')}: ${describeError(problem.extras.cause)}`);
    const answer = (await problemPage(c, problem)) ?? problem.toResponse(c.req.path);
    tellWait(c, answer);
    // The rest of a body that is refused is not waited for.
    if (problem.status === 408 || problem.status === 413) answer.headers.set('Connection', 'close');
    return answer;
  };
}

/**
 * A problem response made outside the app, with its headers, readable from any origin. It has no request id, because
 * requests that do not reach the app are not in the log.
 */
export function ownAnswer(problem: Problem, path: string): Response {
  const answer = problem.toResponse(path);
  answer.headers.set('API-Version', API_VERSION);
  answer.headers.set('Access-Control-Allow-Origin', '*');
  answer.headers.set('Access-Control-Expose-Headers', 'Retry-After, API-Version');
  return answer;
}

/** Time for the client to read the response: destroying the connection at once may lose it. */
const READ_MS = 1000;

/** The problem for a request that Node could not parse. */
function problemOf(error: Error): Problem {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return new Problem('payload-too-large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return unavailable('The request took too long to arrive.', 1);
  }
  return new Problem('validation-error', 'Malformed HTTP request.');
}

/** Serialises a response as the last one on its connection. */
async function onWire(answer: Response): Promise<string> {
  const body = await answer.text();
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const { status } = answer;
  const lines = [`HTTP/1.1 ${status} `, ...headers, `content-length: ${Buffer.byteLength(body)}`];
  return `${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Answers malformed requests with a problem object. Node would send only a status line, which a page of another
 * origin cannot read.
 */
export function answerUnreadable(server: Server): void {
  /** Connections with a response in progress. Writing an error into it would corrupt it. */
  const answering = new WeakSet<Socket>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    answering.add(socket);
    response.once('close', () => void answering.delete(socket));
  });
  async function refuse(error: Error, socket: Socket): Promise<void> {
    if (!socket.writable || answering.has(socket)) return void socket.destroy();
    const text = await onWire(ownAnswer(problemOf(error), '/'));
    socket.end(text);
    // A peer that never closes its half would keep the descriptor open forever.
    const cut = setTimeout(() => socket.destroy(), READ_MS).unref();
    socket.once('close', () => clearTimeout(cut));
  }
  server.on('clientError', (error: Error, socket: Socket) => void refuse(error, socket));
}
