import type { IncomingMessage } from 'node:http';
import { isWebUrl } from '../http/trusted-urls.ts';
import { measured, type Metrics } from '../metrics/metrics.ts';
import { guardedRequest, type DialableAddresses, type GuardedRequest } from '../http/guarded-request.ts';

/** Time for a response to begin. Short, so that there is time left for the next address if one does not respond. */
const ANSWER_LIMIT_MS = 4000;

/** Some authorities redirect from http to https, or to a file host. */
const MOST_REDIRECTS = 2;

interface AuthorityQuestion {
  /** As stated in the certificate. */
  readonly address: string;
  /** Maximum number of response bytes to read. */
  readonly largest: number;
  readonly signal: AbortSignal;
  /** The body to POST; without it, the request is a GET. */
  readonly post?: { readonly body: Uint8Array; readonly contentType: string };
}

/**
 * Sends requests to the addresses that certificates name. Anybody can make a certificate with any address, so the
 * rules for webhooks apply to each address and redirect: no private address, whatever the name resolves to.
 */
export class AuthorityClient {
  readonly #addresses: DialableAddresses;
  readonly #metrics: Metrics;

  constructor(addresses: DialableAddresses, metrics: Metrics) {
    this.#addresses = addresses;
    this.#metrics = metrics;
  }

  /** Returns undefined on any error: for the caller, all mean that there is no answer. */
  async ask(question: AuthorityQuestion): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const kind = question.post === undefined ? 'list' : 'ocsp';
    const labels = (answer: unknown) => ({ kind, outcome: answer === undefined ? 'unanswered' : 'answered' });
    const asked = {
      histogram: this.#metrics.authorities,
      span: `revocation ${kind}`,
      kind: 'client',
      labels,
    } as const;
    return measured(asked, async () => {
      try {
        return await this.#ask(question, new URL(question.address), MOST_REDIRECTS);
      } catch {
        return undefined;
      }
    });
  }

  async #ask(
    question: AuthorityQuestion,
    url: URL,
    redirects: number,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const response = await this.#open(question, url);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return readBody(response, question.largest);
    response.destroy();
    const isRedirect = [301, 302, 303, 307, 308].includes(statusCode) && headers.location !== undefined;
    if (!isRedirect || redirects === 0 || question.post !== undefined) return undefined;
    const target = new URL(headers.location ?? '', url);
    return isWebUrl(target) ? this.#ask(question, target, redirects - 1) : undefined;
  }

  async #open({ signal, post }: AuthorityQuestion, url: URL): Promise<IncomingMessage> {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), ANSWER_LIMIT_MS);
    const common = { url, signal: AbortSignal.any([signal, silence.signal]) };
    const request: GuardedRequest =
      post === undefined
        ? { ...common, method: 'GET' }
        : { ...common, method: 'POST', body: post.body, headers: postHeaders(post) };
    try {
      const response = await guardedRequest(this.#addresses, request);
      return response.on('error', () => undefined);
    } finally {
      clearTimeout(timer);
    }
  }
}

function postHeaders({ body, contentType }: NonNullable<AuthorityQuestion['post']>): Record<string, string> {
  return { 'Content-Type': contentType, 'Content-Length': String(body.length) };
}

/** Reads the body; undefined if it exceeds `largest`. Leaving the loop closes the connection. */
async function readBody(
  response: IncomingMessage,
  largest: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > largest) return undefined;
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}
