import { createHmac } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { guardedRequest } from '../http/guarded-request.ts';
import { AddressRefusedError, type WebhookAddresses } from './webhook-address.ts';
import { timeLimit } from '@sign-session/verify';

/** Timeout of a delivery, including name resolution and connection. */
const TIMEOUT_MS = 10_000;

/** One POST to a webhook. */
interface SignedPost {
  readonly webhookId: string;
  readonly url: string;
  /** Its UTF-8 bytes are the HMAC key. */
  readonly secret: string;
  /** JSON, as signed and sent. */
  readonly body: string;
  /** Sent as `traceparent` (W3C Trace Context). */
  readonly traceParent?: string | undefined;
}

export interface Attempt {
  /** 0 if there was no response. */
  readonly httpStatus: number;
  /** Why it failed, without quoting the receiver; null if it succeeded. */
  readonly error: string | null;
  /** Unix seconds of the signature. */
  readonly signedAt: number;
  /** Hex. */
  readonly signature: string;
}

/** HMAC-SHA256 over `timestamp.body` (service interface, "Delivery headers"), in hex. */
export function signatureOf(secret: string, timestamp: number, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** The cause of the failure in fixed words: an error's own message may quote the URL. */
function describeFailure(error: unknown, timedOut: boolean): string {
  if (timedOut) return 'No answer in time.';
  if (error instanceof AddressRefusedError) return 'The host has a private address.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/CERT|SELF_SIGNED|ALTNAME|VERIFY/.test(code)) return `The certificate is not valid (${code}).`;
  return /^[A-Z_]{1,60}$/.test(code) ? `The connection failed (${code}).` : 'The connection failed.';
}

/** Sends signed POSTs. Follows no redirects and does not reuse connections. */
export class WebhookSender {
  readonly #addresses: WebhookAddresses;
  readonly #trueTime: Clock;
  readonly #timeoutMs: number;

  /**
   * @param options.trueTime receivers compare the signature's time with their own clocks, which QA does not move
   */
  constructor(options: { addresses: WebhookAddresses; trueTime: Clock; timeoutMs?: number }) {
    this.#addresses = options.addresses;
    this.#trueTime = options.trueTime;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  /** Rejects only with the signal's reason, after it has aborted. */
  async send(
    { webhookId, url, secret, body, traceParent }: SignedPost,
    closing: AbortSignal,
  ): Promise<Attempt> {
    const signedAt = Math.floor(this.#trueTime.now().getTime() / 1000);
    const signature = signatureOf(secret, signedAt, body);
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      'User-Agent': 'Service-Webhook/1.0',
      'X-Service-Signature': signature,
      'X-Service-Timestamp': String(signedAt),
      'X-Service-Webhook-Id': webhookId,
      ...(traceParent === undefined ? {} : { traceparent: traceParent }),
    };
    const timeout = timeLimit(this.#timeoutMs);
    try {
      const httpStatus = await this.#post(new URL(url), headers, body, AbortSignal.any([timeout, closing]));
      const isSuccess = httpStatus >= 200 && httpStatus < 300;
      return { httpStatus, error: isSuccess ? null : `Answered ${httpStatus}.`, signedAt, signature };
    } catch (error) {
      closing.throwIfAborted();
      return { httpStatus: 0, error: describeFailure(error, timeout.aborted), signedAt, signature };
    }
  }

  async #post(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<number> {
    const response = await guardedRequest(this.#addresses, { url, method: 'POST', headers, body, signal });
    // Only the status is needed: an endless body must not keep the connection open.
    response.on('error', () => undefined).destroy();
    return response.statusCode ?? 0;
  }
}
