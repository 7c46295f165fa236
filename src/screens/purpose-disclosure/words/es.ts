import type { Messages } from '../../../i18n/messages.ts';
import type { DisclosureKey } from '../disclosure-words.ts';

export const es: Messages<DisclosureKey> = {
  heading: 'Para qué se usan sus datos',
  intro: 'Lea esto antes de continuar.',
  submit: 'Lo he leído',
  submitting: 'Un momento…',
  'problem.notDone': 'El servicio no lo confirmó. Inténtelo de nuevo.',
  'problem.busy': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
  'problem.refused':
    'El servicio no lo aceptó. El aviso puede haber cambiado: léalo de nuevo e inténtelo otra vez.',
  'problem.unknown': 'No pudimos saber si esto quedó registrado.',
};
