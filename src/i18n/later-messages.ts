import { type Catalogue, catalogueOf } from './localize-controller.ts';
import type { LaterKey, LaterMessages, LaterScreen } from './messages/message-keys.ts';
import { en } from './messages/en/later-screens.ts';
import type { Translator } from './translator.ts';

/** The translator of a screen that loads when it is needed. */
export type LaterTranslator<Name extends LaterScreen> = Translator<LaterKey<Name>>;

const loadEs = async (): Promise<LaterMessages> => (await import('./messages/es/later-screens.ts')).es;
const loadPtBr = async (): Promise<LaterMessages> => (await import('./messages/pt-BR/later-screens.ts')).ptBR;

/** The messages of such a screen. All these screens share one chunk per locale. */
export function laterMessages<Name extends LaterScreen>(name: Name): Catalogue<LaterKey<Name>> {
  const messages: LaterMessages = en;
  return catalogueOf(`${name}.`, messages[name], {
    es: async () => (await loadEs())[name],
    'pt-BR': async () => (await loadPtBr())[name],
  });
}
