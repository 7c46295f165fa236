import type { Messages } from '../../../i18n/messages.ts';
import type { PlaceKey } from '../place-words.ts';

export const ptBR: Messages<PlaceKey> = {
  share: 'Informar onde estou (opcional)',
  why: 'O local fica guardado com as provas da sua assinatura. Você pode continuar sem informá-lo.',
  asked: 'Consultando o seu aparelho…',
  known: 'O seu local vai junto com a sua resposta.',
  unknown: 'O seu aparelho não informa onde você está. Você pode continuar sem isso.',
};
