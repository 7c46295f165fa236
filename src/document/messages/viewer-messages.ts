import type { Locale } from '../../i18n/locales.ts';
import type { Catalogue } from '../../i18n/localize-controller.ts';
import type { Messages } from '../../i18n/messages.ts';
import { en } from './en.ts';
import type { ViewerMessageKey } from './viewer-message-key.ts';

/** The viewer's messages, which load with it: a session without a document never loads them. */
export const VIEWER_MESSAGES: Catalogue<ViewerMessageKey> = { en, load: loadWords };

async function loadWords(locale: Locale): Promise<Messages<ViewerMessageKey>> {
  switch (locale) {
    case 'en':
      return en;
    case 'es':
      return (await import('./es.ts')).es;
    case 'pt-BR':
      return (await import('./pt-BR.ts')).ptBR;
  }
}
