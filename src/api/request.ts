/** One request to the service, its idempotency key, and its answer. */
import { sha256Hex } from '../support/hex.ts';
import { toJson } from '../support/json.ts';
import { AnswerError, NetworkError, ServiceError, StatusError, TimeoutError } from './errors.ts';
import { parseJson, problem } from './schemas.ts';
import { type Shape, ShapeError } from './shape.ts';

/** What identifies a request when it is sent again, also after a reload. */
export interface KeyParts {
  readonly sessionId: string;
  /** Absent for actions on the whole session, such as declining. */
  readonly stepId?: string;
  readonly action: string;
  /** The step's attempts so far: a second try of a failed step is another request. */
  readonly attempts?: number;
  /** When the one-time code expires: the same digits for another code are another request. */
  readonly codeExpiresAt?: number | undefined;
  readonly body: string;
  /** Random, new for each click, for actions that a signer may repeat on purpose. */
  readonly nonce?: string;
}

/** The `X-Idempotency-Key` of a request. It is derived, so that a retry has the same one without storing it. */
export async function idempotencyKey(keyParts: KeyParts): Promise<string> {
  const { sessionId, stepId = '', action, attempts = 0, body, codeExpiresAt, nonce } = keyParts;
  const more = [codeExpiresAt, nonce].filter(part => part !== undefined);
  const parts = [sessionId, stepId, action, attempts, body, ...more];
  return sha256Hex(new TextEncoder().encode(toJson(parts)));
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  /** ms without a byte after which the request is given up. */
  readonly timeout: number;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Blob;
  /** Default `error`: a request that carries a secret follows no redirect. */
  readonly redirect?: RequestRedirect;
  readonly fetch: typeof fetch;
}

/**
 * One request for JSON of the given shape. Throws NetworkError, TimeoutError, StatusError or AnswerError; when
 * `signal` aborts, its reason.
 */
export async function requestJson<T>(url: URL, shape: Shape<T>, options: RequestOptions): Promise<T> {
  const bytes = await exchange(url, options, readWhole);
  const body = parseBody(bytes);
  try {
    return shape(body);
  } catch (cause) {
    if (!(cause instanceof ShapeError)) throw cause;
    throw new AnswerError(`The service's answer does not match the schema (at "${cause.at}")`);
  }
}

/**
 * Sends a request, and reads the response. The timeout restarts whenever `read` calls `alive`, for every chunk.
 *
 * @throws what `read` throws as a ServiceError; NetworkError or TimeoutError for the rest; when `signal` aborts,
 *   its reason.
 */
export async function exchange<T>(
  url: URL,
  options: RequestOptions,
  read: (response: Response, alive: () => void) => Promise<T>,
): Promise<T> {
  const attempt = new AbortController();
  const cancel = () => attempt.abort();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(cancel, options.timeout);
  };
  options.signal.throwIfAborted();
  // Safari has AbortSignal.any only since 17.4.
  options.signal.addEventListener('abort', cancel);
  alive();
  try {
    const response = await options.fetch(url, {
      method: options.method ?? 'GET',
      headers: options.headers ?? {},
      ...(options.body === undefined ? {} : { body: options.body }),
      signal: attempt.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: options.redirect ?? 'error',
      referrerPolicy: 'no-referrer',
    });
    return await read(response, alive);
  } catch (cause) {
    options.signal.throwIfAborted();
    if (cause instanceof ServiceError) throw cause;
    if (attempt.signal.aborted) throw new TimeoutError('The service did not answer in time', { cause });
    throw new NetworkError('The service could not be reached', { cause });
  } finally {
    clearTimeout(timer);
    // A response that is not read to its end must be closed.
    cancel();
    options.signal.removeEventListener('abort', cancel);
  }
}

/**
 * Reads a response to its end.
 *
 * @param alive called with every chunk.
 * @throws StatusError for one that is none of success.
 */
export async function readWhole(response: Response, alive: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    alive();
    chunks.push(part.value);
    length += part.value.byteLength;
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  if (!response.ok) throw statusError(response, bytes);
  return bytes;
}

function parseBody(bytes: Uint8Array): unknown {
  try {
    return parseJson(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new AnswerError("The service's answer is not JSON", { cause });
  }
}

function statusError(response: Response, bytes: Uint8Array): StatusError {
  return new StatusError(
    response.status,
    problemName(bytes),
    retryAfter(response.headers.get('Retry-After')),
  );
}

function problemName(bytes: Uint8Array): string {
  try {
    const { type = '' } = problem(parseJson(new TextDecoder().decode(bytes)));
    return /[\w-]*$/.exec(type)?.[0] ?? '';
  } catch {
    return '';
  }
}

/** `Retry-After` in ms: RFC 9110 allows seconds or a date. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
