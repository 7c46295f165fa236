/** A tool that calls one operation of the service, as `tools.json` has it. `build/mcp-tools.ts` writes that file. */

/** JSON Schema of a tool's arguments. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly [keyword: string]: unknown;
}

/** Hints to whoever decides whether a call needs a person's consent. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ArgumentSchema;
  readonly annotations: ToolHints;
}

export interface ServiceTool extends ToolDescription {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** Whose credential the call needs: the integrator's access token, or the client secret of the session in `sessionId`. */
  readonly credential: 'client' | 'session';
  /** Arguments that stand in the path, in the query or in a header; all others are members of the body. */
  readonly parameters: readonly {
    readonly argument: string;
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
  }[];
  readonly hasBody: boolean;
  /** The members of the body that are PDFs or lists of them; empty: the body is one; undefined: there is none. */
  readonly documents?: readonly string[];
  /** The answer has a secret that is written into a file, where the integrator has named a folder. */
  readonly writesSecret: boolean;
}

/** What whoever called a tool is told instead of a result: plain words, without secrets. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
