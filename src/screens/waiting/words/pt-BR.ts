import type { Messages } from '../../../i18n/messages.ts';
import type { WaitingKey } from '../waiting-words.ts';

export const ptBR: Messages<WaitingKey> = {
  heading: 'Um momento',
  'finishing.document': 'O serviço está concluindo a sua assinatura. Esta página continua sozinha.',
  'finishing.action': 'O serviço está concluindo a sua confirmação. Esta página continua sozinha.',
  signer: 'Outra pessoa precisa assinar antes de você. Esta página continua sozinha.',
  check: 'O serviço está conferindo o que você enviou. Esta página continua sozinha.',
  signatures: '{done} de {all} assinaram.',
  since: 'Esperando desde {time}.',
};
