/** Embeddings, overrides and isolates: `Maria <U+202E>gnp.exe` is shown as `Maria exe.png`. */
const REVERSING = /[\u202A-\u202E\u2066-\u2069]/u;

/** Letters, digits, punctuation and symbols; not spaces, combining marks alone, or invisible characters. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Invisible characters: names that differ only in one look the same. Joiners are allowed, because Persian and Hindi
 * need them.
 */
const UNSEEN = /\u034F|[\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/u;

const WORD = /[\p{L}\p{M}]+/gu;

/** Alphabets with letters that look alike. */
const ALPHABETS: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
];

/** Left-to-right and right-to-left marks. */
const MARKS = /[\u061C\u200E\u200F]/u;

/** Whether it has characters that turn text around or are not seen, of which an address needs none. */
export function hasUnseen(value: string): boolean {
  return REVERSING.test(value) || UNSEEN.test(value) || MARKS.test(value);
}

/** Why a text is deceptive; undefined if it is not. */
export function deceptionOf(value: string): string | undefined {
  if (REVERSING.test(value)) return 'Must not contain characters that change the direction of the text.';
  return VISIBLE.test(value) ? undefined : 'Must contain at least one visible character.';
}

/**
 * Like `deceptionOf`, for names, where one wrong letter makes another name: `Mаria` with a Cyrillic `а`. A word may
 * use one alphabet only; a name may use several.
 */
export function nameDeceptionOf(value: string): string | undefined {
  const deception = deceptionOf(value);
  if (deception !== undefined) return deception;
  if (UNSEEN.test(value)) return 'Must not contain invisible characters.';
  for (const [word] of value.matchAll(WORD)) {
    const found = ALPHABETS.filter(([, letter]) => letter.test(word)).map(([name]) => name);
    if (found.length > 1)
      return `Mixes ${found.join(' and ')} letters in one word. Use one alphabet for each word.`;
  }
  return undefined;
}
