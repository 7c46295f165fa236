import type { ZodMiniType, infer as Infer } from 'zod/mini';
import { idempotencyKey, type Intent } from './idempotency-key.ts';
import { requestBytes, requestJson, type RequestOptions } from './request.ts';
import { withRetry } from './retry.ts';
import {
  advanceAnswer,
  bootstrap,
  cancelAnswer,
  type AdvanceAnswer,
  type Bootstrap,
  type CancelAnswer,
} from './schemas.ts';

export interface SignerClientOptions {
  /** Address of the service, for example `https://api.example`. */
  readonly baseUrl: string;
  readonly sessionId: string;
  readonly clientSecret: string;
  readonly fetch?: typeof fetch;
  /** ms without a byte after which one attempt is given up. Default 15 s. */
  readonly timeout?: number;
}

/** The body of the `accept` action. */
export interface Acceptance {
  /** `sha256:` and hex: the digest of the bytes that were shown. */
  readonly acceptedDocumentHash?: string;
  /** Which wording of the consent sentence was ticked. */
  readonly textVersion: string;
  readonly locale: string;
}

/** The step an action is for. */
export interface StepReference {
  readonly stepId: string;
  readonly attempts: number;
}

/**
 * The signer's side of the service for one session. Every method retries what may succeed on another try and
 * throws a ServiceError otherwise; when `signal` aborts, the signal's reason. The client secret travels in the
 * Authorization header and nowhere else.
 */
export class SignerClient {
  readonly #options: SignerClientOptions;
  readonly #root: URL;

  constructor(options: SignerClientOptions) {
    this.#options = options;
    const base = options.baseUrl.endsWith('/') ? options.baseUrl : `${options.baseUrl}/`;
    this.#root = new URL(`v1/signing-sessions/${encodeURIComponent(options.sessionId)}`, base);
  }

  /** The service's view of the session. */
  load(signal: AbortSignal): Promise<Bootstrap> {
    return this.#send(this.#root, bootstrap, signal);
  }

  /** Accepts the document or the action for the signer. */
  accept(step: StepReference, acceptance: Acceptance, signal: AbortSignal): Promise<AdvanceAnswer> {
    return this.#post('advance', { action: 'accept', ...acceptance }, step, advanceAnswer, signal);
  }

  /** Declines: ends the session for good. */
  decline(reason: string, signal: AbortSignal): Promise<CancelAnswer> {
    return this.#post('cancel', reason === '' ? {} : { reason }, undefined, cancelAnswer, signal);
  }

  /** The bytes behind a presigned address, which gets no secret. */
  document(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const options: RequestOptions = { ...this.#requestOptions(signal), redirect: 'follow' };
    return withRetry(() => requestBytes(new URL(url, this.#root), options), { signal });
  }

  async #post<T extends ZodMiniType>(
    path: 'advance' | 'cancel',
    content: { readonly action?: string; readonly reason?: string },
    step: StepReference | undefined,
    schema: T,
    signal: AbortSignal,
  ): Promise<Infer<T>> {
    const body = JSON.stringify(content);
    const intent: Intent = {
      sessionId: this.#options.sessionId,
      action: content.action ?? path,
      body,
      ...step,
    };
    const headers = { 'Content-Type': 'application/json', 'X-Idempotency-Key': await idempotencyKey(intent) };
    return this.#send(new URL(`${this.#root}/${path}`), schema, signal, { method: 'POST', headers, body });
  }

  #send<T extends ZodMiniType>(
    url: URL,
    schema: T,
    signal: AbortSignal,
    extra: Pick<RequestOptions, 'method' | 'headers' | 'body'> = {},
  ): Promise<Infer<T>> {
    const headers = {
      ...extra.headers,
      Accept: 'application/json',
      Authorization: `Bearer ${this.#options.clientSecret}`,
    };
    const options = { ...this.#requestOptions(signal), ...extra, headers };
    return withRetry(() => requestJson(url, schema, options), { signal });
  }

  #requestOptions(signal: AbortSignal): RequestOptions {
    const { fetch: send = (...request) => fetch(...request), timeout = 15_000 } = this.#options;
    return { signal, timeout, fetch: send };
  }
}
