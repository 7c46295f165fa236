/*
 * Reads JSON into values of known types. A dozen lines that the first screen can afford, where a library's
 * reader would be a sixth of the first script.
 */

/** Reads a value of one shape. Throws ShapeError for one of another; `path` tells where it stands. */
export type Shape<T> = (value: unknown, path?: string) => T;

/** What a shape reads. */
export type Read<S> = S extends Shape<infer T> ? T : never;

/** A value has another shape. Holds the place and never the value, which may be a signer's data. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError';

  constructor(path: string) {
    super(`Another shape than expected (at "${path}")`);
  }
}

export const text: Shape<string> = (value, path = '') => {
  if (typeof value !== 'string') throw new ShapeError(path);
  return value;
};

export const number: Shape<number> = (value, path = '') => {
  if (typeof value !== 'number') throw new ShapeError(path);
  return value;
};

export const flag: Shape<boolean> = (value, path = '') => {
  if (typeof value !== 'boolean') throw new ShapeError(path);
  return value;
};

export function list<T>(item: Shape<T>): Shape<T[]> {
  return (value, path = '') => {
    if (!Array.isArray(value)) throw new ShapeError(path);
    return value.map((one: unknown, index) => item(one, `${path}.${index}`));
  };
}

/** An object with these fields; others are dropped. */
export function record<Fields extends Readonly<Record<string, Shape<unknown>>>>(
  fields: Fields,
): Shape<{ [Name in keyof Fields]: Read<Fields[Name]> }> {
  return (value, path = '') => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError(path);
    const given = new Map<string, unknown>(Object.entries(value));
    const read = Object.entries(fields).map(([name, shape]) => [
      name,
      shape(given.get(name), path === '' ? name : `${path}.${name}`),
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field was read by its own shape
    return Object.fromEntries(read) as { [Name in keyof Fields]: Read<Fields[Name]> };
  };
}

/** An optional value. Some servers send null for “none”. */
export function maybe<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, path) => (value === undefined || value === null ? undefined : shape(value, path));
}

/** What only adorns must not stop a signature: a value of another shape counts as none. */
export function cosmetic<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value, path) => {
    try {
      return maybe(shape)(value, path);
    } catch (error) {
      if (error instanceof ShapeError) return undefined;
      throw error;
    }
  };
}
