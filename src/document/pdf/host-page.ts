/**
 * Isolates the host page's globals and pdf.js from each other while pdf.js is evaluated. This module is evaluated just
 * before it (see pdfjs.ts):
 *
 * - pdf.js sets `globalThis.pdfjsLib`, which would replace that of a host page that uses pdf.js itself.
 * - Some old libraries add an enumerable property to every object, which a loop by `for…in` would take for an entry.
 *
 * Everything is restored in the same task, also when pdf.js could not be evaluated.
 */
const pdfjsLibBefore = Object.getOwnPropertyDescriptor(globalThis, 'pdfjsLib');
const hidden = hideEnumerable(Object.prototype);
queueMicrotask(restoreHostPage);

function restoreHostPage(): void {
  if (pdfjsLibBefore === undefined) Reflect.deleteProperty(globalThis, 'pdfjsLib');
  else Object.defineProperty(globalThis, 'pdfjsLib', pdfjsLibBefore);
  for (const name of hidden) Reflect.defineProperty(Object.prototype, name, { enumerable: true });
}

/** @returns the names of the properties that were made non-enumerable. */
function hideEnumerable(target: object): readonly string[] {
  return Object.keys(target).filter(name => Reflect.defineProperty(target, name, { enumerable: false }));
}
