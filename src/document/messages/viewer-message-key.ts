import type { Translator } from '../../i18n/translator.ts';
import type { en } from './en.ts';

export type ViewerMessageKey = keyof typeof en;

/** The viewer's messages in one locale. */
export type ViewerTranslator = Translator<ViewerMessageKey>;
