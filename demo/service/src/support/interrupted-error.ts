/** What did the work has ended in the middle of it. Nothing was stored, and another attempt may well succeed. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}
