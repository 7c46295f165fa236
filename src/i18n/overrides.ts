/*
 * Loaded only for a page that has words of its own.
 */
import { type Overrides, overridesOf } from './translator.ts';

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
 * An integrator's own texts. A key that none has, or whose text stays, is told in the console.
 *
 * @param texts the widget's
 * @param part the name of the part and a full stop; '' for the first screens
 */
export function replacements(
  texts: object,
  overrides: Overrides,
  part: string,
): Readonly<Record<string, string>> {
  const own: Record<string, string> = {};
  for (const [key, text] of Object.entries(overrides)) {
    if (typeof text !== 'string') continue;
    if (key in texts && isReplaceable(part + key)) own[key] = text;
    else console.warn(`<sign-session>: messages: "${part}${key}" can’t be replaced`);
  }
  return own;
}

/** The keys of the texts that a page replaces, for the evidence. */
export function replacedTexts(overrides: Overrides | undefined, part = ''): string[] {
  return Object.entries(Object(overrides)).flatMap(([key, text]) => {
    if (typeof text === 'string') return isReplaceable(part + key) ? [part + key] : [];
    return part === '' ? replacedTexts(overridesOf(overrides, key), `${key}.`) : [];
  });
}
