/** An error in one value of a request. */
export interface ValidationDetail {
  /** JSON Pointer (RFC 6901) into the body, for example `/signer/cpf`; empty for the body as a whole. */
  readonly pointer: string;
  readonly detail: string;
}

/** All problem kinds with status and title (signer API, section 6). */
const KINDS = {
  'validation-error': [400, 'The request is not valid'],
  unauthorized: [401, 'Not authenticated'],
  'feature-not-enabled': [403, 'This feature is not enabled'],
  forbidden: [403, 'Not allowed'],
  'not-found': [404, 'Not found'],
  'method-not-allowed': [405, 'This method is not for this address'],
  'request-timeout': [408, 'The request came too slowly'],
  'idempotency-conflict': [409, 'The idempotency key is taken'],
  'step-out-of-order': [409, 'This is not the current step'],
  'attempts-exhausted': [409, 'No attempt is left'],
  'not-your-turn': [409, 'Another signer comes first'],
  'document-hash-mismatch': [409, 'Another document was accepted'],
  'signature-used': [409, 'This signature is another document’s'],
  conflict: [409, 'Not possible in the present state'],
  gone: [410, 'It has ended'],
  'payload-too-large': [413, 'The request is too large'],
  'unsupported-media-type': [415, 'The content type is not supported'],
  'range-not-satisfiable': [416, 'The range lies outside the document'],
  'quota-exceeded': [429, 'The quota is used up'],
  'rate-limit': [429, 'Too many at once'],
  internal: [500, 'Something broke on our side'],
  'service-unavailable': [503, 'Not available at the moment'],
} as const satisfies Record<string, readonly [number, string]>;
export type ProblemKind = keyof typeof KINDS;

/** The version of the interface, not of this program (service interface, "Versioning"). */
export const API_VERSION = '1.0';

interface ProblemExtras {
  readonly errors?: readonly ValidationDetail[];
  readonly headers?: Readonly<Record<string, string>>;
  /** More members of the problem object, for example OAuth's `error`. */
  readonly members?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error response as a problem object (RFC 9457). Its detail holds no secrets or personal data. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: ProblemKind;
  readonly extras: ProblemExtras;

  /** By its name: local mode is bundled by itself, and throws problems of its own copy of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Problem';
  }

  constructor(kind: ProblemKind, detail: string, extras: ProblemExtras = {}) {
    super(detail, { cause: extras.cause });
    this.kind = kind;
    this.extras = extras;
  }

  get status(): (typeof KINDS)[ProblemKind][0] {
    return KINDS[this.kind][0];
  }

  /** @param path the request's path without the query, which may hold a credential */
  toResponse(path: string): Response {
    const [status, title] = KINDS[this.kind];
    const { errors, members, headers } = this.extras;
    const body = { type: this.kind, title, status, detail: this.message, instance: path, ...members };
    return new Response(JSON.stringify(errors === undefined ? body : { ...body, errors }), {
      status,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
    });
  }
}

/** A validation error for several values. */
export function invalidAll(errors: readonly ValidationDetail[]): Problem {
  const detail = errors.map(({ pointer, detail: wrong }) => `${pointer}: ${wrong}`).join(' ');
  return new Problem('validation-error', detail, { errors });
}

/** A validation error for one value. */
export function invalid(pointer: string, detail: string): Problem {
  return new Problem('validation-error', detail, { errors: [{ pointer, detail }] });
}

/**
 * The same text whether a resource does not exist or belongs to somebody else, so that the response does not reveal
 * which.
 */
export function notFound(): Problem {
  return new Problem('not-found', 'Not found, or not accessible with these credentials.');
}

/** No route has this path. Paths are public, so this error may differ from `notFound`. */
export function unknownAddress(): Problem {
  return new Problem('not-found', 'No route has this path. /openapi.json lists all routes.');
}

/** The path exists, but not with this method (RFC 9110, 15.5.6). */
export function methodNotAllowed(allowed: readonly string[]): Problem {
  return new Problem('method-not-allowed', `The methods of this path are ${allowed.join(', ')}.`, {
    headers: { Allow: allowed.join(', ') },
  });
}

/**
 * Not possible now, but perhaps later.
 * @param retryAfter seconds
 */
export function unavailable(detail: string, retryAfter: number, cause?: unknown): Problem {
  return new Problem('service-unavailable', detail, {
    headers: { 'Retry-After': String(retryAfter) },
    cause,
  });
}

/** Too many requests of one kind. @param retryAfter seconds */
export function tooMany(detail: string, retryAfter: number): Problem {
  return new Problem('rate-limit', detail, { headers: { 'Retry-After': String(retryAfter) } });
}

export function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
