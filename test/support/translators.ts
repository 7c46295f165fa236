import { laterMessages } from '../../src/i18n/later-messages.ts';
import { OUTCOME_MESSAGES } from '../../src/screens/outcome/messages/outcome-messages.ts';
import type { Locale } from '../../src/i18n/locales.ts';
import { en } from '../../src/i18n/messages/en/first-screens.ts';
import { en as laterScreens } from '../../src/i18n/messages/en/later-screens.ts';
import { es } from '../../src/i18n/messages/es/first-screens.ts';
import { ptBR } from '../../src/i18n/messages/pt-BR/first-screens.ts';
import type { LaterScreen, Messages } from '../../src/i18n/messages/message-keys.ts';
import * as translator from '../../src/i18n/translator.ts';

/** The messages of the first screens in all locales, which the widget itself loads one by one. */
export const LOCALES: Readonly<Record<Locale, Messages>> = { 'pt-BR': ptBR, en, es };

const isLaterScreen = (name: string): name is LaterScreen => name in laterScreens;

/** The messages of the screens that load when they are needed. */
export const LATER_SCREENS = [
  ...Object.keys(laterScreens)
    .filter(isLaterScreen)
    .map(name => [name, laterMessages(name)] as const),
  ['outcome', OUTCOME_MESSAGES] as const,
];

/** The translator of a locale, without waiting. */
export function translatorFor(locale: Locale): translator.Translator {
  return translator.translatorFor(locale, LOCALES[locale]);
}
