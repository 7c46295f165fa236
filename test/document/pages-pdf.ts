export { numberedPdf, pagesPdf, type TestPage } from '../support/small-pdf.ts';
