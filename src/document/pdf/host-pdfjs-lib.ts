/**
 * pdf.js sets `globalThis.pdfjsLib` when it is evaluated; a host page with a pdf.js of its own would find ours
 * there. This module is evaluated just before pdf.js (see pdfjs.ts) and remembers what was there.
 */
const before = Object.getOwnPropertyDescriptor(globalThis, 'pdfjsLib');

/** Puts the host page's `pdfjsLib` back, or takes ours away. */
export function restoreHostPdfjsLib(): void {
  if (before === undefined) Reflect.deleteProperty(globalThis, 'pdfjsLib');
  else Object.defineProperty(globalThis, 'pdfjsLib', before);
}
