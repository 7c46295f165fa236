/** What the widget needs, and how to detect it. */
const NEEDS: readonly (readonly [Need, () => boolean])[] = [
  ['secure-context', () => globalThis.isSecureContext && crypto.subtle !== undefined],
  ['custom-elements', () => 'customElements' in globalThis],
  ['adopted-style-sheets', () => 'adoptedStyleSheets' in Document.prototype],
  ['container-queries', () => CSS.supports('container-type: inline-size')],
  ['workers', () => 'Worker' in globalThis],
  ['streams', () => typeof ReadableStream === 'function' && 'body' in Response.prototype],
];

/** `secure-context` depends on the page (https), the rest on the browser. */
export type Need =
  'secure-context' | 'custom-elements' | 'adopted-style-sheets' | 'container-queries' | 'workers' | 'streams';

export interface Support {
  readonly supported: boolean;
  readonly missing: readonly Need[];
}

/** Returns whether this browser can run a signing session on this page. */
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
