import type { PDFDocumentProxy } from 'pdfjs-dist';
import { nextFrame, untilFrame, type Reader } from './reader.ts';
import { workersReady } from './watch.ts';

/** What the pane asks pdf.js for beside its defaults. */
const PANE_OPTIONS = { useWasm: false, disableFontFace: true, disableWorkerRendering: true } as const;

export interface BareOptions {
  /** Absolute, with a slash at the end. */
  readonly assetsUrl: string;
  /** Pixels across, as the pane draws it. */
  readonly pictureWidth: number;
  /** With the pane's options, or as pdf.js comes. */
  readonly options: 'pane' | 'default';
}

/** pdf.js alone: a canvas, a text layer, nothing around them. The least that showing a page costs. */
export class BareReader implements Reader {
  readonly #options: BareOptions;
  #worker: Worker | undefined;
  #document: PDFDocumentProxy | undefined;

  constructor(options: BareOptions) {
    this.#options = options;
  }

  async warm(): Promise<void> {
    const before = workersReady();
    this.#start();
    await import('pdfjs-dist/legacy/build/pdf.mjs');
    await untilFrame(() => workersReady() > before);
  }

  async open(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const port = this.#worker ?? this.#start();
    const { getDocument, PDFWorker } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const { assetsUrl, options } = this.#options;
    this.#document = await getDocument({
      data: bytes.slice(),
      worker: PDFWorker.create({ port }),
      cMapUrl: `${assetsUrl}pdfjs/cmaps/`,
      standardFontDataUrl: `${assetsUrl}pdfjs/standard_fonts/`,
      iccUrl: `${assetsUrl}pdfjs/iccs/`,
      wasmUrl: `${assetsUrl}pdfjs/wasm/`,
      ...(options === 'pane' ? PANE_OPTIONS : {}),
    }).promise;
    await this.#show(1);
  }

  async settle(): Promise<void> {}

  async goToLast(): Promise<void> {
    await this.#show(this.#document?.numPages ?? 0);
  }

  get pictureWidth(): number {
    return this.#options.pictureWidth;
  }

  #start(): Worker {
    this.#worker = new Worker(`${this.#options.assetsUrl}pdfjs/pdf.worker.min.mjs`, { type: 'module' });
    return this.#worker;
  }

  async #show(number: number): Promise<void> {
    const { TextLayer } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    if (this.#document === undefined) throw new Error('Nothing is open.');
    const page = await this.#document.getPage(number);
    const viewport = page.getViewport({
      scale: this.pictureWidth / page.getViewport({ scale: 1 }).width,
    });
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    const container = document.createElement('div');
    container.className = 'words';
    const words = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
    await Promise.all([page.render({ canvas, viewport }).promise, words.render()]);
    const box = document.createElement('div');
    box.className = 'bare';
    box.append(canvas, container);
    document.body.replaceChildren(box);
    await nextFrame();
  }
}
