import { catalogue } from '../../i18n/catalogue.ts';
import { en } from './words/en.ts';

export type PlaceKey = keyof typeof en;

/** The words of the question where the signer is. */
export const PLACE_WORDS = catalogue<PlaceKey>(en, {
  es: async () => (await import('./words/es.ts')).es,
  'pt-BR': async () => (await import('./words/pt-BR.ts')).ptBR,
});
