/** Any origin may ask, as at the service. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Idempotency-Key, Range',
  'Access-Control-Expose-Headers': 'Retry-After',
} as const;

/** Longer than the widget waits by itself, so that the signer is told at once. */
const RETRY_AFTER_S = '30';

/** The problems that a fake session answers (signer API, section 6): status and title. */
const PROBLEMS = {
  'validation-error': [400, 'The request is not valid'],
  unauthorized: [401, 'Not authenticated'],
  forbidden: [403, 'Not allowed'],
  'not-found': [404, 'Not found'],
  'step-out-of-order': [409, 'This is not the current step'],
  'attempts-exhausted': [409, 'No attempt is left'],
  'not-your-turn': [409, 'An earlier signer must sign first'],
  'document-hash-mismatch': [409, 'Another document was accepted'],
  conflict: [409, 'It is not the time for this'],
  'idempotency-conflict': [409, 'The idempotency key is taken'],
  gone: [410, 'It has ended'],
  'rate-limit': [429, 'Too many at once'],
  'service-unavailable': [503, 'Not available at the moment'],
} as const;
export type ProblemName = keyof typeof PROBLEMS;

const answer = (body: BodyInit | null, status: number, type: string): Response =>
  new Response(body, { status, headers: { ...CORS, 'Content-Type': type, 'Cache-Control': 'no-store' } });

export function json(body: unknown): Response {
  return answer(JSON.stringify(body), 200, 'application/json');
}

/** @param path of the request */
export function problem(name: ProblemName, path: string): Response {
  const [status, title] = PROBLEMS[name];
  const body = { type: name, title, status, detail: title, instance: path };
  const response = answer(JSON.stringify(body), status, 'application/problem+json');
  if (status === 429 || status === 503) response.headers.set('Retry-After', RETRY_AFTER_S);
  return response;
}

export function empty(): Response {
  return new Response(null, { status: 204, headers: CORS });
}

export function pdf(bytes: Uint8Array<ArrayBuffer>): Response {
  return answer(bytes.slice(), 200, 'application/pdf');
}

/** The page of a provider of certificates in the cloud. */
export function providerPage(): Response {
  const text = 'The test gives the answer: advance() authorises, setOutcome() does what it says.';
  return answer(
    `<!doctype html><html lang="en"><title>Test provider</title><link rel="icon" href="data:,"><h1>Test provider</h1><p>${text}</p></html>`,
    200,
    'text/html; charset=utf-8',
  );
}

/** What a proxy answers in the service's place. */
export function strangersPage(): Response {
  return answer('<!doctype html><title>Welcome</title>', 200, 'text/html');
}

/** No answer: the connection is lost. Where `fetch` is called, it throws. */
export function lostConnection(): Response {
  return Response.error();
}

/** What an event stream sends next, and whether it ends with that; undefined: the connection is lost. */
export type NextEvent = { readonly data: unknown; readonly isLast: boolean } | undefined;

/**
 * Server-sent events: a `session` with what `next` gives, at once and whenever there is a change.
 *
 * @param watch calls its argument at every change, and returns what ends that
 * @param signal breaks the stream, as it does a response of `fetch`
 */
export function eventStream(
  next: () => NextEvent,
  watch: (changed: () => void) => () => void,
  signal: AbortSignal,
): Response {
  let stop: (() => void) | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      const fail = (reason: unknown): void => {
        stop?.();
        controller.error(reason);
      };
      const send = (): void => {
        const event = next();
        if (event === undefined) {
          fail(new TypeError('network error'));
          return;
        }
        controller.enqueue(encoder.encode(`event: session\ndata: ${JSON.stringify(event.data)}\n\n`));
        if (!event.isLast) return;
        stop?.();
        controller.close();
      };
      const abort = (): void => fail(signal.reason);
      const unwatch = watch(send);
      signal.addEventListener('abort', abort);
      stop = () => {
        unwatch();
        signal.removeEventListener('abort', abort);
      };
      send();
    },
    cancel: () => stop?.(),
  });
  return answer(body, 200, 'text/event-stream');
}
