import type { Messages } from '../../../i18n/messages.ts';
import type { HostedStepKey } from '../hosted-step-words.ts';

export const es: Messages<HostedStepKey> = {
  heading: 'Un paso más en otra página',
  text: 'El siguiente paso se puede hacer en la página de firma del servicio.',
  textNoLink: 'El siguiente paso no se puede hacer aquí. Pida otra manera a quien le envió el enlace.',
};
