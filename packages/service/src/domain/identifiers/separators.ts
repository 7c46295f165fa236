/** What people put between the digits of a number: blanks, dots, slashes, hyphens and dashes. */
const SEPARATORS = /[\s./\p{Pd}\u{2212}]/gu;

/** A number without its punctuation. */
export function withoutSeparators(text: string): string {
  return text.replaceAll(SEPARATORS, '');
}
