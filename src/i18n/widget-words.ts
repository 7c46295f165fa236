import { catalogue } from './catalogue.ts';
import { en } from './en.ts';
import type { MessageKey } from './messages.ts';

/** The words of the first bundle; the other locales come beside the service's first answer, not after it. */
export const WIDGET_WORDS = catalogue<MessageKey>(en, {
  es: async () => (await import('./es.ts')).es,
  'pt-BR': async () => (await import('./pt-BR.ts')).ptBR,
});
