import type { Messages } from '../../../i18n/messages.ts';
import type { PlaceKey } from '../place-words.ts';

export const es: Messages<PlaceKey> = {
  share: 'Indicar dónde estoy (opcional)',
  why: 'El lugar se guarda con las pruebas de su firma. Puede continuar sin indicarlo.',
  asked: 'Consultando su dispositivo…',
  known: 'Su ubicación va junto con su respuesta.',
  unknown: 'Su dispositivo no indica dónde está. Puede continuar sin ello.',
};
