/** A body that a request may have, and what the operation may answer. */
export interface Example {
  readonly request?: unknown;
  /** Where the body is one of several, an example of each by its name. */
  readonly requests?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** Examples by operation id. */
export type Examples = Readonly<Record<string, Example>>;
