/** The script of the page in which pdf.ts measures; it answers to `window.pdfBench`. */
import { longestTaskSince } from './watch.ts';
import { BareReader } from './bare-reader.ts';
import { benchFile, hasText, type BenchFile } from './bench-files.ts';
import { PaneReader } from './pane-reader.ts';

export interface OpenRequest {
  readonly file: BenchFile;
  /** Our pane, pdf.js with the pane's options, pdf.js as it comes. */
  readonly reader: 'pane' | 'bare' | 'default';
  /** Whether the worker runs before the bytes are there. */
  readonly warm: boolean;
  /** Pixels across, for the readers that don't choose it. */
  readonly pictureWidth: number;
  /** Absolute, with a slash at the end. */
  readonly assetsUrl: string;
}

/** Times in ms. */
export interface Opened {
  readonly firstPage: number;
  readonly lastPage: number;
  /** 0 when no task took 50 ms. */
  readonly longestTask: number;
  readonly pictureWidth: number;
}

export interface ReadThrough {
  /** The most at any moment, with pixels in them. */
  readonly canvases: number;
  /** The most pixels in them, million. */
  readonly megapixels: number;
  readonly longestTask: number;
}

class PdfBench {
  #pane: PaneReader | undefined;

  /** Opens a document and goes to its last page. */
  async open({ file, reader: kind, warm, ...options }: OpenRequest): Promise<Opened> {
    const bytes = await benchFile(file);
    if (kind === 'pane') this.#pane = new PaneReader(hasText(file), options.assetsUrl);
    const reader =
      this.#pane ?? new BareReader({ ...options, options: kind === 'bare' ? 'pane' : 'default' });
    const start = performance.now();
    if (warm) await reader.warm();
    const opening = performance.now();
    await reader.open(bytes);
    const jumping = performance.now();
    const { pictureWidth } = reader;
    await reader.goToLast();
    return {
      firstPage: jumping - opening,
      lastPage: performance.now() - jumping,
      longestTask: longestTaskSince(start),
      pictureWidth,
    };
  }

  /** Scrolls the open pane from the first page to the last. */
  async readThrough(steps: number): Promise<ReadThrough> {
    const pane = this.#pane;
    if (pane === undefined) throw new Error('No pane is open.');
    let canvases = 0;
    let megapixels = 0;
    const start = performance.now();
    const look = (): void => {
      const live = pane.canvases.filter(({ width, height }) => width * height > 0);
      canvases = Math.max(canvases, live.length);
      const pixels = live.reduce((sum, { width, height }) => sum + width * height, 0);
      megapixels = Math.max(megapixels, pixels / 1e6);
    };
    const timer = setInterval(look, 20);
    await pane.scrollThrough(steps);
    look();
    clearInterval(timer);
    return { canvases, megapixels, longestTask: longestTaskSince(start) };
  }
}

declare global {
  interface Window {
    pdfBench: PdfBench;
  }
}

window.pdfBench = new PdfBench();
