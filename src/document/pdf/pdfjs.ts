/** The only import of pdf.js. The order of the imports matters: see host-page.ts. */
import type { PDFPageProxy } from 'pdfjs-dist';
import '@sign-session/verify/missing-built-ins';
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
  PDFWorker,
  PixelsPerInch,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
