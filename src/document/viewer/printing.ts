import type { PrintPicture } from '../pdf/pdf-viewer.ts';
import { PrintFrame } from './print-frame.ts';

/** What all pages' pictures may take together, bytes. */
const MOST_BYTES = 256_000_000;

/** Phones draw the preview after they have said that the printing is over: the frame stays for so long, ms. */
const GRACE = 60_000;

/** What is to be printed. */
export interface PrintOrder {
  readonly pages: number;
  /** Where a frame may lie. */
  readonly place: Node;
  /** What the browser calls the printed document. */
  readonly title: string;
  /** A page, from 1, as a picture. */
  readonly picture: (page: number, signal: AbortSignal) => Promise<PrintPicture>;
  /** What stands in the place of a page, from 1, that can't be drawn. */
  readonly failed: (page: number) => string;
}

/** How far the pictures are: this page of so many. */
export interface PrintProgress {
  readonly page: number;
  readonly pages: number;
}

/** `tooLarge`: the pictures would take more memory than they may. */
export type PrintOutcome = 'printed' | 'cancelled' | 'failed' | 'tooLarge';

/**
 * Prints the pages as they are shown: picture by picture, in a frame of our own. The file itself goes to no other
 * program, so nothing in it can run. One print at a time.
 */
export class Printing {
  readonly #onProgress: () => void;
  #progress: PrintProgress | undefined;
  #cancel: AbortController | undefined;
  #frame: PrintFrame | undefined;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** @param onProgress called whenever `progress` has changed. */
  constructor(onProgress: () => void) {
    this.#onProgress = onProgress;
  }

  /** `undefined` while nothing is being prepared. */
  get progress(): PrintProgress | undefined {
    return this.#progress;
  }

  /** Draws all pages and opens the browser's dialog. */
  async print(order: PrintOrder): Promise<PrintOutcome> {
    this.close();
    const cancel = (this.#cancel = new AbortController());
    const frame = (this.#frame = new PrintFrame());
    const outcome = await this.#print(order, frame, cancel.signal);
    if (cancel.signal.aborted) return 'cancelled';
    this.#show(undefined);
    if (outcome !== 'printed') this.close();
    return outcome;
  }

  /** Stops what is being prepared. */
  cancel(): void {
    if (this.#progress !== undefined) this.close();
  }

  /** Takes away what is being prepared or was printed. */
  close(): void {
    clearTimeout(this.#leaving);
    this.#cancel?.abort();
    this.#frame?.remove();
    this.#frame = undefined;
    if (this.#progress !== undefined) this.#show(undefined);
  }

  async #print(order: PrintOrder, frame: PrintFrame, signal: AbortSignal): Promise<PrintOutcome> {
    const { pages, place, title } = order;
    this.#show({ page: 1, pages });
    try {
      await frame.open(place, title, signal);
      let bytes = 0;
      for (let page = 1; page <= pages && !signal.aborted; page += 1) {
        this.#show({ page, pages });
        // oxlint-disable-next-line no-await-in-loop -- one canvas at a time
        bytes += await addPage(page, order, frame, signal);
        if (bytes > MOST_BYTES) return 'tooLarge';
      }
      signal.throwIfAborted();
      frame.print(() => {
        this.#leaving = setTimeout(() => frame.remove(), GRACE);
      });
      return 'printed';
    } catch {
      return 'failed';
    }
  }

  #show(progress: PrintProgress | undefined): void {
    this.#progress = progress;
    this.#onProgress();
  }
}

/** @returns what its picture takes, bytes. */
async function addPage(
  page: number,
  { picture, failed }: PrintOrder,
  frame: PrintFrame,
  signal: AbortSignal,
): Promise<number> {
  let drawn: PrintPicture;
  try {
    drawn = await picture(page, signal);
  } catch {
    signal.throwIfAborted();
    // A page that can't be drawn is not left out without a word.
    frame.say(failed(page));
    return 0;
  }
  signal.throwIfAborted();
  await frame.add(drawn, signal);
  return drawn.picture.size;
}
