import { brokenBuiltIns } from './check-built-ins.ts';

/** What the widget needs, and how to detect it. */
const NEEDS: readonly (readonly [Need, () => boolean])[] = [
  ['secure-context', () => globalThis.isSecureContext && crypto.subtle !== undefined],
  ['custom-elements', () => 'customElements' in globalThis],
  ['adopted-style-sheets', () => 'adoptedStyleSheets' in Document.prototype],
  ['container-queries', () => CSS.supports('container-type: inline-size')],
  ['workers', () => 'Worker' in globalThis],
  ['streams', () => typeof ReadableStream === 'function' && 'body' in Response.prototype],
];

/** `secure-context` depends on the page (https), `built-ins` on what else runs on it, the rest on the browser. */
export type Need =
  | 'built-ins'
  | 'secure-context'
  | 'custom-elements'
  | 'adopted-style-sheets'
  | 'container-queries'
  | 'workers'
  | 'streams';

export interface Support {
  readonly supported: boolean;
  readonly missing: readonly Need[];
  /** Built-ins of JavaScript that the page has broken, with commas between them, such as `Array.prototype.map`. */
  readonly broken: string;
}

/** Returns whether this browser can run a signing session on this page. */
export function checkSupport(): Support {
  const broken = brokenBuiltIns();
  const missing: Need[] = broken === '' ? [] : ['built-ins'];
  for (const [need, present] of NEEDS) if (!attempt(present)) missing.push(need);
  return { supported: missing.length === 0, missing, broken };
}

/** What the page has broken, where nothing else is missing: a browser that is too old lacks built-ins, too. */
export function brokenByPage(): string {
  const { missing, broken } = checkSupport();
  return missing.length > 1 ? '' : broken;
}

function attempt(present: () => boolean): boolean {
  try {
    return present();
  } catch {
    return false;
  }
}
