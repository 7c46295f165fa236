import { catalogue } from '../../i18n/catalogue.ts';
import type { Translator } from '../../i18n/translator.ts';
import { en } from './words/en.ts';

export type DocumentPhotoKey = keyof typeof en;
export type DocumentPhotoTranslator = Translator<DocumentPhotoKey>;

/** The words of this room. */
export const DOCUMENT_PHOTO_WORDS = catalogue<DocumentPhotoKey>(en, {
  es: async () => (await import('./words/es.ts')).es,
  'pt-BR': async () => (await import('./words/pt-BR.ts')).ptBR,
});
