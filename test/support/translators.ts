import { en } from '../../src/i18n/en.ts';
import { es } from '../../src/i18n/es.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import type { Messages } from '../../src/i18n/messages.ts';
import { ptBR } from '../../src/i18n/pt-BR.ts';
import * as translator from '../../src/i18n/translator.ts';

/** The texts of all locales, which the widget itself loads one by one. */
export const LOCALES: Readonly<Record<Locale, Messages>> = { 'pt-BR': ptBR, en, es };

/** The translator of a locale, without waiting. */
export function translatorFor(locale: Locale): translator.Translator {
  return translator.translatorFor(locale, LOCALES[locale]);
}
