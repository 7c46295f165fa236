/**
 * The host page's globals and pdf.js must not see each other while pdf.js is evaluated. This module is evaluated
 * just before it (see pdfjs.ts):
 *
 * - pdf.js sets `globalThis.pdfjsLib`; a host page with a pdf.js of its own would find ours there.
 * - Old libraries give every object an enumerable property; the polyfills in pdf.js's legacy build walk tables
 *   by `for…in` and would take it for an entry.
 */
const pdfjsLibBefore = Object.getOwnPropertyDescriptor(globalThis, 'pdfjsLib');
const hidden = hideEnumerable(Object.prototype);

/** Gives the host page back what it had, with pdf.js evaluated. */
export function restoreHostPage(): void {
  if (pdfjsLibBefore === undefined) Reflect.deleteProperty(globalThis, 'pdfjsLib');
  else Object.defineProperty(globalThis, 'pdfjsLib', pdfjsLibBefore);
  for (const name of hidden) Reflect.defineProperty(Object.prototype, name, { enumerable: true });
}

/** @returns the names of what was enumerable, and could be hidden. */
function hideEnumerable(target: object): readonly string[] {
  return Object.keys(target).filter(name => Reflect.defineProperty(target, name, { enumerable: false }));
}
