import type { PdfViewer } from '../pages/pdf-viewer.ts';

/**
 * Fetches what shows PDFs: pdf.js and what draws with it, in two files, each evaluated in a task of its own. In one,
 * the page would stand still for both.
 *
 * @throws when it does not come, as `import()` does.
 */
export async function loadPdfViewer(): Promise<typeof PdfViewer> {
  const [viewer] = await Promise.all([import('../pages/pdf-viewer.ts'), import('./pdfjs.ts')]);
  return viewer.PdfViewer;
}
