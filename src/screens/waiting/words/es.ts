import type { Messages } from '../../../i18n/messages.ts';
import type { WaitingKey } from '../waiting-words.ts';

export const es: Messages<WaitingKey> = {
  heading: 'Un momento',
  'finishing.document': 'El servicio está terminando su firma. Esta página continúa sola.',
  'finishing.action': 'El servicio está terminando su confirmación. Esta página continúa sola.',
  signer: 'Otra persona tiene que firmar antes que usted. Esta página continúa sola.',
  check: 'El servicio está comprobando lo que usted envió. Esta página continúa sola.',
  signatures: '{done} de {all} firmaron.',
  since: 'Esperando desde el {time}.',
};
