import type { Messages } from '../../../i18n/messages.ts';
import type { DeclineKey } from '../decline-words.ts';

export const ptBR: Messages<DeclineKey> = {
  'heading.document': 'Recusar a assinatura?',
  'heading.action': 'Recusar a confirmação?',
  'intro.document':
    'A sessão termina e não pode ser aberta de novo. O motivo é repassado a quem pediu a sua assinatura.',
  'intro.action':
    'A sessão termina e não pode ser aberta de novo. O motivo é repassado a quem pediu a confirmação.',
  reason: 'Motivo (opcional)',
  submit: 'Recusar',
  submitting: 'Recusando…',
  keep: 'Voltar sem recusar',
  tooLong: 'Reduza o motivo para {max} caracteres.',
};
