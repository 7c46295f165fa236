/** What the widget can't do without, and how a browser shows that it has it. */
const NEEDS: readonly (readonly [Need, () => boolean])[] = [
  ['secure-context', () => globalThis.isSecureContext && crypto.subtle !== undefined],
  ['custom-elements', () => 'customElements' in globalThis],
  ['adopted-style-sheets', () => 'adoptedStyleSheets' in Document.prototype],
  ['container-queries', () => CSS.supports('container-type: inline-size')],
  ['workers', () => 'Worker' in globalThis],
  ['streams', () => typeof ReadableStream === 'function' && 'body' in Response.prototype],
];

/** `secure-context` is the page's to give (https); the rest is the browser's. */
export type Need =
  'secure-context' | 'custom-elements' | 'adopted-style-sheets' | 'container-queries' | 'workers' | 'streams';

export interface Support {
  readonly supported: boolean;
  readonly missing: readonly Need[];
}

/** Tells whether this browser, on this page, can run a signing session. */
export function checkSupport(): Support {
  const missing = NEEDS.filter(([, present]) => !attempt(present)).map(([need]) => need);
  return { supported: missing.length === 0, missing };
}

function attempt(present: () => boolean): boolean {
  try {
    return present();
  } catch {
    return false;
  }
}
