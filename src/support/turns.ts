/** Settles when the browser has painted what is drawn by now. */
export function onScreen(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Settles in a task of its own: the page's thread gets a turn in between. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve));
}
