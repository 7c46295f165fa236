/** Embeddings, overrides and isolates: `Maria <U+202E>gnp.exe` is shown as `Maria exe.png`. */
const REVERSING = /[\u202A-\u202E\u2066-\u2069]/u;

/** Letters, digits, signs and symbols; not spaces, marks without a letter, or characters that are nowhere to be seen. */
const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;

/** Two names that differ in one of these look the same. Joiners are not among them: Persian and Hindi need them. */
const UNSEEN = /\u034F|[\u00AD\u115F\u1160\u180E\u200B\u2060-\u2064\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]/u;

const WORD = /[\p{L}\p{M}]+/gu;

/** Alphabets whose letters look like one another's. */
const ALPHABETS: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
];

/** What makes a text look like another one than it is; undefined for an honest one. */
export function deceptionOf(value: string): string | undefined {
  if (REVERSING.test(value)) return 'Must not contain characters that turn the direction of the text.';
  return VISIBLE.test(value) ? undefined : 'Must contain at least one visible character.';
}

/**
 * The same for what people and things are called by, where one wrong letter makes another name: `Mаria` with a Cyrillic
 * `а`. Each word has one alphabet; a name may have several.
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
