/** The worker ended during the work. Nothing was stored, and a retry may succeed. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
