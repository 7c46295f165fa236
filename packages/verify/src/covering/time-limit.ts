/** A signal that aborts after some time, or with another one. Safari has no `AbortSignal.any` before 17.4. */
export function timeLimit(milliseconds: number, signal?: AbortSignal): AbortSignal {
  const limit = AbortSignal.timeout(Math.ceil(milliseconds));
  if (signal === undefined) return limit;
  const both = new AbortController();
  for (const either of [signal, limit]) {
    if (either.aborted) both.abort(either.reason);
    either.addEventListener('abort', () => both.abort(either.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}
