/** Settles when the browser has put on the screen what is drawn by now. */
export function onScreen(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
}
