/**
 * Writes JSON as `JSON.stringify` does where nothing has a `toJSON`. Some old libraries define one for every array of the
 * page, by which an array comes out as a text.
 *
 * @param value plain objects, arrays, texts, numbers, booleans and null; fields that are undefined are left out.
 */
export function toJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => toJson(item)).join(',')}]`;
  // For these, JSON.stringify looks for no `toJSON`.
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${toJson(member)}`);
  }
  return `{${members.join(',')}}`;
}
