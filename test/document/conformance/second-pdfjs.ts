import type * as PdfjsLib from 'pdfjs-dist';

/** The host page's own pdf.js, another build than ours, with its globals and fonts, working without a worker. */
export class SecondPdfjs {
  readonly #lib: typeof PdfjsLib;
  readonly #before: unknown;

  private constructor(lib: typeof PdfjsLib) {
    this.#lib = lib;
    this.#before = Reflect.get(globalThis, 'pdfjsLib');
  }

  /** Loads it, and registers a font under the name that pdf.js gives to the first font of a document. */
  static async start(): Promise<SecondPdfjs> {
    // The worker's file leaves `pdfjsWorker` on the page, and then works on its thread.
    await import('pdfjs-dist/build/pdf.worker.mjs');
    const lib = await import('pdfjs-dist');
    const fonts = '/src/assets/assets/pdfjs/standard_fonts';
    for (const name of ['g_d0_f1', 'g_d1_f1', 'g_d2_f1']) {
      const font = new FontFace(name, `url(${fonts}/LiberationSans-BoldItalic.ttf)`);
      document.fonts.add(await font.load());
    }
    return new SecondPdfjs(lib);
  }

  /** Whether its global is still its own. */
  get untouched(): boolean {
    return this.#before !== undefined && Reflect.get(globalThis, 'pdfjsLib') === this.#before;
  }

  /** A first page as the host page draws it. */
  async picture(bytes: Uint8Array<ArrayBuffer>): Promise<ImageData> {
    const task = this.#lib.getDocument({ data: bytes.slice(), standardFontDataUrl: STANDARD_FONTS });
    const page = await (await task.promise).getPage(1);
    const viewport = page.getViewport({ scale: 1 });
    const canvas = document.createElement('canvas');
    canvas.width = viewport.width;
    canvas.height = viewport.height;
    await page.render({ canvas, viewport }).promise;
    const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
    await task.destroy();
    if (picture === undefined) throw new Error('No canvas to read pixels from.');
    return picture;
  }
}

const STANDARD_FONTS = '/src/assets/assets/pdfjs/standard_fonts/';
