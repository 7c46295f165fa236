import { catalogueOf } from './localize-controller.ts';
import type { MessageKey } from './messages.ts';
import { en } from './messages/en/first-screens.ts';

/** The messages of the first screens. English is in the first script; other locales load in parallel with the session. */
export const FIRST_MESSAGES = catalogueOf<MessageKey>(en, {
  es: async () => (await import('./messages/es/first-screens.ts')).es,
  'pt-BR': async () => (await import('./messages/pt-BR/first-screens.ts')).ptBR,
});
