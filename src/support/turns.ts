/** Settles when the browser has painted what is drawn by now. */
export function onScreen(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Settles in a task of its own: the page's thread gets a turn in between. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}

/**
 * Settles when the page's thread has nothing more urgent to do. Safari has no callback for that: there it is the next task.
 *
 * @param longest ms after which it settles in any case.
 */
export function idle(longest: number): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return nextTask();
  return new Promise(resolve => requestIdleCallback(() => resolve(), { timeout: longest }));
}
