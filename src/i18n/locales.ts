/** The locales of the widget, as BCP 47 tags. */
export const LOCALES = ['pt-BR', 'en', 'es'] as const;

export type Locale = (typeof LOCALES)[number];

/**
 * The best locale for a list of BCP 47 tags: that of the first tag whose language is supported, else English.
 */
export function matchLocale(tags: readonly (string | null | undefined)[]): Locale {
  for (const tag of tags) {
    const language = tag?.toLowerCase().split('-')[0];
    if (language === 'pt') return 'pt-BR';
    if (language === 'en' || language === 'es') return language;
  }
  return 'en';
}
