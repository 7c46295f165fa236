import type { BridgeMessages } from './bridge-messages.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { ptBr } from './pt-br.ts';

export const LOCALES = ['pt-BR', 'en', 'es'] as const;

export type Locale = (typeof LOCALES)[number];

const MESSAGES: Readonly<Record<Locale, BridgeMessages>> = { 'pt-BR': ptBr, en, es };

export function messagesOf(locale: Locale): BridgeMessages {
  return MESSAGES[locale];
}

/** The system's language, English where the bridge does not have it. */
export function systemLocale(env: NodeJS.ProcessEnv = process.env): Locale {
  const named =
    env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || Intl.DateTimeFormat().resolvedOptions().locale;
  const language = named.slice(0, 2).toLowerCase();
  return LOCALES.find(locale => locale.startsWith(language)) ?? 'en';
}
