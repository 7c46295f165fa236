import { en } from './en.ts';
import type { Locale } from './locales.ts';
import type { Catalogue } from './localize-controller.ts';
import type { MessageKey, Messages } from './messages.ts';

/** The words of the first bundle; the other locales come beside the service's first answer, not after it. */
export const WIDGET_WORDS: Catalogue<MessageKey> = { en, load: loadMessages };

async function loadMessages(locale: Locale): Promise<Messages> {
  switch (locale) {
    case 'en':
      return en;
    case 'es':
      return (await import('./es.ts')).es;
    case 'pt-BR':
      return (await import('./pt-BR.ts')).ptBR;
  }
}
