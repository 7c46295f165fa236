/**
 * As `AbortSignal.timeout`, also where only `AbortSignal.any` refers to it: Node 20 collects such a timeout as garbage,
 * and it never fires. One with a listener is kept.
 */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds);
  limit.addEventListener('abort', () => undefined, { once: true });
  return limit;
}
