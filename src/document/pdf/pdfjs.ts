import type { PDFPageProxy } from 'pdfjs-dist';

/**
 * Isolates the host page's globals and pdf.js from each other while pdf.js is evaluated. This module is evaluated just
 * before it (see pdfjs.ts):
 *
 * - pdf.js sets `globalThis.pdfjsLib`, which would replace that of a host page that uses pdf.js itself.
 * - Some old libraries add an enumerable property to every object, which a loop by `for…in` would take for an entry.
 *
 * Everything is restored in the same task, also when pdf.js could not be evaluated.
 */
const pdfjsLibBefore = Object.getOwnPropertyDescriptor(globalThis, 'pdfjsLib');
const hidden = hideEnumerable(Object.prototype);
queueMicrotask(restoreHostPage);

function restoreHostPage(): void {
  if (pdfjsLibBefore === undefined) Reflect.deleteProperty(globalThis, 'pdfjsLib');
  else Object.defineProperty(globalThis, 'pdfjsLib', pdfjsLibBefore);
  for (const name of hidden) Reflect.defineProperty(Object.prototype, name, { enumerable: true });
}

/** @returns the names of the properties that were made non-enumerable. */
function hideEnumerable(target: object): readonly string[] {
  return Object.keys(target).filter(name => Reflect.defineProperty(target, name, { enumerable: false }));
}

/**
 * The only import of pdf.js: its build for new browsers. What others lack is there before it is loaded (load-viewer.ts). The
 * order of the imports matters: see host-page.ts.
 */

export type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
/** The items of a page's text: text runs, and where marked content begins and ends. */
export type TextContentItem = Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number];
export type TextRun = Extract<TextContentItem, { str: string }>;
export {
  AnnotationMode,
  getDocument,
  normalizeUnicode,
  OPS,
  PasswordException,
  PasswordResponses,
  PDFDataRangeTransport,
  PDFWorker,
  PixelsPerInch,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist';
