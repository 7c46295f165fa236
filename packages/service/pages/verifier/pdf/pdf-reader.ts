import { trustedWorkerUrl } from '../trusted-worker-url.ts';
import { AnnotationMode, getDocument, PDFWorker } from './pdfjs.ts';

/** pdf.js's worker, fonts and tables, as the widget has them. */
const FILES = new URL('/sign-session/assets/pdfjs/', location.href).href;

/** 600 dpi on A3; a page with a larger image is shown without it. */
const LARGEST_IMAGE = 70_000_000;

/** Nothing of a stranger's file is run, and nothing but pdf.js's own files is fetched for it. */
const OPTIONS = {
  verbosity: 0,
  // Wasm is not everywhere allowed, and all that it does exists in JavaScript.
  useWasm: false,
  // Fonts are drawn as outlines: nothing is registered, and the system's fonts are not asked for.
  disableFontFace: true,
  useSystemFonts: false,
  disableWorkerRendering: true,
  enableXfa: false,
  maxImageSize: LARGEST_IMAGE,
  cMapUrl: `${FILES}cmaps/`,
  standardFontDataUrl: `${FILES}standard_fonts/`,
  wasmUrl: `${FILES}wasm/`,
};

let running: Promise<PDFWorker> | undefined;

/** Starts pdf.js's worker, once. If it can't be loaded, the next call tries again. */
function startReader(): Promise<PDFWorker> {
  running ??= startWorker().catch((cause: unknown) => {
    running = undefined;
    throw cause;
  });
  return running;
}

function startWorker(): Promise<PDFWorker> {
  const worker = new Worker(trustedWorkerUrl(`${FILES}pdf-worker.mjs`), { type: 'module' });
  return new Promise((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('pdf.js did not start.')), { once: true });
    // It says that it is ready.
    worker.addEventListener('message', () => resolve(PDFWorker.create({ port: worker })), { once: true });
  });
}

/** An open PDF. */
export interface OpenPdf {
  readonly pages: number;
  /** The index of the first page that shows one of these fields; undefined if none does. */
  readonly pageOf: (fields: readonly string[]) => Promise<number | undefined>;
  /** Draws a page as readers see it. @param width of the canvas, in pixels @throws Error where it can't be drawn */
  readonly draw: (index: number, canvas: HTMLCanvasElement, width: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @throws Error where it can't be opened */
export async function openPdf(pdf: ArrayBuffer): Promise<OpenPdf> {
  const task = getDocument({ ...OPTIONS, worker: await startReader(), data: new Uint8Array(pdf) });
  task.onPassword = (answer: (password: Error) => void) => answer(new Error('A password is needed.'));
  const document = await task.promise;
  return {
    pages: document.numPages,
    async pageOf(names) {
      const fields: Readonly<Record<string, readonly { readonly page?: unknown }[]>> = Object(
        await document.getFieldObjects(),
      );
      const pages = names.flatMap(name => fields[name] ?? []).map(({ page }) => page);
      return pages.find((page): page is number => typeof page === 'number' && page >= 0);
    },
    async draw(index, canvas, width) {
      const page = await document.getPage(index + 1);
      const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      await page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE }).promise;
    },
    close: () => task.destroy(),
  };
}
