import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './words/en.ts';

export type ExhaustedKey = keyof typeof en;

/** The words of this room. */
export const EXHAUSTED_WORDS = catalogue<ExhaustedKey>(en, {
  es: async () => (await import('./words/es.ts')).es,
  'pt-BR': async () => (await import('./words/pt-BR.ts')).ptBR,
});
