import type { Catalogue } from '../../i18n/localize-controller.ts';
import { en } from './words/en.ts';

export type ExhaustedKey = keyof typeof en;

/** The words of this room. */
export const EXHAUSTED_WORDS: Catalogue<ExhaustedKey> = {
  en,
  load: async locale => {
    switch (locale) {
      case 'en':
        return en;
      case 'es':
        return (await import('./words/es.ts')).es;
      case 'pt-BR':
        return (await import('./words/pt-BR.ts')).ptBR;
    }
  },
};
