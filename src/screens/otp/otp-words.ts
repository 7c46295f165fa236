import type { Catalogue } from '../../i18n/localize-controller.ts';
import type { Translator } from '../../i18n/translator.ts';
import { en } from './words/en.ts';

export type OtpKey = keyof typeof en;
export type OtpTranslator = Translator<OtpKey>;

/** The words of the one-time code's screens. */
export const OTP_WORDS: Catalogue<OtpKey> = {
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
