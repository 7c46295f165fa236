/**
 * An integrator's texts in one locale: those of the first screens by key, and those of a part that loads later, by key
 * under the part's name. Whatever a page may have set: what is no text, or of no key, is ignored.
 */
export interface Overrides {
  readonly [key: string]: string | Overrides | undefined;
}

/**
 * Keys with one of these words keep the widget's text: what the signer agrees to, that the document is another one, that
 * a session is a test, and what is said of a hash. A page could not change them truthfully.
 */
export type FixedWord = 'consent' | 'mismatch' | 'sandbox' | 'hash' | 'Hash';

const FIXED = /consent|mismatch|sandbox|hash/i;

/** Does the text of this key stay the widget's? */
export const isFixed = (key: string): boolean => FIXED.test(key);

/** The texts with an integrator's own over them. A key that none has, or that is fixed, is told in the console. */
export function withOverrides(
  texts: Readonly<Record<string, string | undefined>>,
  overrides: Overrides | undefined,
): Readonly<Record<string, string | undefined>> {
  const merged: Record<string, string | undefined> = { ...texts };
  for (const [key, text] of Object.entries(Object(overrides))) {
    if (typeof text !== 'string') continue;
    if (key in texts && !isFixed(key)) merged[key] = text;
    else console.warn(`<sign-session>: messages: "${key}" can’t be replaced`);
  }
  return merged;
}

/** Those of a part that loads later. */
export function overridesOf(overrides: Overrides | undefined, part: string): Overrides | undefined {
  const own = overrides?.[part];
  return typeof own === 'object' ? own : undefined;
}
