/** What is awaited, or a rejection as soon as nobody waits for it any more. */
export async function orAborted<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => reject(new Error('Nobody waits for it any more.'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { signal: settled.signal });
  });
  try {
    return await Promise.race([awaited, aborted]);
  } finally {
    settled.abort();
  }
}
