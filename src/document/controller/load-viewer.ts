import { lacksBuiltIns } from '../pdf/lacks-built-ins.ts';
import type { PdfViewer } from './pdf-viewer.ts';

/**
 * Loads the viewer: pdf.js and the code that draws with it, in two files, so that each is evaluated in its own task and
 * the page is blocked for less long. In older browsers what pdf.js needs comes first.
 *
 * @throws as `import()` does when a file can't be loaded.
 */
export async function loadPdfViewer(): Promise<typeof PdfViewer> {
  if (lacksBuiltIns()) await import('../pdf/built-ins.ts');
  const [viewer] = await Promise.all([import('./pdf-viewer.ts'), import('../pdf/pdfjs.ts')]);
  return viewer.PdfViewer;
}
