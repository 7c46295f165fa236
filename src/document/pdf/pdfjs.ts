/** The one door to pdf.js. The order of the imports matters: see host-pdfjs-lib.ts. */
import { restoreHostPdfjsLib } from './host-pdfjs-lib.ts';
import {
  AnnotationMode,
  getDocument,
  PasswordException,
  PDFWorker,
  PixelsPerInch,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

export type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
export {
  AnnotationMode,
  getDocument,
  PasswordException,
  PDFWorker,
  PixelsPerInch,
  TextLayer,
  VerbosityLevel,
};

restoreHostPdfjsLib();
