/** The delivery must not be relied on: it is not the service's, or it is an old one sent again. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: 'invalid' | 'expired';

  /** @param why for whoever reads the log of your server */
  constructor(code: WebhookError['code'], why = 'it is not the service’s.') {
    super(`The delivery is not to be relied on (${code}): ${why}`);
    this.code = code;
  }
}

type HeaderValue = string | readonly string[] | null | undefined;

/**
 * The headers of a request, with names in any case: `Headers`, a `Map`, Node's `request.headers`, or `headers` and
 * `multiValueHeaders` of a cloud function.
 */
export type RequestHeaders =
  | { get(name: string): HeaderValue; entries(): Iterable<readonly [string, HeaderValue]> }
  | Readonly<Record<string, HeaderValue>>;

/** The body of a request, as it was received. */
export type RequestBody = string | Uint8Array | ArrayBuffer;

export interface WebhookExpectations {
  /** As the service answered it when the webhook was registered. */
  readonly secret: string;
  /** Default: this machine's clock. */
  readonly now?: Date | undefined;
  /** How old a delivery may be. Default 300 s; the service signs each try anew. */
  readonly toleranceSeconds?: number | undefined;
}

const TIMESTAMP = 'X-Service-Timestamp';
const SIGNATURE = 'X-Service-Signature';

function entriesOf(headers: RequestHeaders): Iterable<readonly [string, unknown]> {
  // A header may be named `entries`.
  return typeof headers['entries'] === 'function' ? headers.entries() : Object.entries(headers);
}

/** @returns the one value of a header; '' where there is none or more than one */
function headerOf(headers: RequestHeaders, name: string): string {
  const found = [...entriesOf(headers)]
    .filter(([key]) => key.toLowerCase() === name.toLowerCase())
    .flatMap(([, value]) => value);
  return found.length === 1 && typeof found[0] === 'string' ? found[0] : '';
}

function bytesOfHex(text: string): Uint8Array<ArrayBuffer> {
  if (text === '') throw new WebhookError('invalid', `there is no header ${SIGNATURE}, or more than one.`);
  if (!/^[0-9a-f]{64}$/.test(text)) throw new WebhookError('invalid', `${SIGNATURE} is no signature.`);
  return Uint8Array.from(text.match(/../g) ?? [], byte => Number.parseInt(byte, 16));
}

/** @throws TypeError for what a parser made, which says nothing about the delivery */
function bytesOfBody(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body))
    return Uint8Array.from(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError(
    `verifyWebhook needs the body as it was received, and this is ${body === null || body === undefined ? 'nothing' : 'an object that a parser made'}. In Express: express.raw({ type: '*/*' }) on this route, before any express.json().`,
  );
}

/**
 * Verifies that a webhook's delivery is the service's, and of now: HMAC-SHA256 over `timestamp.body`.
 *
 * @param body the request's body as it was received, before any parser
 * @returns the event. It may come twice, with the same `id`
 * @throws WebhookError when it must not be relied on; TypeError when something that you give is missing or of another kind
 */
export async function verifyWebhook(
  body: RequestBody,
  headers: RequestHeaders,
  { secret, now = new Date(), toleranceSeconds = 300 }: WebhookExpectations,
): Promise<unknown> {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('verifyWebhook needs secret.');
  if (typeof headers !== 'object' || headers === null)
    throw new TypeError('verifyWebhook needs the headers of the request.');
  // An environment variable that is not set becomes NaN, with which every comparison passes.
  if (!(toleranceSeconds >= 0))
    throw new TypeError('verifyWebhook: toleranceSeconds is no number of seconds.');
  const bytes = bytesOfBody(body);
  const timestamp = headerOf(headers, TIMESTAMP);
  const signature = bytesOfHex(headerOf(headers, SIGNATURE));
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('invalid', `${TIMESTAMP} is no time.`);
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const prefix = encoder.encode(`${timestamp}.`);
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  // Takes as long for every wrong signature.
  if (!(await crypto.subtle.verify('HMAC', key, signature, signed))) {
    throw new WebhookError(
      'invalid',
      'the signature is not by this secret over these bytes. Another webhook has another secret, and a body that was parsed and written again has other bytes.',
    );
  }
  const age = Math.round(now.getTime() / 1000 - Number(timestamp));
  if (Math.abs(age) > toleranceSeconds) {
    throw new WebhookError(
      'expired',
      `it was signed ${Math.abs(age)} s ${age > 0 ? 'ago' : 'ahead of this clock'}, and ${toleranceSeconds} s are allowed.`,
    );
  }
  return JSON.parse(new TextDecoder().decode(bytes));
}
