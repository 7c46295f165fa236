import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './words/en.ts';

export type HandoverKey = keyof typeof en;

/** The words for going on elsewhere. */
export const HANDOVER_WORDS = catalogue<HandoverKey>(en, {
  es: async () => (await import('./words/es.ts')).es,
  'pt-BR': async () => (await import('./words/pt-BR.ts')).ptBR,
});
