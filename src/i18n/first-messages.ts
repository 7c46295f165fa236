import type { Catalogue } from './localize-controller.ts';
import type { MessageKey, Messages } from './messages/message-keys.ts';
import { essential, firstWords } from './messages/en/essential.ts';

const LOADERS: Readonly<Record<'en' | 'es' | 'pt-BR', () => Promise<Messages>>> = {
  en: async () => (await import('./messages/en/first-screens.ts')).en,
  es: async () => (await import('./messages/es/first-screens.ts')).es,
  'pt-BR': async () => (await import('./messages/pt-BR/first-screens.ts')).ptBR,
};

/** The messages of the first screens, which load in parallel with the session. */
export const FIRST_MESSAGES: Catalogue<MessageKey> = {
  part: '',
  initial: essential,
  early: firstWords,
  load: locale => LOADERS[locale](),
};
