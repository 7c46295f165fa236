/** Are they the same bytes? Not in constant time: for what is no secret. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A loop, not `every`: documents have millions of bytes.
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
