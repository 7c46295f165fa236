/** Draws pages by pdf.js, for `coveredAreas`. Load it before pdf.js, which then finds all built-ins that it needs. */
import './missing-built-ins.mjs';
export { openCarefully, pdfjsDrawer, type Pdfjs } from './pdfjs-drawer.ts';
