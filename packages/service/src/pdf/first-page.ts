import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import '@sign-session/verify/missing-built-ins';
import type * as pdfjsModule from 'pdfjs-dist';

/** Whether the reader that will draw a file finds its first page. @throws Error where pdf.js can't be loaded */
export async function canOpenFirstPage(pdf: Uint8Array): Promise<boolean> {
  const pdfjs = await loadPdfjs();
  // As the viewer opens a file of which something can't be read. pdf.js transfers what it is given, and refuses Node's buffers.
  const task = pdfjs.getDocument({
    data: new Uint8Array(pdf),
    verbosity: 0,
    useWasm: false,
    stopAtErrors: false,
  });
  task.onPassword = (answer: (password: Error) => void) => answer(new Error('A password is needed.'));
  try {
    await (await task.promise).getPage(1);
    return true;
  } catch {
    return false;
  } finally {
    await task.destroy();
  }
}

/** pdf.js with its worker, which runs in this thread. */
async function loadPdfjs(): Promise<typeof pdfjsModule> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const worker = workerOfPdfjs();
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(worker).href;
  // pdf.js would load it with the first file.
  await import(pathToFileURL(worker).href);
  return pdfjs;
}

/** In the package, the one that the widget is served with. */
function workerOfPdfjs(): string {
  const served = fileURLToPath(new URL('builds/widget/assets/pdfjs/pdf-worker.mjs', import.meta.url));
  if (existsSync(served)) return served;
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return path.join(folder, 'legacy/build/pdf.worker.min.mjs');
}
