import type { Locale } from './locales.ts';
import type { Catalogue } from './localize-controller.ts';
import type { MessageKey, Messages } from './messages.ts';
import { en } from './messages/en/first-screens.ts';

/** The messages of the first screens. English is in the first script; other locales load in parallel with the session. */
export const FIRST_MESSAGES: Catalogue<MessageKey> = { en, load };

async function load(locale: Locale): Promise<Messages> {
  switch (locale) {
    case 'en':
      return en;
    case 'es':
      return (await import('./messages/es/first-screens.ts')).es;
    case 'pt-BR':
      return (await import('./messages/pt-BR/first-screens.ts')).ptBR;
  }
}
