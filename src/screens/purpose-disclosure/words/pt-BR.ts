import type { Messages } from '../../../i18n/messages.ts';
import type { DisclosureKey } from '../disclosure-words.ts';

export const ptBR: Messages<DisclosureKey> = {
  heading: 'Para que os seus dados são usados',
  intro: 'Leia isto antes de continuar.',
  submit: 'Li e estou ciente',
  submitting: 'Um momento…',
  'problem.notDone': 'O serviço não confirmou. Tente de novo.',
  'problem.busy': 'O serviço está ocupado. Tente de novo em instantes.',
  'problem.refused': 'O serviço não aceitou. O aviso pode ter mudado: leia de novo e tente mais uma vez.',
  'problem.unknown': 'Não conseguimos saber se isto foi registrado.',
};
