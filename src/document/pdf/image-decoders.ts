import jbig2 from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js';
import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js';

/**
 * pdf.js's decoders for JPEG 2000, and for JBIG2 and CCITT, in one module for its worker. pdf.js imports each from a file of
 * its own: from this module's address with the file's name in the fragment, so that the module is there once for each.
 */
export default import.meta.url.endsWith('/jbig2_nowasm_fallback.js') ? jbig2 : openjpeg;
