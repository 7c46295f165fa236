/**
 * An integrator's texts in one locale: those of the first screens by key, and those of a part that loads later, by key
 * under the part's name. Whatever a page may have set: what is no text, or of no key, is ignored.
 */
export interface Overrides {
  readonly [key: string]: string | Overrides | undefined;
}

/**
 * The texts that a page may replace, by key, with the part's name before those of a part: headings, introductions and
 * hints. All else stays the widget's: what is agreed to, what a button does, what went wrong and what was compared. The
 * evidence vouches for these.
 */
export type ReplaceableText =
  | `accept.${'heading' | 'intro'}.${string}`
  | `batch.${'heading' | 'intro' | 'introNoCompany'}`
  | `otp.${'choose.heading' | 'choose.text' | 'enter.heading' | 'enter.hint'}`
  | `waiting.${'heading' | 'heading.person' | 'person' | 'personNoCompany' | 'told' | 'returnLater'}`
  | `${'liveness' | 'documentPhoto' | 'disclosure'}.intro`;

const REPLACEABLE =
  /^(?:accept\.(?:heading|intro)\.\w+|batch\.(?:heading|intro\w*)|otp\.(?:choose\.(?:heading|text)|enter\.(?:heading|hint))|waiting\.(?:heading(?:\.person)?|person\w*|told|returnLater)|(?:liveness|documentPhoto|disclosure)\.intro)$/;

/** May a page replace the text with this key? @param name with the part's name before it, such as `otp.enter.heading` */
export const isReplaceable = (name: string): boolean => REPLACEABLE.test(name);

/**
 * The texts with an integrator's own over them. A key that none has, or that stays, is told in the console.
 *
 * @param part the name of the part and a full stop; '' for the first screens
 */
export function withOverrides(
  texts: Readonly<Record<string, string | undefined>>,
  overrides: Overrides | undefined,
  part: string,
): Readonly<Record<string, string | undefined>> {
  const merged: Record<string, string | undefined> = { ...texts };
  for (const [key, text] of Object.entries(Object(overrides))) {
    if (typeof text !== 'string') continue;
    if (key in texts && isReplaceable(part + key)) merged[key] = text;
    else console.warn(`<sign-session>: messages: "${part}${key}" can’t be replaced`);
  }
  return merged;
}

/** What the evidence says of a page's words: the button's, and the keys of the texts that it replaces, if any. */
export function shownWords(
  submitLabel: string,
  overrides: Overrides | undefined,
): { readonly submitLabel: string; readonly replacedTexts: readonly string[] | undefined } {
  const keys = replacedTexts(overrides);
  return { submitLabel, replacedTexts: keys.length === 0 ? undefined : keys };
}

function replacedTexts(overrides: Overrides | undefined, part = ''): string[] {
  return Object.entries(Object(overrides)).flatMap(([key, text]) => {
    if (typeof text === 'string') return isReplaceable(part + key) ? [part + key] : [];
    return part === '' ? replacedTexts(overridesOf(overrides, key), `${key}.`) : [];
  });
}

/** Those of a part that loads later. */
export function overridesOf(overrides: Overrides | undefined, part: string): Overrides | undefined {
  const own = overrides?.[part];
  return typeof own === 'object' ? own : undefined;
}
