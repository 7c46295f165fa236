import { type Catalogue, catalogue } from './localize-controller.ts';
import type { LaterKey, LaterMessages, LaterScreen } from './messages.ts';
import { en } from './messages/en/later-screens.ts';
import type { Translator } from './translator.ts';

/** The translator of a screen that loads when it is needed. */
export type LaterTranslator<Name extends LaterScreen> = Translator<LaterKey<Name>>;

/** The messages of such a screen. Those of all of them are one chunk for each locale. */
export function laterMessages<Name extends LaterScreen>(name: Name): Catalogue<LaterKey<Name>> {
  const messages: LaterMessages = en;
  const es = async (): Promise<LaterMessages> => (await import('./messages/es/later-screens.ts')).es;
  const ptBR = async (): Promise<LaterMessages> => (await import('./messages/pt-BR/later-screens.ts')).ptBR;
  return catalogue(messages[name], {
    es: async () => (await es())[name],
    'pt-BR': async () => (await ptBR())[name],
  });
}
