/** The script of the page in which pdf.ts measures; it answers to `window.pdfBench`. */
import './watch.ts';
import { BareReader } from './bare-reader.ts';
import { benchFile, hasText, type BenchFile } from './bench-files.ts';
import { PaneReader } from './pane-reader.ts';
import { nextFrame } from './reader.ts';
import { TASKS_FROM, TASKS_TO } from './task-marks.ts';

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
  /** Until the signer could accept. */
  readonly settled: number;
  readonly lastPage: number;
  readonly pictureWidth: number;
}

export interface ReadThrough {
  /** The most at any moment, with pixels in them. */
  readonly canvases: number;
  /** The most pixels in them, million. */
  readonly megapixels: number;
}

class PdfBench {
  #pane: PaneReader | undefined;

  /** Opens a document and goes to its last page. */
  async open({ file, reader: kind, warm, ...options }: OpenRequest): Promise<Opened> {
    const bytes = await benchFile(file);
    if (kind === 'pane') this.#pane = new PaneReader(hasText(file), options.assetsUrl);
    const reader =
      this.#pane ?? new BareReader({ ...options, options: kind === 'bare' ? 'pane' : 'default' });
    // What made the file is a task of its own.
    await nextFrame();
    performance.mark(TASKS_FROM);
    if (warm) await reader.warm();
    const opening = performance.now();
    await reader.open(bytes);
    const opened = performance.now();
    await reader.settle();
    const jumping = performance.now();
    const { pictureWidth } = reader;
    await reader.goToLast();
    performance.mark(TASKS_TO);
    return {
      firstPage: opened - opening,
      settled: jumping - opening,
      lastPage: performance.now() - jumping,
      pictureWidth,
    };
  }

  /** Scrolls the open pane from the first page to the last. */
  async readThrough(steps: number): Promise<ReadThrough> {
    const pane = this.#pane;
    if (pane === undefined) throw new Error('No pane is open.');
    let canvases = 0;
    let megapixels = 0;
    performance.mark(TASKS_FROM);
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
    performance.mark(TASKS_TO);
    return { canvases, megapixels };
  }
}

declare global {
  interface Window {
    pdfBench: PdfBench;
  }
}

window.pdfBench = new PdfBench();
