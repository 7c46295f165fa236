/** The thread ended in the middle of a sealing. Nothing was stored, and another attempt may well succeed. */
export class SealingInterruptedError extends Error {
  override readonly name = 'SealingInterruptedError';
}
