/**
 * Waits for work that can't be aborted, until `signal` aborts.
 *
 * @throws the signal's reason when it aborts.
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DOMException('No longer wanted.', 'AbortError'));
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { signal: settled.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    settled.abort();
  }
}
