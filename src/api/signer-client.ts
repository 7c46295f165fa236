import { toJson } from '../support/json.ts';
import type { Advance } from './advance.ts';
import type { ClientSecret } from './client-secret.ts';
import { AnswerError } from './errors.ts';
import {
  exchange,
  idempotencyKey,
  type KeyParts,
  readWhole,
  requestJson,
  type RequestOptions,
} from './request.ts';
import { type RetryOptions, withRetry } from './retry.ts';
import {
  advanceAnswer,
  bootstrap,
  cancelAnswer,
  handoverAnswer,
  type AdvanceAnswer,
  type Bootstrap,
  type CancelAnswer,
  type HandoverAnswer,
} from './schemas.ts';
import type { Shape } from './shape.ts';

/** How the widget around a frame looks, for the page in it. Not who asks for the signature: that is the session's to say. */
export interface FrameAppearance {
  readonly brandColor?: string | undefined;
  readonly backgroundColor?: string | undefined;
  readonly textColor?: string | undefined;
  readonly buttonTextColor?: string | undefined;
  /** px */
  readonly borderRadius?: number | undefined;
  readonly fontFamily?: string | undefined;
  readonly colorScheme?: 'light' | 'dark' | undefined;
  readonly locale?: string | undefined;
}

/** ms without a byte after which an event stream is closed. The service sends something every 15 s. */
const STREAM_TIMEOUT_MS = 40_000;

interface SignerClientOptions {
  /** Address of the service, for example `https://api.example`. */
  readonly baseUrl: string;
  readonly sessionId: string;
  readonly clientSecret: ClientSecret;
  readonly fetch?: typeof fetch | undefined;
  /** ms without a byte after which one attempt is aborted. Default 15 s. */
  readonly timeout?: number;
}

/** The step an action is for. */
export interface StepReference {
  readonly stepId: string;
  readonly attempts: number;
  /** The end of the one-time code that an entry is for, in ms since the epoch. */
  readonly codeExpiresAt?: number | undefined;
}

/**
 * The signer's side of the service for one session. Every method retries what may succeed on another try and
 * throws a ServiceError otherwise; when `signal` aborts, the signal's reason. The client secret travels in the
 * Authorization header, and in an address only by `signerLink`.
 */
export class SignerClient {
  readonly #options: SignerClientOptions;
  readonly #root: URL;
  #hasWarned = false;

  constructor(options: SignerClientOptions) {
    this.#options = options;
    const base = options.baseUrl.replace(/\/*$/, '/');
    this.#root = new URL(`v1/signing-sessions/${encodeURIComponent(options.sessionId)}`, base);
  }

  /** The service's view of the session. */
  load(signal: AbortSignal): Promise<Bootstrap> {
    return this.#send(this.#root, bootstrap, { signal });
  }

  /**
   * Sends one action of the signer for a step. A signer may ask for another code twice, and have the same signature or
   * file taken once an authority answers again, so each call of these has a new key. The `Retry-After` of `resend_otp` is
   * shown to the signer instead of being waited for.
   */
  advance(step: StepReference, content: Advance, signal: AbortSignal): Promise<AdvanceAnswer> {
    const { action } = content;
    const isResend = action === 'resend_otp';
    const again = /^(?:resend|complete_cloud|submit_signed)/.test(action);
    const key = { action, ...step, ...(again ? { nonce: crypto.randomUUID() } : {}) };
    const options = isResend ? { signal, longestRetryAfter: 0 } : { signal };
    return this.#post('advance', content, key, advanceAnswer, options);
  }

  /** Sends the first of a step's two actions. Each call starts the step again. */
  prepare<T>(step: StepReference, content: Advance, shape: Shape<T>, signal: AbortSignal): Promise<T> {
    const key = { action: content.action, ...step, nonce: crypto.randomUUID() };
    return this.#post('advance', content, key, shape, { signal });
  }

  /** Declines: ends the session for good. */
  decline(reason: string, signal: AbortSignal): Promise<CancelAnswer> {
    return this.#post('cancel', reason === '' ? {} : { reason }, { action: 'cancel' }, cancelAnswer, {
      signal,
    });
  }

