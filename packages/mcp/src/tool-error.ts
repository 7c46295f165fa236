/** What whoever called a tool is told instead of a result: plain words, without secrets. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
