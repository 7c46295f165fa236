/**
 * Isolates the host page's globals and pdf.js from each other while pdf.js is evaluated. This module is evaluated just
 * before it (see pdfjs.ts):
 *
 * - pdf.js sets `globalThis.pdfjsLib`, which would replace that of a host page that uses pdf.js itself.
 * - Some old libraries add an enumerable property to every object. The polyfills in pdf.js's legacy build iterate over
 *   tables by `for…in` and would take it for an entry.
 * - The polyfills check the format of an error's stack. To compute its positions Chromium would parse all of pdf.js
 *   again, half of the evaluation's time. So stacks have no frames meanwhile.
 *
 * Everything is restored in the same task, also when pdf.js could not be evaluated.
 */
const pdfjsLibBefore = Object.getOwnPropertyDescriptor(globalThis, 'pdfjsLib');
const hidden = hideEnumerable(Object.prototype);
const limitBefore = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
if (limitBefore?.writable === true) setStackTraceLimit({ ...limitBefore, value: 0 });
queueMicrotask(restoreHostPage);

function restoreHostPage(): void {
  if (pdfjsLibBefore === undefined) Reflect.deleteProperty(globalThis, 'pdfjsLib');
  else Object.defineProperty(globalThis, 'pdfjsLib', pdfjsLibBefore);
  for (const name of hidden) Reflect.defineProperty(Object.prototype, name, { enumerable: true });
  if (limitBefore?.writable === true) setStackTraceLimit(limitBefore);
}

/** Does nothing if the host page has frozen its built-ins. */
function setStackTraceLimit(limit: PropertyDescriptor): void {
  Reflect.defineProperty(Error, 'stackTraceLimit', limit);
}

/** @returns the names of the properties that were made non-enumerable. */
function hideEnumerable(target: object): readonly string[] {
  return Object.keys(target).filter(name => Reflect.defineProperty(target, name, { enumerable: false }));
}
