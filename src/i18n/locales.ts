import { en } from './en.ts';
import type { Messages } from './messages.ts';

/** The locales of the widget, as BCP 47 tags. */
export type Locale = 'pt-BR' | 'en' | 'es';

/**
 * Loads the texts of a locale. English is in the first bundle, so that an error can be read even when nothing
 * more can be loaded; the others come beside the service's first answer, not after it.
 */
export async function loadMessages(locale: Locale): Promise<Messages> {
  switch (locale) {
    case 'en':
      return en;
    case 'es':
      return (await import('./es.ts')).es;
    case 'pt-BR':
      return (await import('./pt-BR.ts')).ptBR;
  }
}

/**
 * The locale that serves a list of BCP 47 tags best: the first whose language we have, else English.
 */
export function matchLocale(tags: readonly (string | null | undefined)[]): Locale {
  for (const tag of tags) {
    const language = tag?.toLowerCase().split('-')[0];
    if (language === 'pt') return 'pt-BR';
    if (language === 'en' || language === 'es') return language;
  }
  return 'en';
}
