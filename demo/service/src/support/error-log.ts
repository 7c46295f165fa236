/** Logs one line. */
export type Log = (line: string) => void;

/** An error's name and stack frames. Leaves out the message, which could quote a signer's data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'A value that is no Error was thrown.';
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const cause = error.cause === undefined ? '' : `\n  caused by ${describeError(error.cause)}`;
  return [error.name, ...frames.slice(0, 8)].join('\n') + cause;
}
