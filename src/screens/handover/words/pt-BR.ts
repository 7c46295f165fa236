import type { Messages } from '../../../i18n/messages.ts';
import type { HandoverKey } from '../handover-words.ts';

export const ptBR: Messages<HandoverKey> = {
  phone: 'Continuar no celular',
  page: 'Continuar na página de assinatura',
  preparing: 'Preparando…',
  scan: 'Aponte a câmera do celular para este código ou abra o link nele.',
  until: 'Funciona uma só vez, até {time}.',
  qr: 'Código QR que abre esta sessão no seu celular',
  open: 'Abrir a página de assinatura',
  waits: 'Esta página continua sozinha quando você terminar lá.',
  over: 'Este link já foi usado ou é antigo demais.',
  again: 'Criar outro link',
  failed: 'Não foi possível criar o link. Verifique sua conexão e tente de novo.',
};
