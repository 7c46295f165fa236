import type { Messages } from '../../../i18n/messages.ts';
import type { HostedStepKey } from '../hosted-step-words.ts';

export const ptBR: Messages<HostedStepKey> = {
  heading: 'Mais um passo em outra página',
  text: 'O próximo passo pode ser feito na página de assinatura do serviço.',
  textNoLink: 'O próximo passo não pode ser feito aqui. Peça outra forma a quem enviou o link.',
};
