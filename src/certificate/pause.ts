/** Lets the page draw: what follows is a task of its own. Large documents take some 10 ms a step. */
export function pause(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve);
  });
}
