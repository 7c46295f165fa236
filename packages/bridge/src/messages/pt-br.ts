import type { BridgeMessages } from './bridge-messages.ts';

export const ptBr: BridgeMessages = {
  started: address => `A ponte está pronta (${address}). Deixe esta janela aberta enquanto assina.`,
  stop: 'Para fechar, pressione Ctrl+C.',
  portTaken: port =>
    `A porta ${port} está em uso por outro programa, talvez por uma ponte já aberta. Feche-o ou use --port.`,
  noNativePart:
    'Falta a parte que conversa com o token: ela é compilada na instalação. Instale Python 3, make e um compilador C++, permita os scripts de instalação (npm install --ignore-scripts=false) e abra a ponte de novo.',
  noModule:
    'Nenhum driver de token ou cartão foi encontrado. Instale o do seu token ou indique-o com --module.',
  module: path => `Driver: ${path}`,
  noToken: 'Nenhum token ou cartão está conectado.',
  noCertificate: 'O token não tem certificado para assinar.',
  pinLocked: 'O PIN está bloqueado. Desbloqueie-o no programa do próprio token, com o PUK.',
  failed: 'Houve uma falha no token ou no driver dele.',
  noSites: 'Nenhum site está pareado.',
  site: (origin, day) => `${origin} (desde ${day})`,
  revoked: count => (count === 1 ? '1 site removido.' : `${count} sites removidos.`),

  pairing: (origin, number) =>
    `${origin}\nquer usar os certificados deste computador.\n\n    ${number}\n\nA página mostra o mesmo número?`,
  oneCertificate: (origin, name) => `${origin}\npede o seu certificado:\n\n  ${name}\n\nO site pode vê-lo?`,
  certificates: origin => `${origin}\npede um certificado. Qual deles o site pode ver?`,
  signing: (origin, count) =>
    count === 1
      ? `${origin}\npede a sua assinatura em um documento:`
      : `${origin}\npede a sua assinatura em ${count} documentos:`,
  more: count => (count === 1 ? 'e mais 1' : `e mais ${count}`),
  with: 'Com:',
  pad: 'Depois de confirmar, digite o PIN no teclado do próprio token.',
  padForEach: 'Depois de confirmar, digite o PIN no teclado do próprio token, uma vez por documento.',
  pin: token => (token === '' ? 'PIN do token' : `PIN de ${token}`),
  wrongPin: 'PIN incorreto.',
  fewTries: 'Um PIN incorreto já foi digitado. Depois de alguns, o token é bloqueado.',
  lastTry: 'Última tentativa: se o PIN estiver errado, o token será bloqueado.',
  withdrawn: 'A página retirou a pergunta.',

  same: 'Mesmo número',
  allow: 'Permitir',
  sign: 'Assinar',
  goOn: 'Continuar',
  refuse: 'Recusar',
};
