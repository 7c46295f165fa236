import type { Messages } from '../../../i18n/messages.ts';
import type { HandoverKey } from '../handover-words.ts';

export const es: Messages<HandoverKey> = {
  phone: 'Continuar en el teléfono',
  page: 'Continuar en la página de firma',
  preparing: 'Preparando…',
  scan: 'Escanee este código con la cámara del teléfono o abra el enlace allí.',
  until: 'Funciona una sola vez, hasta las {time}.',
  qr: 'Código QR que abre esta sesión en su teléfono',
  open: 'Abrir la página de firma',
  waits: 'Esta página continúa sola cuando termine allí.',
  over: 'Este enlace ya se usó o es demasiado antiguo.',
  again: 'Crear otro enlace',
  failed: 'No se pudo crear el enlace. Compruebe su conexión e inténtelo de nuevo.',
};
