/**
 * Removes every member of an object whose value is null, at any depth, from a value that was just parsed: many clients
 * write null for what they leave out. Nulls in lists stay. Works without recursion, because bodies may nest deeply.
 */
export function withoutNullMembers(json: unknown): unknown {
  const waiting: unknown[] = [json];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value)) {
      if (member === null && !Array.isArray(value)) Reflect.deleteProperty(value, key);
      else waiting.push(member);
    }
  }
  return json;
}
