import type { FileCheck } from './file-check.ts';

/* Between the page and the worker. */

export interface CheckQuestion {
  readonly bytes: ArrayBuffer;
  /** DER in base64. */
  readonly roots: readonly string[];
  readonly now: Date;
}

export interface CheckAnswer {
  readonly check: FileCheck;
}
