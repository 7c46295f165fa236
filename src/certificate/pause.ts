/** Yields to the page: what follows runs in a new task. With large documents a step takes some 10 ms. */
export function pause(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve);
  });
}
