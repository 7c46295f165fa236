import type { Messages } from '../../../i18n/messages.ts';
import type { ExhaustedKey } from '../exhausted-words.ts';

export const ptBR: Messages<ExhaustedKey> = {
  heading: 'Não restam tentativas',
  'text.document':
    'Esta etapa foi tentada vezes demais, e nada foi assinado. Peça um novo link a quem o enviou.',
  'text.action':
    'Esta etapa foi tentada vezes demais, e nada foi confirmado. Peça um novo link a quem o enviou.',
  'text.otp': 'O código foi digitado errado vezes demais.',
  decline: 'Encerrar esta sessão',
};
