/** The error of one value; `pointer` is a JSON Pointer (RFC 6901) into the request's body. */
export interface ProblemDetail {
  readonly pointer: string;
  readonly detail: string;
}

interface ProblemWords {
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly ProblemDetail[];
}

/** The service refused the request with a problem object (RFC 9457). */
export class ServiceProblem extends Error {
  override readonly name = 'ServiceProblem';
  readonly status: number;
  readonly title: string;
  readonly errors: readonly ProblemDetail[];

  constructor(status: number, { title, detail, errors }: ProblemWords) {
    super(detail);
    this.status = status;
    this.title = title;
    this.errors = errors;
  }
}

/** The request got no answer. */
export class ServiceUnreachableError extends Error {
  override readonly name = 'ServiceUnreachableError';

  constructor(options: ErrorOptions) {
    super('The service does not answer. Is it still running?', options);
  }
}

/** The answer does not match the interface. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';

  constructor(path: string, options: ErrorOptions) {
    super(`The answer of ${path.split('?')[0]} is not what the interface says.`, options);
  }
}

/** The error as a sentence. */
export function explain(error: unknown): string {
  if (error instanceof ServiceProblem)
    return [error.title, error.message].filter(Boolean).join('. ') + ` (${error.status})`;
  return error instanceof Error ? error.message : String(error);
}
