/** Digits of a one-time code. */
export const CODE_LENGTH = 6;

/** Six digits, with at most three blanks or hyphens between two, and neither letter nor digit beside them. */
const CODE = /(?<![\p{L}\p{N}])\d(?:[\s.\-–]{0,3}\d){5}(?![\s.\-–]{0,3}\d|\p{L})/gu;
/** What messages call it, before it. */
const NAMED = /(?:c[oó]digo|code|clave|token)\P{N}*$/iu;

/** The digits of what was typed, without other characters; at most as many as a code has. */
export function digitsOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
}

/**
 * The code in a text that was pasted or filled in, which may be a whole message: a number of six digits, that after the
 * word for “code” first. Digits of names (“C6 Bank”) and longer numbers are none. Undefined when the text has no code.
 */
export function codeIn(text: string): string | undefined {
  const plain = text.normalize('NFKC');
  const found = [...plain.matchAll(CODE)];
  const named = found.find(({ index }) => NAMED.test(plain.slice(0, index)));
  const unspaced = found.find(([match]) => match.length === CODE_LENGTH);
  const [match] = named ?? unspaced ?? found[0] ?? [];
  return match === undefined ? undefined : digitsOf(match);
}
