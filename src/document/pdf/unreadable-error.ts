import type { DocumentProblem } from '../document-load.ts';

/** The document can't be shown, and `problem` says why. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem, options?: ErrorOptions) {
    super(`The document cannot be shown: ${problem}.`, options);
    this.problem = problem;
  }
}
