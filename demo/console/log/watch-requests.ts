/** Watches requests for the log, without secrets and signers' data. */
import type { ActivityLog, RequestActivity } from './activity-log.ts';

/**
 * The placeholders for secrets and signers' data in the log: shell variables, so that a copied command works
 * once they are set.
 */
const BY_NAME: Readonly<Record<string, string>> = {
  clientSecret: '$SESSION_SECRET',
  client_secret: '$CLIENT_SECRET',
  access_token: '$TOKEN',
  secret: '$WEBHOOK_SECRET',
  otpCode: '$CODE',
  to: '$RECIPIENT',
  text: '$MESSAGE',
  content: '$DOCUMENT',
  cpf: '$SIGNER_CPF',
  cnpj: '$SIGNER_CNPJ',
  email: '$SIGNER_EMAIL',
  phone: '$SIGNER_PHONE',
  birthDate: '$SIGNER_BIRTH_DATE',
  name: '$SIGNER_NAME',
  signerName: '$SIGNER_NAME',
  displayName: '$SIGNER_NAME',
};

/** The variables that a redacted text may hold. */
export const PLACEHOLDERS: readonly string[] = [
  ...new Set([...Object.values(BY_NAME), '$DATA', '$QUERY', '$KEY']),
];

/** Longer texts are encoded files. */
const LONGEST_TEXT = 1_000;

/** Headers whose values are secrets. */
const SECRET_HEADERS = /^(authorization|cookie|x-service-signature|x-idempotency-key)$/i;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** An address without the values of its query, which may be credentials. */
export function redactUrl(url: string): string {
  const [address = '', query] = url.split('?');
  return query === undefined ? address : `${address}?$QUERY`;
}

function redactText(name: string, text: string): string {
  const placeholder = BY_NAME[name];
  if (placeholder !== undefined && text !== '') return placeholder;
  const inner = innerJson(text);
  if (inner !== undefined) return JSON.stringify(redactValue('', inner));
  if (text.length > LONGEST_TEXT) return '$DATA';
  return text.replaceAll(/(https?:\/\/[^\s?]+)\?[^\s"<>]*/g, '$1?$QUERY');
}

/** The value of a text that is JSON itself, such as the body of a webhook's delivery. */
function innerJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function redactValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return redactText(name, value);
  if (Array.isArray(value)) return value.map(entry => redactValue(name, entry));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([inner, each]) => [inner, redactValue(inner, each)]));
}

/** A JSON or form body without secrets and signers' data, indented. Undefined for other types. */
export function redactBody(body: string, contentType: string): string | undefined {
  if (/json/.test(contentType)) {
    try {
      return JSON.stringify(redactValue('', JSON.parse(body)), null, 2);
    } catch {
      return undefined;
    }
  }
  if (!/urlencoded/.test(contentType)) return undefined;
  const pairs = [...new URLSearchParams(body)].map(([name, value]) => `${name}=${redactText(name, value)}`);
  return pairs.join('&');
}

/** Header lines by name, without secrets. */
export function redactHeaders(headers: Headers): readonly (readonly [name: string, value: string])[] {
  return [...headers].map(([name, value]) => {
    if (!SECRET_HEADERS.test(name)) return [name, value];
    if (name !== 'authorization') return [name, '$KEY'];
    return [name, value.includes('ss_secret_') ? 'Bearer $SESSION_SECRET' : 'Bearer $TOKEN'];
  });
}

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
