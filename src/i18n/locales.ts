/** The locales of the widget, as BCP 47 tags. */
export const LOCALES = ['pt-BR', 'en', 'es'] as const;

export type Locale = (typeof LOCALES)[number];

/**
 * The best locale for a list of BCP 47 tags: that of the first tag whose language is supported, else English.
 */
export function matchLocale(tags: readonly (string | null | undefined)[]): Locale {
  for (const tag of tags) {
    const locale = tag && localeOf(tag);
    if (locale) return locale;
  }
  return 'en';
}

/** The locale of a BCP 47 tag's language, if it is supported. */
export function localeOf(tag: string): Locale | undefined {
  const [language = ''] = tag.toLowerCase().split('-');
  return LOCALES.find(locale => locale.startsWith(language) && language.length === 2);
}
