import type { en } from './en.ts';

export const ptBR: Readonly<Record<keyof typeof en, string>> = {
  'completed.heading': 'Documento assinado',
  'completed.heading.batch': 'Documentos assinados',
  'completed.heading.action': 'Confirmado',
  'completed.heading.left.one': 'Você assinou. Falta {n} pessoa.',
  'completed.heading.left.other': 'Você assinou. Faltam {n} pessoas.',
  'completed.text': '{date}. Guarde uma cópia.',
  'completed.text.action': '{date}.',
  'declined.heading': 'Você recusou',
  'declined.text': 'Nada foi assinado. Quem enviou o link pode ver que você recusou.',
  'declined.text.action': 'Nada foi confirmado. Quem enviou o link pode ver que você recusou.',
  'cancelled.heading': 'Esta sessão foi cancelada',
  'cancelled.text':
    'Não é mais possível assinar nesta sessão. Nada foi assinado. Se você não esperava por isso, fale com quem enviou o link.',
  'cancelled.text.action':
    'Não é mais possível confirmar nesta sessão. Nada foi confirmado. Se você não esperava por isso, fale com quem enviou o link.',
  'expired.heading': 'Esta sessão expirou',
  'expired.text':
    'O prazo para assinar terminou em {date}. Nada foi assinado. Se ainda quiser assinar, fale com quem enviou o link.',
  'expired.text.action':
    'O prazo para confirmar terminou em {date}. Nada foi confirmado. Se ainda quiser confirmar, fale com quem enviou o link.',
  'expired.headingLink': 'Este link expirou',
  'expired.textLink':
    'O prazo deste link terminou. Se você já assinou ou confirmou, isso continua valendo. Caso contrário, fale com quem enviou o link.',
  'failed.heading': 'Não foi possível concluir a assinatura',
  'failed.text':
    'Você fez tudo certo. A falha foi do serviço, e o documento não foi assinado. Para tentar de novo, fale com quem enviou o link.',
  'failed.heading.action': 'Não foi possível concluir a confirmação',
  'failed.text.action':
    'Você fez tudo certo. A falha foi do serviço, e nada foi confirmado. Para tentar de novo, fale com quem enviou o link.',
  'invalidLink.heading': 'Este link não funciona',
  'invalidLink.text':
    'O endereço pode estar incompleto ou com erro. Abra o link de novo na mensagem original. Se não funcionar, fale com quem enviou o link.',
  'unsupportedBrowser.heading': 'Este navegador é antigo demais para continuar com segurança',
  'unsupportedBrowser.text':
    'Atualize o navegador ou abra o link em um Chrome, Edge, Firefox ou Safari recente.',
  'insecurePage.heading': 'Esta página não é segura',
  'insecurePage.text':
    'Só é possível continuar em uma página com endereço https. Avise quem administra o site.',
  mayClose: 'Você já pode fechar esta janela.',

  evidence: 'Código da evidência',
  originalHash: 'Hash do arquivo original (SHA-256)',
  signedHash: 'Hash do arquivo assinado (SHA-256)',
  download: 'Baixar documento assinado',
  verify: 'Conferir a assinatura',
  'verify.action': 'Conferir a confirmação',
  qr: 'Código QR da página de verificação',
  'redirecting.one': 'Você voltará ao site em {n} segundo.',
  'redirecting.other': 'Você voltará ao site em {n} segundos.',
  stay: 'Ficar nesta página',
  facts: 'Evidência e hashes',
};
