/** A member of whatever came from outside, where there is one. */
export function fieldOf(value: unknown, name: string): unknown {
  return new Map<string, unknown>(Object.entries(Object(value))).get(name);
}
