import { catalogue } from '../../i18n/catalogue.ts';
import type { Translator } from '../../i18n/translator.ts';
import { en } from './words/en.ts';

export type LivenessKey = keyof typeof en;
export type LivenessTranslator = Translator<LivenessKey>;

/** The words of the camera step. */
export const LIVENESS_WORDS = catalogue<LivenessKey>(en, {
  es: async () => (await import('./words/es.ts')).es,
  'pt-BR': async () => (await import('./words/pt-BR.ts')).ptBR,
});
