import { PscError } from './psc-error.ts';

/** Sends a request; the global `fetch` outside tests. */
export type SendRequest = (url: string, init: RequestInit) => Promise<Response>;

/** Certificates of every slot of a person, and more; no provider's answer comes near it. */
const LARGEST_ANSWER = 256 * 1024;

export interface PscRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** An answer that is no error. */
export interface PscAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** Parsed JSON; undefined if it is none. */
  readonly json: unknown;
}

/**
 * One request to a provider. Its address is the operator's setting; redirects are not followed, since the secret or
 * a token would go along. The answer is limited in size, and in time by the signal.
 * @throws PscError `provider-unavailable`, `too-many`
 */
export async function sendToProvider(send: SendRequest, request: PscRequest): Promise<PscAnswer> {
  const { url, method, headers = {}, body, signal } = request;
  const init: RequestInit = {
    method,
    headers: { Accept: 'application/json', ...headers },
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  };
  let response: Response;
  let text: string | undefined;
  try {
    response = await send(url, init);
    text = await readText(response);
  } catch (cause) {
    throw new PscError('provider-unavailable', 'the request failed.', { cause });
  }
  const { status, ok } = response;
  if (text === undefined) throw new PscError('provider-unavailable', 'the answer is too large.');
  if (status === 429) throw new PscError('too-many', 'the provider limits requests.');
  if (status >= 500) throw new PscError('provider-unavailable', `the provider answers ${status}.`);
  if (!ok && (status < 400 || response.type === 'opaqueredirect'))
    throw new PscError('provider-unavailable', 'the provider redirects.');
  return { ok, status, json: parsed(text) };
}

/** Undefined if it is larger than the limit. */
async function readText(response: Response): Promise<string | undefined> {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    size += part.length;
    // Leaving the loop cancels the body.
    if (size > LARGEST_ANSWER) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
