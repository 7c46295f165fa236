import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import '@sign-session/verify/missing-built-ins';
import type { DoubtfulPages } from '@sign-session/pdf-structure';
import type * as pdfjsModule from 'pdfjs-dist';

/** Names of pdf.js's operators that may leave a mark. */
const DRAWS = /fill|stroke|show|paint|path/i;

/**
 * Whether the reader that will draw a file finds the same pages as the strict one. Of contents that some readers leave
 * out it must draw nothing, and with fonts that some readers don't find, no text.
 * @returns otherwise why the file is refused
 * @throws Error where pdf.js can't be loaded
 */
export async function findPages(
  pdf: Uint8Array,
  { count, doubts }: DoubtfulPages,
): Promise<'same' | 'damaged' | 'ambiguous-document'> {
  const pdfjs = await loadPdfjs();
  // As the viewer opens a file of which something can't be read. pdf.js transfers what it is given, and refuses Node's buffers.
  const task = pdfjs.getDocument({
    data: new Uint8Array(pdf),
    verbosity: 0,
    useWasm: false,
    stopAtErrors: false,
  });
  task.onPassword = (answer: (password: Error) => void) => answer(new Error('A password is needed.'));
  let opened = 0;
  try {
    const document = await task.promise;
    const pages = [await document.getPage(1)];
    opened = 1;
    if (doubts.length > 0 && document.numPages !== count) return 'ambiguous-document';
    while (doubts.length > 0 && opened < count) pages.push(await document.getPage((opened += 1)));
    for (const { about, page } of doubts) {
      if (about === 'pages') continue;
      const { DISABLE: annotationMode } = pdfjs.AnnotationMode;
      const { fnArray = [] } = (await pages[page]?.getOperatorList({ annotationMode })) ?? {};
      const asked = about === 'contents' ? DRAWS : /^setFont$/;
      if (Object.entries(pdfjs.OPS).some(([name, code]) => asked.test(name) && fnArray.includes(code)))
        return 'ambiguous-document';
    }
    return 'same';
  } catch {
    return opened === 0 ? 'damaged' : 'ambiguous-document';
  } finally {
    await task.destroy();
  }
}

/** pdf.js with its worker, which runs in this thread. */
export async function loadPdfjs(): Promise<typeof pdfjsModule> {
  const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const worker = workerOfPdfjs();
  pdfjs.GlobalWorkerOptions.workerSrc = pathToFileURL(worker).href;
  // pdf.js would load it with the first file.
  await import(pathToFileURL(worker).href);
  return pdfjs;
}

/** In the package, the one that the widget is served with. */
function workerOfPdfjs(): string {
  const served = fileURLToPath(new URL('builds/widget/assets/pdfjs', import.meta.url));
  if (existsSync(served)) return path.join(served, 'pdf-worker.mjs');
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return path.join(folder, 'legacy/build/pdf.worker.min.mjs');
}
