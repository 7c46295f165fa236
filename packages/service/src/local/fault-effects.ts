import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../http/environment.ts';
import { Problem, type ProblemKind } from '../domain/problem.ts';
import type { Fault, Faults } from './faults.ts';

/** Thrown to callers without a connection to cut, as `fetch` would throw. */
export class ConnectionCutError extends TypeError {
  override readonly name = 'ConnectionCutError';
}

const KIND_BY_STATUS: Readonly<Partial<Record<number, ProblemKind>>> = {
  400: 'validation-error',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  408: 'request-timeout',
  409: 'conflict',
  410: 'gone',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'rate-limit',
  500: 'internal',
  503: 'service-unavailable',
};

/** CORS headers for simulated responses, which any origin may read, like the real ones. */
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'Retry-After' };

function problemOf(status: number, path: string): Response {
  const headers = status === 429 || status === 503 ? { ...OPEN, 'Retry-After': '2' } : OPEN;
  const kind = KIND_BY_STATUS[status];
  if (kind !== undefined) return new Problem(kind, 'A fault was armed.', { headers }).toResponse(path);
  return new Response('A fault was armed.', { status, headers });
}

function cut(connection: Connection | undefined): Response {
  if (connection?.cut === undefined) throw new ConnectionCutError('The connection was cut.');
  connection.cut();
  // The connection is cut, so this response is never sent.
  return new Response(null);
}

/** The first chunk of a body. Cancels the rest. */
async function firstChunk(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? new Uint8Array();
}

/**
 * Sends the headers and the first half of the body, then cuts the connection. For an event stream, half of the
 * first chunk, because it may not end for an hour.
 */
async function truncated(answer: Response, connection: Connection | undefined): Promise<Response> {
  const { body: whole } = answer;
  if (whole === null) return cut(connection);
  const headers = new Headers(answer.headers);
  const isStream = headers.get('Content-Type')?.startsWith('text/event-stream') === true;
  const bytes = isStream ? await firstChunk(whole) : new Uint8Array(await answer.arrayBuffer());
  if (!isStream) headers.set('Content-Length', String(bytes.length));
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new ConnectionCutError('The connection was cut.'));
      else controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
      sent = true;
    },
  });
  return new Response(body, { status: answer.status, headers });
}

async function applyFault(
  { fault, status = 503 }: Fault,
  request: Request,
  connection: Connection | undefined,
  act: () => Promise<Response>,
): Promise<Response> {
  switch (fault) {
    case 'status':
      return problemOf(status, new URL(request.url).pathname);
    case 'garbage':
      return new Response('<!doctype html><title>Hotel Wi-Fi</title><p>Please log in.', {
        headers: { ...OPEN, 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'delay':
      return act();
    case 'drop-before':
      return cut(connection);
    case 'drop-after':
      // Cancel the unread response: an event stream would otherwise continue as long as its session.
      await (await act()).body?.cancel();
      return cut(connection);
    case 'truncate':
      return truncated(await act(), connection);
  }
}

/**
 * Answers a request, with the fault that matches it, if any.
 * @param closing ends delays
 * @throws ConnectionCutError when there is no connection to cut
 */
export async function withFaults(
  faults: Faults,
  request: Request,
  context: { connection: Connection | undefined; closing: AbortSignal },
  act: () => Promise<Response>,
): Promise<Response> {
  const fault = await faults.take(request);
  if (fault === undefined) return act();
  await delay(fault.delayMs ?? 0, undefined, { signal: context.closing }).catch(() => undefined);
  return applyFault(fault, request, context.connection, act);
}
