import { catalogueOf } from '../../i18n/localize-controller.ts';
import type { Translator } from '../../i18n/translator.ts';
import { en } from './en.ts';

type ViewerMessageKey = keyof typeof en;

/** The viewer's messages in one locale. */
export type ViewerTranslator = Translator<ViewerMessageKey>;

/** The viewer's messages, which load with it: a session without a document never loads them. */
export const VIEWER_MESSAGES = catalogueOf<ViewerMessageKey>('viewer.', en, {
  es: async () => (await import('./es.ts')).es,
  'pt-BR': async () => (await import('./pt-BR.ts')).ptBR,
});
