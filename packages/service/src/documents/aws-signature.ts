/** AWS Signature Version 4 of requests to a store with the S3 API (Amazon S3 API Reference, "Authenticating Requests"). */
import { createHmac } from 'node:crypto';
import { sha256 } from '../domain/sha256.ts';

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

interface SignedRequest {
  readonly method: string;
  /** Its query is signed with it. */
  readonly url: URL;
  /** All of them are signed, besides the host. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body, hexadecimal; `UNSIGNED-PAYLOAD` for an address. */
  readonly bodyHash: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** What RFC 3986 reserves is escaped, also where `encodeURIComponent` leaves it. */
const escaped = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A path's segments, escaped once: as S3 has it, other services twice. */
const pathOf = ({ pathname }: URL): string =>
  pathname
    .split('/')
    .map(segment => escaped(decodeURIComponent(segment)))
    .join('/');

function queryOf({ searchParams }: URL): string {
  const pairs = [...searchParams].map(([name, value]) => [escaped(name), escaped(value)] as const);
  return pairs
    .toSorted(([one, first], [other, second]) => compare(one, other) || compare(first, second))
    .map(pair => pair.join('='))
    .join('&');
}

/** By code units, whatever the language. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Signs requests with one account's key. The key that is derived for a day is kept for its requests. */
export class AwsSignature {
  readonly #credentials: Credentials;
  #derived: { readonly day: string; readonly key: Buffer } | undefined;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /** The headers of a request, signed. */
  headers(request: SignedRequest, at = new Date()): Record<string, string> {
    const time = timeOf(at);
    const headers = { ...request.headers, 'x-amz-content-sha256': request.bodyHash, 'x-amz-date': time };
    const { names, signature } = this.#sign({ ...request, headers }, time);
    const credential = `${this.#credentials.accessKeyId}/${this.#scope(time)}`;
    const authorization = `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`;
    return { ...headers, authorization };
  }

  /** An address that answers GET without credentials for so many seconds. */
  address(url: URL, seconds: number, at = new Date()): string {
    const time = timeOf(at);
    const signed = new URL(url);
    const parameters = {
      'X-Amz-Algorithm': ALGORITHM,
      'X-Amz-Credential': `${this.#credentials.accessKeyId}/${this.#scope(time)}`,
      'X-Amz-Date': time,
      'X-Amz-Expires': String(seconds),
      'X-Amz-SignedHeaders': 'host',
    };
    for (const [name, value] of Object.entries(parameters)) signed.searchParams.set(name, value);
    const request = { method: 'GET', url: signed, headers: {}, bodyHash: 'UNSIGNED-PAYLOAD' };
    const { signature } = this.#sign(request, time);
    return `${signed.origin}${pathOf(signed)}?${queryOf(signed)}&X-Amz-Signature=${signature}`;
  }

  #sign({ method, url, headers, bodyHash }: SignedRequest, time: string) {
    const signed = Object.entries({ ...headers, host: url.host })
      .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/\s+/g, ' ')] as const)
      .toSorted(([one], [other]) => compare(one, other));
    const names = signed.map(([name]) => name).join(';');
    const lines = signed.map(pair => `${pair.join(':')}\n`).join('');
    const canonical = [method, pathOf(url), queryOf(url), lines, names, bodyHash].join('\n');
    const hash = sha256(canonical).toString('hex');
    const text = [ALGORITHM, time, this.#scope(time), hash].join('\n');
    return { names, signature: hmac(this.#keyOf(time.slice(0, 8)), text).toString('hex') };
  }

  #scope(time: string): string {
    return `${time.slice(0, 8)}/${this.#credentials.region}/s3/aws4_request`;
  }

  #keyOf(day: string): Buffer {
    if (this.#derived?.day !== day) {
      const { secretAccessKey, region } = this.#credentials;
      const parts = [day, region, 's3', 'aws4_request'];
      const key = parts.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
      this.#derived = { day, key: Buffer.from(key) };
    }
    return this.#derived.key;
  }
}

/** `20261128T140000Z`. */
const timeOf = (at: Date): string => at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
