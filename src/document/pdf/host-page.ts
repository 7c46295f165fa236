/**
 * The host page's globals and pdf.js must not see each other while pdf.js is evaluated. This module is evaluated
 * just before it (see pdfjs.ts):
 *
 * - pdf.js sets `globalThis.pdfjsLib`; a host page with a pdf.js of its own would find ours there.
 * - Old libraries give every object an enumerable property; the polyfills in pdf.js's legacy build walk tables
 *   by `for…in` and would take it for an entry.
 * - The polyfills look at how an error's stack is written. To say where in pdf.js that was, Chromium would read all of
 *   it once more: half of the time that its evaluation takes. So stacks have no calls meanwhile.
 *
 * The host page gets back what it had in the same turn, also when pdf.js could not be evaluated.
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

/** Does nothing where the host page has frozen its built-ins. */
function setStackTraceLimit(limit: PropertyDescriptor): void {
  Reflect.defineProperty(Error, 'stackTraceLimit', limit);
}

/** @returns the names of what was enumerable, and could be hidden. */
function hideEnumerable(target: object): readonly string[] {
  return Object.keys(target).filter(name => Reflect.defineProperty(target, name, { enumerable: false }));
}
