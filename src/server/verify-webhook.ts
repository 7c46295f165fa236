/** The delivery must not be relied on: it is not the service's, or it is an old one sent again. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: 'invalid' | 'expired';

  constructor(code: WebhookError['code']) {
    super(`The delivery is not the service’s (${code}).`);
    this.code = code;
  }
}

/** The headers of a request, as `Headers` or as Node's servers give them: names in lower case. */
export type RequestHeaders =
  { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookExpectations {
  /** As the service answered it when the webhook was registered. */
  readonly secret: string;
  /** Default: this machine's clock. */
  readonly now?: Date | undefined;
  /** How old a delivery may be. Default 300 s; the service signs each try anew. */
  readonly toleranceSeconds?: number | undefined;
}

function headerOf(headers: RequestHeaders, name: string): string {
  const get: unknown = headers['get'];
  const value: unknown =
    typeof get === 'function'
      ? get.call(headers, name)
      : Object.entries(headers).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new WebhookError('invalid');
  return Uint8Array.from(text.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
}

/**
 * Verifies that a webhook's delivery is the service's, and of now: HMAC-SHA256 over `timestamp.body`.
 *
 * @param body the request's body as it was received, before any parser
 * @returns the event. It may come twice, with the same `id`
 * @throws WebhookError
 */
export async function verifyWebhook(
  body: string,
  headers: RequestHeaders,
  { secret, now = new Date(), toleranceSeconds = 300 }: WebhookExpectations,
): Promise<unknown> {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('verifyWebhook needs secret.');
  // An environment variable that is not set becomes NaN, with which every comparison passes.
  if (!(toleranceSeconds >= 0))
    throw new TypeError('verifyWebhook: toleranceSeconds is no number of seconds.');
  const timestamp = headerOf(headers, 'x-service-timestamp');
  const signature = bytesOfHex(headerOf(headers, 'x-service-signature'));
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('invalid');
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  // Takes as long for every wrong signature.
  const isGenuine = await crypto.subtle.verify(
    'HMAC',
    key,
    signature,
    encoder.encode(`${timestamp}.${body}`),
  );
  if (!isGenuine) throw new WebhookError('invalid');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError('expired');
  return JSON.parse(body);
}
