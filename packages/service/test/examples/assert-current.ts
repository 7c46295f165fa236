import assert from 'node:assert/strict';

/** The names of all members, and the types of all values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

/** Fails where an example has other members than what the service takes or answers now. */
export function assertCurrent(example: unknown, now: unknown, what: string): void {
  // As JSON, which has no undefined members.
  const asJson: unknown = JSON.parse(JSON.stringify(now));
  assert.deepEqual(shapeOf(example), shapeOf(asJson), `${what} is out of date: run npm run record:examples.`);
}
