/** pdf.js's worker has no types of its own; it is imported for what it leaves on the page. */
declare module 'pdfjs-dist/build/pdf.worker.mjs';
