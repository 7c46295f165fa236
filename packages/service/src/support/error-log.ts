/** Logs one line. */
export type Log = (line: string) => void;

/** A code of the system or of the database, such as `ENOSPC` or `53100` where a disk is full. */
function codeOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  return /^[A-Z0-9_]{3,40}$/.test(code) ? ` (${code})` : '';
}

/** An error's name, code and stack frames, with its causes. Leaves out the messages, which could quote a signer's data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'A value that is no Error was thrown.';
  const frames = (error.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const together: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const causes = error.cause === undefined ? together : [error.cause, ...together];
  const described = causes.map(cause => `\n  caused by ${describeError(cause)}`);
  return [error.name + codeOf(error), ...frames.slice(0, 8)].join('\n') + described.join('');
}
