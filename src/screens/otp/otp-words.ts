import { catalogue } from '../../i18n/catalogue.ts';
import type { Translator } from '../../i18n/translator.ts';
import { en } from './words/en.ts';

export type OtpKey = keyof typeof en;
export type OtpTranslator = Translator<OtpKey>;

/** The words of the one-time code's screens. */
export const OTP_WORDS = catalogue<OtpKey>(en, {
  es: async () => (await import('./words/es.ts')).es,
  'pt-BR': async () => (await import('./words/pt-BR.ts')).ptBR,
});
