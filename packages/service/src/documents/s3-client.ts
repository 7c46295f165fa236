import { AwsV4Signer } from 'aws4fetch';
import { sha256 } from '../domain/sha256.ts';
import { DocumentsAwayError } from '../support/documents-away-error.ts';
import type { S3Settings } from './s3-settings.ts';

/** Limits of a request, which is repeated where that may help: every request of ours has the same effect twice. */
export interface S3Limits {
  /** For one try, with its body. */
  readonly tryMs: number;
  readonly tries: number;
  /** Before the second try; twice as long before each further one. */
  readonly pauseMs: number;
}

/** A document of 8 MB takes a second on a slow line. Signers wait meanwhile, and are told to try again afterwards. */
const LIMITS: S3Limits = { tryMs: 6000, tries: 3, pauseMs: 200 };

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Undefined: the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Statuses that the store's documentation asks to try again. */
const PASSING = [408, 429, 500, 502, 503, 504];

/** An answer that shows a passing fault: a status, or bytes that are not what was stored. */
export class PassingFaultError extends Error {
  override readonly name = 'PassingFaultError';
}

/**
 * The requests of a store with the S3 API, signed by AWS Signature Version 4. The signature covers the body's SHA-256,
 * which the store compares with what it received.
 */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #limits: S3Limits;

  constructor(settings: S3Settings, limits: S3Limits = LIMITS) {
    this.#settings = settings;
    this.#limits = limits;
  }

  /**
   * @param accept rejects with PassingFaultError what should be asked again
   * @returns any answer but those of passing faults
   * @throws DocumentsAwayError after the last try
   */
  async send(
    request: S3Request,
    { accept = () => undefined, tries = this.#limits.tries }: SendOptions = {},
  ): Promise<S3Answer> {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await this.#try(request);
        if (PASSING.includes(answer.status)) throw new PassingFaultError(`Status ${answer.status}.`);
        accept(answer);
        return answer;
      } catch (cause) {
        if (tried >= tries) throw new DocumentsAwayError('The object store does not answer.', { cause });
        const pause = this.#limits.pauseMs * 2 ** (tried - 1);
        await new Promise(resolve => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
      }
    }
  }

  /** An address that answers GET without credentials for so many seconds. */
  async presign(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string> {
    const url = this.#address({ method: 'GET', key, query: { ...query, 'X-Amz-Expires': String(seconds) } });
    const signed = await new AwsV4Signer({ ...this.#signing('GET', url), signQuery: true }).sign();
    // URLSearchParams writes a blank as +, which only forms read as one.
    return signed.url.href.replaceAll('+', '%20');
  }

  async #try(request: S3Request): Promise<S3Answer> {
    const { method, body } = request;
    const headers = { ...request.headers, 'X-Amz-Content-Sha256': sha256(body ?? '').toString('hex') };
    const signer = new AwsV4Signer({ ...this.#signing(method, this.#address(request)), headers });
    const signed = await signer.sign();
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      ...(body && { body: new Uint8Array(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(this.#limits.tryMs),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  #address({ key, query = {} }: S3Request): URL {
    const { bucketUrl, prefix } = this.#settings;
    const url = new URL(key === undefined ? bucketUrl : `${bucketUrl}/${prefix}${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  #signing(method: string, url: URL) {
    const { accessKeyId, secretAccessKey, region } = this.#settings;
    return { method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' };
  }
}

export interface SendOptions {
  readonly accept?: (answer: S3Answer) => void;
  readonly tries?: number;
}
