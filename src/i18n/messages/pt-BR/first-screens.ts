import type { Messages } from '../message-keys.ts';

export const ptBR: Messages = {
  'frame.label': 'Sessão de assinatura',
  'frame.close': 'Fechar',
  'frame.step': 'Etapa {step} de {steps}',
  'frame.protected': 'Sessão protegida',
  'frame.ended': 'Sessão encerrada',
  'frame.expiresAt': 'expira às {time}',
  'frame.expiresOn': 'expira em {date}',
  'frame.expiresSoon.one': 'Esta sessão expira em {n} minuto.',
  'frame.expiresSoon.other': 'Esta sessão expira em {n} minutos.',
  'frame.sandbox': 'Sessão de teste, sem validade jurídica.',
  'frame.hashVerified': 'SHA-256 conferido',
  'frame.hashUnverified': 'SHA-256',

  'loading.heading': 'Abrindo sua sessão',
  'loading.slow': 'Está demorando mais que o normal. Sua conexão pode estar lenta. Aguarde ou tente de novo.',

  'action.retry': 'Tentar de novo',
  'action.reloadPage': 'Recarregar a página',
  'action.reload': 'Verificar de novo',
  'action.back': 'Voltar',

  'accept.heading.document': 'Revise e assine o documento',
  'accept.heading.action': 'Revise e confirme',
  'accept.intro.document': '{company} pede sua assinatura neste documento.',
  'accept.intro.action': '{company} pede que você confirme esta ação.',
  'accept.intro.documentNoCompany': 'Sua assinatura foi solicitada neste documento.',
  'accept.intro.actionNoCompany': 'Sua confirmação foi solicitada.',
  'accept.document': 'Documento',
  'accept.action': 'Ação',
  'accept.reference': 'Referência',
  'accept.signingAs': 'Assinando como',
  'accept.confirmingAs': 'Confirmando como',
  'accept.next': 'Depois desta etapa',
  'accept.pages.one': '{n} página',
  'accept.pages.other': '{n} páginas',
  'accept.consent.document': 'Tive acesso a {document} e concordo em assiná‑lo como {signer}.',
  'accept.consent.documentNoName': 'Tive acesso a {document} e concordo em assiná‑lo eletronicamente.',
  'accept.consent.action': 'Li a descrição acima e confirmo.',
  'accept.submit': 'Concordar e assinar',
  'accept.submitNext': 'Concordar e continuar',
  'accept.submit.action': 'Confirmar',
  'accept.submitting': 'Assinando…',
  'accept.confirming': 'Confirmando…',
  'accept.stillSigning': 'Ainda estamos processando sua resposta. Não feche esta página.',
  'accept.consentMissing.document': 'Marque a caixa para indicar que teve acesso ao documento e concorda.',
  'accept.consentMissing.action': 'Marque a caixa para indicar que leu a descrição e confirma.',
  'accept.documentLoading': 'O documento ainda está abrindo. Você poderá assinar assim que ele abrir.',
  'accept.documentArriving': 'Falta carregar e conferir o resto do documento. Depois você poderá assinar.',
  'accept.documentReady': 'O documento abriu. Agora você pode assinar.',
  'accept.documentUnread':
    'Não foi possível mostrar o documento, por isso ele não pode ser assinado aqui. Nada foi assinado.',
  'accept.actionMissing':
    'Não recebemos a descrição do que seria confirmado, por isso a confirmação está bloqueada. Avise quem enviou o link.',
  'accept.decline': 'Recusar',

  'step.otp': 'código de uso único',
  'step.liveness': 'verificação facial',
  'step.certificate': 'certificado digital',
  'step.documentPhoto': 'foto do documento',
  'step.disclosure': 'aviso',
  'step.confirmation': 'confirmação',

  'document.untitled': 'Documento',
  'document.view': 'Ver',
  'document.opening': 'Abrindo o documento…',
  'document.openingSlow': 'O documento ainda está abrindo. Em uma conexão lenta, isso pode demorar um pouco.',
  'document.arriving': 'Carregando o documento…',
  'document.download': 'Baixar o documento',
  'document.error.heading': 'Não foi possível mostrar o documento',
  'document.error.unreachable':
    'O documento não foi carregado. Nada foi assinado. Verifique sua conexão e tente de novo. Se não funcionar, avise quem enviou o link.',
  'document.error.mismatch':
    'O documento recebido não é o desta sessão. Não assine. Avise quem enviou o link.',
  'document.error.assets': 'Falta uma parte desta página. Recarregue a página. Nada foi assinado.',
  'document.error.viewer':
    'O visualizador de documentos não carregou. Verifique sua conexão e tente de novo. Nada foi assinado.',

  'outcome.hostedStep.open': 'Abrir a página do serviço',
  'outcome.return': 'Voltar para {company}',
  'outcome.returnNoCompany': 'Voltar para o site',

  'error.heading': 'Não foi possível abrir a sessão',
  'error.heading.part': 'A próxima etapa não carregou',
  'error.part':
    'Uma parte desta página não foi carregada. Verifique sua conexão e tente de novo. O que você já fez continua valendo.',
  'error.partLost': 'Falta uma parte desta página. Recarregue a página. O que você já fez continua valendo.',
  'error.offline':
    'Você está sem conexão com a internet. A página continua automaticamente assim que a conexão voltar.',
  'error.network':
    'O serviço não está respondendo. Sua conexão ou o serviço pode estar fora do ar no momento.',
  'error.service': 'O serviço está com um problema. Tente de novo em instantes.',
  'error.unexpected': 'O serviço enviou uma resposta inesperada. Tente de novo em instantes.',
  'error.unknown':
    'Não conseguimos saber se sua resposta foi registrada. Verifique de novo antes de continuar.',
  'error.unknown.action':
    'Não conseguimos saber se sua confirmação foi registrada. Verifique de novo antes de continuar.',
  'problem.offline': 'Você está sem conexão, por isso nada foi enviado. Tente de novo quando ela voltar.',
  'problem.disconnected':
    'A conexão caiu, e ainda não sabemos se sua resposta chegou. Vamos verificar assim que ela voltar.',
  'problem.notDone':
    'O serviço ainda não confirmou sua resposta. Até agora, nada foi assinado. Tente de novo: não há risco de assinar duas vezes.',
  'problem.busy':
    'O serviço está ocupado. Até agora, nada foi assinado. Aguarde um momento ou tente de novo: não há risco de assinar duas vezes.',
  'problem.refused':
    'O serviço não aceitou sua resposta. Nada foi assinado. Tente de novo ou fale com quem enviou o link.',
  'problem.notDone.action':
    'O serviço ainda não registrou sua resposta. Até agora, nada foi confirmado. Tente de novo: não há risco de confirmar duas vezes.',
  'problem.busy.action':
    'O serviço está ocupado. Até agora, nada foi confirmado. Aguarde um momento ou tente de novo: não há risco de confirmar duas vezes.',
  'problem.refused.action':
    'O serviço não aceitou sua resposta. Nada foi confirmado. Tente de novo ou fale com quem enviou o link.',
  'problem.declineNotDone': 'O serviço ainda não confirmou sua recusa. Tente de novo.',
  'problem.declineUnknown': 'Não conseguimos saber se sua recusa foi registrada. Verifique de novo.',
};
