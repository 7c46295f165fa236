const CONTROLS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]+/gu;

/**
 * A text from a page or a token as one line that can be shown anywhere: it can't move the cursor, turn the direction of
 * other text, or pass for markup.
 */
export function plainText(text: string, maximum = 200): string {
  const line = text.replaceAll(CONTROLS, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim();
  return line.length > maximum ? `${line.slice(0, maximum - 1)}…` : line;
}
