import type { Locale } from './locales.ts';
import type { MessageKey, Messages, PluralKey } from './messages/message-keys.ts';

export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * An integrator's texts in one locale: those of the first screens by key, and those of a part that loads later, by key
 * under the part's name. Whatever a page may have set: what is no text, or of no key, is ignored.
 */
export interface Overrides {
  readonly [key: string]: string | Overrides | undefined;
}

/** Those of a part that loads later. */
export function overridesOf(overrides: Overrides | undefined, part: string): Overrides | undefined {
  const own = overrides?.[part];
  return typeof own === 'object' ? own : undefined;
}

/**
 * Messages, dates and numbers in one locale. The element passes it to its parts, so that two elements on one page can
 * have different languages.
 */
export interface Translator<Key extends string = MessageKey> {
  readonly locale: Locale;
  /** The integrator's texts, for the parts that have messages of their own. */
  readonly overrides?: Overrides | undefined;
  /** The keys of the texts that they replace. */
  readonly replacedTexts?: readonly string[] | undefined;
  /** The text for a key, with `{name}` replaced by `values.name`. */
  readonly t: (key: Key, values?: MessageValues) => string;
  /** The plural form of a text for `n`; `{n}` is the number in the locale's digits. */
  readonly plural: (stem: PluralKey<Key>, n: number, values?: MessageValues) => string;
  /** A date and time for people, for example “20 November 2026, 14:58”. `at` in ms since the epoch. */
  readonly dateTime: (at: number) => string;
  /** The time of day. `at` in ms since the epoch. */
  readonly time: (at: number) => string;
}

/** Makes a formatter when it is first needed, once a locale: each takes tens of milliseconds on a slow phone. */
function oncePerLocale<Formatter>(make: (locale: Locale) => Formatter): (locale: Locale) => Formatter {
  const made = new Map<Locale, Formatter>();
  return locale => {
    const formatter = made.get(locale) ?? make(locale);
    made.set(locale, formatter);
    return formatter;
  };
}

const plurals = oncePerLocale(locale => new Intl.PluralRules(locale));
const numbers = oncePerLocale(locale => new Intl.NumberFormat(locale));
const dateTimes = oncePerLocale(
  locale => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }),
);

/** `9:05 AM`, `09:05`. The first screen needs it, where a formatter would take a seventh of the time to the first page. */
function timeIn(locale: Locale, at: number): string {
  const date = new Date(at);
  // `09:05:00 GMT-0300 …` (ECMA-262).
  const time = date.toTimeString().slice(0, 5);
  const hours = date.getHours();
  return locale === 'en' ? `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}` : time;
}

/** Below this all languages write a whole number by its digits alone, for which no formatter has to be made. */
const FIRST_GROUPED = 1000;

const numberIn = (locale: Locale, n: number): string =>
  Number.isInteger(n) && n >= 0 && n < FIRST_GROUPED ? `${n}` : numbers(locale).format(n);

/** Makes the translator of a locale from its texts. */
export function translatorFor<Key extends string>(
  locale: Locale,
  messages: Partial<Messages<Key>>,
): Translator<Key> {
  const texts: Readonly<Record<string, string | undefined>> = messages;
  const t = (key: string, values: MessageValues = {}): string => fill(texts[key] ?? '', values);
  return {
    locale,
    t,
    plural: (stem, n, values = {}) => {
      const form = plurals(locale).select(n) === 'one' ? 'one' : 'other';
      return t(`${stem}.${form}`, { ...values, n: numberIn(locale, n) });
    },
    dateTime: at => dateTimes(locale).format(at),
    time: at => timeIn(locale, at),
  };
}

function fill(template: string, values: MessageValues): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
