/** Example bodies of an operation's request and response. */
export interface Example {
  readonly request?: unknown;
  /** If the body is one of several, an example of each, by name. */
  readonly requests?: Readonly<Record<string, unknown>>;
  readonly answer?: unknown;
}

/** Examples by operation id. */
export type Examples = Readonly<Record<string, Example>>;
