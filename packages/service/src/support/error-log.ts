/** Logs one line. */
export type Log = (line: string) => void;

/** An error's name and stack frames, with its causes. Leaves out the messages, which could quote a signer's data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'A value that is no Error was thrown.';
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const together: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const causes = error.cause === undefined ? together : [error.cause, ...together];
  const described = causes.map(cause => `\n  caused by ${describeError(cause)}`);
  return [error.name, ...frames.slice(0, 8)].join('\n') + described.join('');
}
