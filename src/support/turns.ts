/** Settles when the browser has painted what is drawn by now. */
export function onScreen(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Settles in a task of its own: the page's thread gets a turn in between. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}

/** ms for which work that can wait is put off at most. */
const LONGEST_BUSY = 500;

/** Settles once, after so many ms, the page's thread has nothing more urgent to do; Safari can't tell that. */
export function idleAfter(ms: number): Promise<void> {
  return new Promise(resolve =>
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis)
        requestIdleCallback(() => resolve(), { timeout: LONGEST_BUSY });
      else resolve();
    }, ms),
  );
}
