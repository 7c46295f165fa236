/** What fails when testers ask for it: requests (`/_local/faults`) and finalizations (`/_local/broken-finalizations`). */
import { text } from '../../service/src/http/validation.ts';
import { LOCAL_RECEIVER } from './webhooks.ts';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '../../service/src/http/environment.ts';
import { Problem, type ProblemKind } from '../../service/src/domain/problem.ts';
import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../../service/src/http/app.ts';
import { jsonBody } from '../../service/src/http/route.ts';
import { json } from '../../service/src/http/openapi-parts.ts';
import { idSchema } from '../../service/src/domain/ids.ts';

/** Longer than any client waits. */
const LONGEST_DELAY_MS = 10 * 60_000;

/**
 * A fault for matching requests.
 * - `match.path`: prefix of the path; `*` stands for any characters within one segment.
 * - `match.action`: the `action` of a JSON body. Preflights match only `method: "OPTIONS"`.
 * - `status`: answers a problem without acting, with `status` (default 503). `garbage`: answers 200 with invalid
 *   JSON, without acting.
 * - `delay`: acts and answers after `delayMs`; with other faults, `delayMs` comes before them.
 * - `drop-before`, `drop-after`: cuts the connection before or after acting.
 * - `truncate`: acts, sends the first half of the response and cuts the connection.
 * - `times`: number of requests; if absent, until cleared.
 */
const faultSchema = z
  .object({
    match: z.object({
      method: z.string().toUpperCase().optional(),
      path: text(500).optional(),
      action: text(100).optional(),
    }),
    fault: z.enum(['status', 'delay', 'drop-before', 'drop-after', 'truncate', 'garbage']),
    status: z.int().min(400).max(599).optional(),
    delayMs: z.int().min(0).max(LONGEST_DELAY_MS).optional(),
    times: z.int().min(1).max(1_000_000).optional(),
  })
  .refine(({ fault, delayMs }) => fault !== 'delay' || delayMs !== undefined, {
    path: ['delayMs'],
    message: 'Is required for a delay.',
  });
type Fault = z.output<typeof faultSchema>;

/** Matches paths that begin with the pattern. */
function prefixPattern(pattern: string): RegExp {
  const parts = pattern.split('*').map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]*')}`);
}

/** The `action` of a JSON body. Reads a clone, so that the request stays unread. */
async function actionOf(request: Request): Promise<unknown> {
  if (!/json/.test(request.headers.get('Content-Type') ?? '')) return undefined;
  try {
    const body: unknown = await request.clone().json();
    return typeof body === 'object' && body !== null && 'action' in body ? body.action : undefined;
  } catch {
    return undefined;
  }
}

async function matches({ match }: Fault, request: Request): Promise<boolean> {
  const { method, path, action } = match;
  if (method === undefined ? request.method === 'OPTIONS' : method !== request.method) return false;
  if (path !== undefined && !prefixPattern(path).test(new URL(request.url).pathname)) return false;
  return action === undefined || action === (await actionOf(request));
}

/**
 * Faults do not apply to the development routes, except to the webhook receiver, which stands for an integrator's
 * server.
 */
function isExempt(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname.startsWith('/_local/') && !(pathname === LOCAL_RECEIVER && request.method === 'POST');
}

interface ArmedFault {
  readonly fault: Fault;
  /** The number of requests it still applies to. */
  left: number;
}

/** The armed faults of this process. Only the first that matches a request applies. */
export class Faults {
  #armed: readonly ArmedFault[] = [];

  arm(fault: Fault): void {
    this.#armed = [...this.#armed, { fault, left: fault.times ?? Infinity }];
  }

  clear(): void {
    this.#armed = [];
  }

  /** With the remaining `times`. */
  list(): readonly Fault[] {
    return this.#armed.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left }));
  }

  /** Returns the fault for this request and counts it. */
  async take(request: Request): Promise<Fault | undefined> {
    if (this.#armed.length === 0 || isExempt(request)) return undefined;
    for (const armed of this.#armed) {
      // Another request may have used up the fault while the action was being read.
      if (!(await matches(armed.fault, request)) || !this.#armed.includes(armed)) continue;
      armed.left -= 1;
      if (armed.left === 0) this.#armed = this.#armed.filter(other => other !== armed);
      return armed.fault;
    }
    return undefined;
  }
}

/** Thrown to callers without a connection to cut, as `fetch` would throw. */
class ConnectionCutError extends TypeError {
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

const faultList = z.array(faultSchema);

/** Routes to arm, list and clear faults. Guarded like all of `/_local`. */
export function mountFaultRoutes(app: ServiceApp, faults: Faults): void {
  const path = '/_local/faults';
  const responses = { 200: json('The armed faults', faultList) };
  const body = jsonBody(faultSchema);
  app.openapi(createRoute({ method: 'get', path, hide: true, responses }), c => {
    c.header('Cache-Control', 'no-store');
    return c.json(faultList.parse(faults.list()), 200);
  });
  app.openapi(createRoute({ method: 'post', path, hide: true, request: { body }, responses }), c => {
    faults.arm(c.req.valid('json'));
    return c.json(faultList.parse(faults.list()), 200);
  });
  app.openapi(createRoute({ method: 'delete', path, hide: true, responses }), c => {
    faults.clear();
    return c.json(faultList.parse(faults.list()), 200);
  });
}

/** Sessions whose finalization is to fail, so that the status FAILED can be tested. Held in memory, in this process only. */
export class BrokenFinalizations {
  readonly #sessionIds = new Set<string>();
  #next = false;

  /** @param sessionId undefined for the next session that finalizes */
  arm(sessionId: string | undefined): void {
    if (sessionId === undefined) this.#next = true;
    else this.#sessionIds.add(sessionId);
  }

  clear(): void {
    this.#sessionIds.clear();
    this.#next = false;
  }

  /** Whether this finalization fails. Consumes the entry, so the session's next one succeeds. */
  take(sessionId: string): boolean {
    if (this.#sessionIds.delete(sessionId)) return true;
    const breaks = this.#next;
    this.#next = false;
    return breaks;
  }
}

/** `POST /_local/broken-finalizations {sessionId?}`: makes the next finalization, or that session's, fail. */
export function mountBrokenFinalizations(app: ServiceApp, broken: BrokenFinalizations): void {
  const schema = z.object({ sessionId: idSchema.optional() });
  const route = createRoute({
    method: 'post',
    path: '/_local/broken-finalizations',
    hide: true,
    request: { body: jsonBody(schema) },
    responses: { 200: json('The next finalization will fail', schema) },
  });
  app.openapi(route, c => {
    const { sessionId } = c.req.valid('json');
    broken.arm(sessionId);
    return c.json({ sessionId }, 200);
  });
}
