import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PageDrawer } from '@sign-session/verify/covering';
import type { Pdfjs } from '@sign-session/verify/drawing';

/**
 * Draws pages by pdf.js in this thread, so that the limits of its process hold for it. pdf.js is loaded when there is
 * something to draw, and once.
 */
export class LazyPageDrawer implements PageDrawer {
  static #loaded: Promise<PageDrawer | undefined> | undefined;
  #isMissing = false;

  /** Whether a page had to be drawn, and there is no canvas: a program of the operating system, which may be left out. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  readonly prepare = async () => void (await this.#load());

  readonly draw: PageDrawer['draw'] = async (pdf, areas, signal) =>
    (await this.#load()).draw(pdf, areas, signal);

  /** @throws Error where nothing can draw */
  async #load(): Promise<PageDrawer> {
    const drawer = await (LazyPageDrawer.#loaded ??= loadPageDrawer());
    this.#isMissing = drawer === undefined;
    if (drawer === undefined) throw new Error('There is no canvas.');
    return drawer;
  }
}

async function loadPageDrawer(): Promise<PageDrawer | undefined> {
  if (!hasCanvas()) return undefined;
  const { pdfjs, data } = await loadPdfjs();
  const { pdfjsDrawer } = await import('@sign-session/verify/drawing');
  return pdfjsDrawer(pdfjs, {
    standardFontDataUrl: path.join(data, 'standard_fonts/'),
    cMapUrl: path.join(data, 'cmaps/'),
    wasmUrl: path.join(data, 'wasm/'),
  });
}

/** Whether the reader that will draw a file finds its first page. @throws Error where pdf.js can't be loaded */
export async function canOpenFirstPage(pdf: Uint8Array): Promise<boolean> {
  const { pdfjs } = await loadPdfjs();
  const { openCarefully } = await import('@sign-session/verify/drawing');
  // As the viewer opens a file of which something can't be read.
  const task = openCarefully(pdfjs, pdf, { stopAtErrors: false });
  try {
    await (await task.promise).getPage(1);
    return true;
  } catch {
    return false;
  } finally {
    await task.destroy();
  }
}

/** pdf.js with its worker, which runs in this thread, and the folder of its fonts and tables. */
async function loadPdfjs(): Promise<{ readonly pdfjs: Pdfjs; readonly data: string }> {
  // First, for it adds what this version of Node may lack.
  await import('@sign-session/verify/drawing');
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { worker, data } = filesOfPdfjs();
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(worker).href;
  // pdf.js would load it with the first file.
  await import(pathToFileURL(worker).href);
  return { pdfjs, data };
}

function hasCanvas(): boolean {
  try {
    createRequire(import.meta.url)('@napi-rs/canvas');
    return true;
  } catch {
    return false;
  }
}

/** In the package, those that the widget is served with. */
function filesOfPdfjs(): { readonly worker: string; readonly data: string } {
  const served = fileURLToPath(new URL('builds/widget/assets/pdfjs', import.meta.url));
  if (existsSync(served)) return { worker: path.join(served, 'pdf-worker.mjs'), data: served };
  const data = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return { worker: path.join(data, 'legacy/build/pdf.worker.min.mjs'), data };
}
