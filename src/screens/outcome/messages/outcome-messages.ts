import type { Catalogue } from '../../../i18n/localize-controller.ts';
import type { Translator } from '../../../i18n/translator.ts';
import type { en } from './en.ts';

type OutcomeMessageKey = keyof typeof en;

/** The messages of the end in one locale. */
export type OutcomeTranslator = Translator<OutcomeMessageKey>;

/** What the end says. A part of its own: who signs by a click alone loads no other. */
export const OUTCOME_MESSAGES: Catalogue<OutcomeMessageKey> = {
  part: 'outcome.',
  initial: {},
  load: async locale =>
    locale === 'en'
      ? (await import('./en.ts')).en
      : locale === 'es'
        ? (await import('./es.ts')).es
        : (await import('./pt-BR.ts')).ptBR,
};
