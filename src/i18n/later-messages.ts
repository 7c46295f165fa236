import type { Locale } from './locales.ts';
import type { Catalogue } from './localize-controller.ts';
import type { LaterKey, LaterMessages, LaterScreen } from './messages.ts';
import { en } from './messages/en/later-screens.ts';
import type { Translator } from './translator.ts';

/** The translator of a screen that loads when it is needed. */
export type LaterTranslator<Name extends LaterScreen> = Translator<LaterKey<Name>>;

/** The messages of such a screen. All these screens share one chunk per locale. */
export function laterMessages<Name extends LaterScreen>(name: Name): Catalogue<LaterKey<Name>> {
  const messages: LaterMessages = en;
  return { en: messages[name], load: async locale => (await load(locale))[name] };
}

async function load(locale: Locale): Promise<LaterMessages> {
  switch (locale) {
    case 'en':
      return en;
    case 'es':
      return (await import('./messages/es/later-screens.ts')).es;
    case 'pt-BR':
      return (await import('./messages/pt-BR/later-screens.ts')).ptBR;
  }
}
