import type { Locale } from '../../../../../src/index.ts';
import type { VerifyMessages } from './message-types.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { ptBR } from './pt-br.ts';

export const VERIFY_MESSAGES: Readonly<Record<Locale, VerifyMessages>> = { 'pt-BR': ptBR, en, es };

/** Each language in its own name. */
export const LANGUAGES: readonly (readonly [locale: Locale, name: string])[] = [
  ['pt-BR', 'Português'],
  ['en', 'English'],
  ['es', 'Español'],
];
