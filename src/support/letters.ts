/**
 * The characters of a text, surrogate pairs whole. In place of `Array.from`, which some old libraries replace on the page
 * by one that wraps a text.
 */
export function lettersOf(text: string): string[] {
  const letters: string[] = [];
  for (const letter of text) letters.push(letter);
  return letters;
}
