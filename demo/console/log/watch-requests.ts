import type { ActivityLog, RequestActivity } from './activity-log.ts';
import { redactBody, redactHeaders, redactUrl } from './redact.ts';

type Send = typeof fetch;

/** Longer bodies are not shown. */
const LONGEST_BODY = 200_000;

/**
 * Wraps a `fetch` so that every request is logged: with the response headers, and its body once that is read. Queries
 * are removed, because presigned addresses and links have credentials there.
 */
export function watched(send: Send, log: ActivityLog, by: RequestActivity['by']): Send {
  return async (input, init) => {
    const startedAt = performance.now();
    const request = describeRequest(input, init);
    const note = (outcome: RequestActivity['outcome'], response?: Response): RequestActivity => {
      const { action, path, ...rest } = request;
      const activity: RequestActivity = {
        kind: 'request',
        at: new Date(),
        by,
        method: rest.method,
        path,
        ...(action === undefined ? {} : { action }),
        outcome,
        duration: Math.round(performance.now() - startedAt),
        exchange: { ...rest, responseHeaders: response === undefined ? [] : redactHeaders(response.headers) },
      };
      log.add(activity);
      return activity;
    };
    try {
      const response = await send(input, init);
      const activity = note(response.status, response);
      // Before the response is returned: its receiver may abort the request after reading its own copy.
      await readAnswer(response, activity, log);
      return response;
    } catch (error) {
      note(error instanceof DOMException && error.name === 'AbortError' ? 'aborted' : 'no answer');
      throw error;
    }
  };
}

function describeRequest(input: RequestInfo | URL, init: RequestInit | undefined) {
  const request = input instanceof Request ? input : undefined;
  const address = input instanceof Request ? input.url : input;
  const { href, origin, pathname } = new URL(address, location.href);
  const headers = new Headers(init?.headers ?? request?.headers);
  const { body } = init ?? {};
  if (body instanceof URLSearchParams && !headers.has('Content-Type'))
    headers.set('Content-Type', 'application/x-www-form-urlencoded');
  const text = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : undefined;
  const requestBody = text && redactBody(text, headers.get('Content-Type') ?? '');
  const action = /^\{"action":"(\w+)"/.exec(text ?? '')?.[1];
  return {
    method: (init?.method ?? request?.method ?? 'GET').toUpperCase(),
    path: origin === location.origin ? pathname : origin + pathname,
    url: redactUrl(origin === location.origin ? href.slice(origin.length) : href),
    requestHeaders: redactHeaders(headers),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...(action === undefined ? {} : { action }),
  };
}

/** Adds the response body to the logged request. Streams and files are not read. */
async function readAnswer(response: Response, activity: RequestActivity, log: ActivityLog): Promise<void> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!/json/.test(type)) return;
  try {
    const text = await response.clone().text();
    if (text.length > LONGEST_BODY) return;
    const responseBody = redactBody(text, type);
    if (responseBody === undefined) return;
    const exchange = { ...activity.exchange, responseBody };
    log.replace(activity, { ...activity, exchange, stepErrors: stepErrorsIn(text) });
  } catch {
    // The body could not be read; the sender gets the same error.
  }
}

/** The `error` of each step of the session in a JSON response. */
export function stepErrorsIn(text: string): readonly string[] {
  const answer: unknown = JSON.parse(text);
  const session: unknown = Reflect.get(Object(answer), 'session') ?? answer;
  const steps: unknown = Reflect.get(Object(session), 'steps');
  return Array.isArray(steps) ? steps.flatMap(errorOf) : [];
}

function errorOf(step: unknown): readonly string[] {
  const error: unknown = Reflect.get(Object(step), 'error');
  return typeof error === 'string' ? [error] : [];
}
