/** pdf.js, behind what older browsers lack: the order of the imports matters. Import it by `import()`: it is large. */
import '@sign-session/verify/missing-built-ins';
export { AnnotationMode, getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs';
