import type { LaterKey, LaterMessages, LaterScreen } from '../../src/i18n/messages/message-keys.ts';
import { en } from '../../src/i18n/messages/en/later-screens.ts';
import { es } from '../../src/i18n/messages/es/later-screens.ts';
import { ptBR } from '../../src/i18n/messages/pt-BR/later-screens.ts';
import { en as endEn } from '../../src/screens/outcome/messages/en.ts';
import { es as endEs } from '../../src/screens/outcome/messages/es.ts';
import { ptBR as endPtBR } from '../../src/screens/outcome/messages/pt-BR.ts';
import type { OutcomeTranslator } from '../../src/screens/outcome/messages/outcome-messages.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { translatorFor, type Translator } from '../../src/i18n/translator.ts';
import { LOCALES } from '../support/translators.ts';

const LATER: Readonly<Record<Locale, LaterMessages>> = { 'pt-BR': ptBR, en, es };

const END = { 'pt-BR': endPtBR, en: endEn, es: endEs } as const;

/** The widget's messages in one locale, by which the states find controls and wait for what they show. */
export interface Words extends Translator {
  /** The messages of a screen that the widget loads when it is needed. */
  later<Name extends LaterScreen>(name: Name): Translator<LaterKey<Name>>;
  /** Those of the end. */
  readonly end: OutcomeTranslator;
}

/** The messages of a locale, without waiting. */
export function wordsOf(locale: Locale): Words {
  return {
    ...translatorFor(locale, LOCALES[locale]),
    end: translatorFor(locale, END[locale]),
    later: name => translatorFor(locale, LATER[locale][name]),
  };
}
