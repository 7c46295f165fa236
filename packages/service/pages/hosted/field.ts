/** A member of a value of unknown type; undefined if it has none. */
export function fieldOf(value: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(Object(value))).get(name);
}
