import type { Messages } from '../../../i18n/messages.ts';
import type { ExhaustedKey } from '../exhausted-words.ts';

export const es: Messages<ExhaustedKey> = {
  heading: 'No quedan intentos',
  'text.document':
    'Este paso se intentó demasiadas veces y no se firmó nada. Pida un enlace nuevo a quien se lo envió.',
  'text.action':
    'Este paso se intentó demasiadas veces y no se confirmó nada. Pida un enlace nuevo a quien se lo envió.',
  'text.otp': 'El código se escribió mal demasiadas veces.',
  decline: 'Terminar esta sesión',
};
