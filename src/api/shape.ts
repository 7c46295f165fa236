/** Reads a value of JSON as a type. @throws ShapeError when it has another shape. */
export type Shape<T> = (value: unknown, at?: string) => T;

/** What a shape reads. */
export type Shaped<S extends Shape<unknown>> = ReturnType<S>;

/** A value has another shape. Carries where, and never the value: it may be a signer's data. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';
  /** The fields that lead to the value, with dots between them. */
  readonly at: string;

  constructor(at: string) {
    super(`Another shape than expected at "${at}"`);
    this.at = at;
  }
}

export const text: Shape<string> = (value, at = '') => {
  if (typeof value !== 'string') throw new ShapeError(at);
  return value;
};

/**
 * An address that may be opened or asked: https, or http on this machine, without user info. Never `javascript:` and the
 * like. Every address that the service gives is read by this shape (signer API, section 8).
 */
export const address: Shape<string> = (value, at = '') => {
  const url = parseUrl(text(value, at));
  const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url?.hostname ?? '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === undefined || !isSafe || url.username + url.password !== '') throw new ShapeError(at);
  return url.href;
};

/** URL.canParse is missing in Safari before 17. */
function parseUrl(given: string): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined;
  }
}

export const number: Shape<number> = (value, at = '') => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ShapeError(at);
  return value;
};

export const boolean: Shape<boolean> = (value, at = '') => {
  if (typeof value !== 'boolean') throw new ShapeError(at);
  return value;
};

export const unknown: Shape<unknown> = value => value;

/** An array of values of one shape. */
export function array<T>(item: Shape<T>): Shape<T[]> {
  return (value, at = '') => {
    if (!Array.isArray(value)) throw new ShapeError(at);
    return value.map((each, index) => item(each, join(at, index)));
  };
}

/** A value that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, at) => (value === undefined ? undefined : shape(value, at));
}

/** A value in place of which `fallback` is taken when it has another shape. */
export function otherwise<T, F>(shape: Shape<T>, fallback: F): Shape<T | F> {
  return (value, at) => {
    try {
      return shape(value, at);
    } catch {
      return fallback;
    }
  };
}

/** An optional field. A value of the wrong type counts as absent, because a signature is possible without it. */
export function lenient<T>(shape: Shape<T>): Shape<T | undefined> {
  return otherwise(optional(shape), undefined);
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
/** Fields that may be undefined may also be absent. */
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: undefined extends Shaped<F[K]> ? K : never;
}[keyof F];
type Shown<T> = { [K in keyof T]: T[K] };
type ObjectOf<F extends Fields> = Shown<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: Shaped<F[K]> } & {
    [K in OptionalKeys<F>]?: Shaped<F[K]>;
  }
>;

/**
 * An object with these fields; others are dropped. Only its own count: what a page has put on every object is not the
 * service's.
 */
export function object<F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  return (value, at = '') => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError(at);
    const read: [string, unknown][] = [];
    for (const [key, shape] of Object.entries(fields)) {
      const given: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
      const field = shape(given, join(at, key));
      if (field !== undefined || key in Object.prototype) read.push([key, field]);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler can't follow the fields' types through the loop
    return Object.fromEntries(read) as ObjectOf<F>;
  };
}

function join(at: string, key: string | number): string {
  return at === '' ? `${key}` : `${at}.${key}`;
}
