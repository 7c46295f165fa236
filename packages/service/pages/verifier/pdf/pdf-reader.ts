import type { PageDrawer } from '@sign-session/verify/covering';
import { openCarefully, pdfjsDrawer } from '@sign-session/verify/drawing';
import { trustedWorkerUrl } from '../trusted-worker-url.ts';
import { AnnotationMode, getDocument, PDFWorker, Util } from './pdfjs.ts';

/** pdf.js's worker, fonts and tables, as the widget has them. */
const FILES = new URL('/sign-session/assets/pdfjs/', location.href).href;

const OPTIONS = {
  cMapUrl: `${FILES}cmaps/`,
  standardFontDataUrl: `${FILES}standard_fonts/`,
  wasmUrl: `${FILES}wasm/`,
};

let running: Promise<PDFWorker> | undefined;

/** Starts pdf.js's worker, once. If it can't be loaded, the next call tries again. */
export function startReader(): Promise<PDFWorker> {
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

/** Draws the areas that a check asks for. */
export const pageDrawer: PageDrawer = {
  draw: async (pdf, areas, signal) =>
    pdfjsDrawer({ getDocument, AnnotationMode, Util }, { ...OPTIONS, worker: await startReader() }).draw(
      pdf,
      areas,
      signal,
    ),
};

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
  const options = { ...OPTIONS, worker: await startReader() };
  const task = openCarefully({ getDocument }, new Uint8Array(pdf), options);
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