  /**
   * Creates a link that opens the session once on another device, and invalidates the previous link. It has the origin of
   * `baseUrl`, or of the session's hosted page (signer API, section 8).
   *
   * @param appearance for a link that is opened in a frame: how the widget around it looks
   */
  async handOver(signal: AbortSignal, appearance?: FrameAppearance): Promise<HandoverAnswer> {
    const key = { action: 'handover', nonce: crypto.randomUUID() };
    const answer = await this.#post('handover', { appearance }, key, handoverAnswer, { signal });
    const { origin } = new URL(answer.url);
    if (origin === this.#root.origin) return answer;
    const { hostedUrl } = await this.load(signal);
    if (hostedUrl !== undefined && origin === new URL(hostedUrl).origin) return answer;
    throw new AnswerError('The link leads to another origin');
  }

  /** Asks something of the session's own routes that changes nothing. */
  ask<T>(
    path: 'cloud-providers' | 'documents',
    shape: Shape<T>,
    signal: AbortSignal,
    method: 'GET' | 'POST' = 'POST',
  ): Promise<T> {
    return this.#send(new URL(`${this.#root}/${path}`), shape, { signal }, { method });
  }

  /** The hosted page's address with the secret in it, for a service without `handOver`. */
  signerLink(hostedUrl: string): string {
    return this.#options.clientSecret.linkTo(hostedUrl);
  }

  /** Calls `changed` with each session that the service streams; resolves when the service ends the stream. */
  async follow(signal: AbortSignal, changed: (session: Bootstrap) => void): Promise<void> {
    const { readSessions } = await import('./session-stream.ts');
    const headers = { ...this.#authorization, Accept: 'text/event-stream' };
    const options = { ...this.#requestOptions(signal), headers, timeout: STREAM_TIMEOUT_MS };
    await exchange(new URL(`${this.#root}/events`), options, (response, alive) =>
      readSessions(response, changed, alive),
    );
  }

  /**
   * One request to an address that the service gave, not retried. An address of this session gets the secret, is resolved
   * against `baseUrl`, because the service may know itself by another host name, and follows no redirect.
   *
   * @param read gets an answer of success, and whether it is the service's own.
   */
  request<T>(
    address: string,
    { headers, ...request }: Pick<RequestOptions, 'method' | 'headers' | 'body' | 'redirect'>,
    signal: AbortSignal,
    read: (response: Response, alive: () => void, isOwn: boolean) => Promise<T>,
  ): Promise<T> {
    const given = new URL(address, `${this.#root}/`);
    const isOwn = given.pathname.startsWith(`${this.#root.pathname}/`);
    const url = isOwn ? new URL(given.pathname + given.search, this.#root) : given;
    const own = isOwn
      ? ({ headers: { ...headers, ...this.#authorization }, redirect: 'error' } as const)
      : { headers };
    return exchange(url, { ...this.#requestOptions(signal), ...request, ...own }, async (response, alive) => {
      if (!response.ok) await readWhole(response, alive);
      return read(response, alive, isOwn);
    });
  }

  async #post<T>(
    path: 'advance' | 'cancel' | 'handover',
    content: Advance | { readonly reason?: string; readonly appearance?: FrameAppearance | undefined },
    keyParts: Omit<KeyParts, 'sessionId' | 'body'>,
    shape: Shape<T>,
    retry: RetryOptions,
  ): Promise<T> {
    const body = toJson(content);
    const key = await idempotencyKey({ ...keyParts, sessionId: this.#options.sessionId, body });
    const headers = { 'Content-Type': 'application/json', 'X-Idempotency-Key': key };
    return this.#send(new URL(`${this.#root}/${path}`), shape, retry, { method: 'POST', headers, body });
  }

  #send<T>(
    url: URL,
    shape: Shape<T>,
    retry: RetryOptions,
    extra: Pick<RequestOptions, 'method' | 'headers' | 'body'> = {},
  ): Promise<T> {
    const headers = { ...extra.headers, Accept: 'application/json', ...this.#authorization };
    const options = { ...this.#requestOptions(retry.signal), ...extra, headers };
    return withRetry(() => requestJson(url, shape, options), retry);
  }

  get #authorization(): Readonly<Record<string, string>> {
    return this.#options.clientSecret.authorization;
  }

  #requestOptions(signal: AbortSignal): RequestOptions {
    const { fetch: send = (...request) => fetch(...request), timeout = 15_000 } = this.#options;
    const checked: typeof fetch = async (...request) => {
      const response = await send(...request);
      this.#warnIfDeprecated(response);
      return response;
    };
    return { signal, timeout, fetch: checked };
  }

  /** Warns the developer once when the service will withdraw its interface: RFC 9745 and RFC 8594. */
  #warnIfDeprecated({ headers }: Response): void {
    const [deprecation, sunset] = [headers.get('Deprecation'), headers.get('Sunset')];
    if (this.#hasWarned || (deprecation === null && sunset === null)) return;
    this.#hasWarned = true;
    console.warn(`<sign-session>: the service’s interface ends: ${deprecation}, ${sunset}`);
  }
}
