import type { LaterKey, LaterMessages, LaterScreen } from '../../src/i18n/messages/message-keys.ts';
import { en } from '../../src/i18n/messages/en/later-screens.ts';
import { es } from '../../src/i18n/messages/es/later-screens.ts';
import { ptBR } from '../../src/i18n/messages/pt-BR/later-screens.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { translatorFor, type Translator } from '../../src/i18n/translator.ts';
import { LOCALES } from '../support/translators.ts';

const LATER: Readonly<Record<Locale, LaterMessages>> = { 'pt-BR': ptBR, en, es };

/** The widget's messages in one locale, by which the states find controls and wait for what they show. */
export interface Words extends Translator {
  /** The messages of a screen that the widget loads when it is needed. */
  later<Name extends LaterScreen>(name: Name): Translator<LaterKey<Name>>;
}

/** The messages of a locale, without waiting. */
export function wordsOf(locale: Locale): Words {
  return {
    ...translatorFor(locale, LOCALES[locale]),
    later: name => translatorFor(locale, LATER[locale][name]),
  };
}
