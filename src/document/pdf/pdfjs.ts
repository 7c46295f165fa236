/**
 * The only import of pdf.js: its build for new browsers. What others lack is there before it is loaded (load-viewer.ts). The
 * order of the imports matters: see host-page.ts.
 */
import type { PDFPageProxy } from 'pdfjs-dist';
import './host-page.ts';
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
