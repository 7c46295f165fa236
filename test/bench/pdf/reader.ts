/** A PDF reader that is measured: the same steps for all, each done when the signer would see it. */
export interface Reader {
  /** Starts the worker, as while the document is on its way. */
  warm(): Promise<void>;
  /** Shows the first page and, where it has any, its words. */
  open(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Waits until there is nothing more to do about opening. */
  settle(): Promise<void>;
  /** Shows the last page and its words. */
  goToLast(): Promise<void>;
  /** The first page's picture, pixels across. */
  readonly pictureWidth: number;
}

/** The next frame: what was drawn before it is on the screen. */
export function nextFrame(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => resolve()));
}

/** Asks once a frame until it holds. */
export async function untilFrame(holds: () => boolean): Promise<void> {
  while (!holds()) await nextFrame();
}
