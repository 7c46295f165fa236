/** The work could not be finished for a reason that may pass. Nothing was stored, and a retry may succeed. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
