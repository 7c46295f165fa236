import type { Messages } from '../../../i18n/messages.ts';
import type { DeclineKey } from '../decline-words.ts';

export const es: Messages<DeclineKey> = {
  'heading.document': '¿Rechazar la firma?',
  'heading.action': '¿Rechazar la confirmación?',
  'intro.document':
    'La sesión termina y no se puede volver a abrir. El motivo se comunica a quien solicitó su firma.',
  'intro.action':
    'La sesión termina y no se puede volver a abrir. El motivo se comunica a quien solicitó la confirmación.',
  reason: 'Motivo (opcional)',
  submit: 'Rechazar',
  submitting: 'Rechazando…',
  keep: 'Volver sin rechazar',
  tooLong: 'Reduzca el motivo a {max} caracteres.',
};
