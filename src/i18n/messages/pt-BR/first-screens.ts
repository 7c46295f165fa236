import type { Messages } from '../../messages.ts';

export const ptBR: Messages = {
  'frame.label': 'Sessão de assinatura',
  'frame.step': 'Etapa {step} de {steps}',
  'frame.stepShort': '{step}/{steps}',
  'frame.protected': 'Sessão protegida',
  'frame.ended': 'Sessão encerrada',
  'frame.expiresAt': 'expira às {time}',
  'frame.expiresOn': 'expira em {date}',
  'frame.expiresSoon.one': 'Esta sessão expira em {n} minuto.',
  'frame.expiresSoon.other': 'Esta sessão expira em {n} minutos.',
  'frame.sandbox': 'Sessão de teste, sem validade jurídica.',
  'frame.hashVerified': 'SHA-256 conferido',
  'frame.hashUnverified': 'SHA-256',

  'loading.heading': 'Abrindo a sua sessão',
  'loading.slow':
    'Está demorando mais que o normal. A sua conexão pode estar lenta. Você pode esperar ou tentar de novo.',

  'action.retry': 'Tentar de novo',
  'action.reload': 'Verificar de novo',
  'action.back': 'Voltar',

  'accept.heading.document': 'Revise e assine o documento',
  'accept.heading.action': 'Revise e confirme',
  'accept.intro.document': '{company} pede a sua assinatura neste documento.',
  'accept.intro.action': '{company} pede que você confirme esta ação.',
  'accept.intro.documentNoCompany': 'Pedem a sua assinatura neste documento.',
  'accept.intro.actionNoCompany': 'Pedem que você confirme esta ação.',
  'accept.document': 'Documento',
  'accept.action': 'Ação',
  'accept.reference': 'Referência',
  'accept.signingAs': 'Assinando como',
  'accept.confirmingAs': 'Confirmando como',
  'accept.next': 'Depois deste passo',
  'accept.pages.one': '{n} página',
  'accept.pages.other': '{n} páginas',
  'accept.consent.document': 'Li {document} e concordo em assinar como {signer}.',
  'accept.consent.documentNoName': 'Li {document} e concordo em assinar eletronicamente.',
  'accept.consent.action': 'Li a descrição acima e confirmo.',
  'accept.submit': 'Concordar e assinar',
  'accept.submitNext': 'Concordar e continuar',
  'accept.submit.action': 'Confirmar',
  'accept.submitting': 'Assinando…',
  'accept.confirming': 'Confirmando…',
  'accept.stillSigning': 'Ainda estamos trabalhando. Não feche esta página: a sua resposta está a caminho.',
  'accept.consentMissing.document': 'Marque a caixa para dizer que leu o documento e concorda.',
  'accept.consentMissing.action': 'Marque a caixa para dizer que confirma.',
  'accept.documentLoading': 'O documento ainda está abrindo. Você poderá assinar assim que ele abrir.',
  'accept.documentReady': 'O documento abriu. Agora você pode assinar.',
  'accept.documentUnread':
    'O documento não pôde ser mostrado aqui, por isso não pode ser assinado aqui. Nada foi assinado.',
  'accept.actionMissing':
    'O serviço não diz o que você confirmaria, por isso não é possível confirmar aqui. Avise quem enviou o link.',
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
  'document.openingSlow': 'Ainda abrindo o documento. Em uma conexão lenta isso pode demorar um pouco.',
  'document.download': 'Baixar o documento',
  'document.error.heading': 'O documento não pode ser mostrado',
  'document.error.unreachable':
    'O documento não chegou. Nada foi assinado. Verifique a sua conexão e tente de novo. Se não adiantar, avise quem enviou o link.',
  'document.error.mismatch':
    'O documento que chegou não é aquele para o qual esta sessão foi criada. Não assine. Avise quem enviou o link.',
  'document.error.assets':
    'Esta página não está configurada corretamente: falta uma parte do componente de assinatura. Nada foi assinado. Avise quem enviou o link.',
  'document.error.viewer':
    'A parte desta página que mostra documentos não carregou. Verifique a sua conexão e tente de novo. Nada foi assinado.',

  'outcome.completed.heading': 'Documento assinado',
  'outcome.completed.heading.action': 'Confirmado',
  'outcome.completed.text': '{date}. Guarde uma cópia.',
  'outcome.completed.text.action': '{date}.',
  'outcome.completed.evidence': 'Evidência',
  'outcome.completed.originalHash': 'Hash do arquivo original (SHA-256)',
  'outcome.completed.signedHash': 'Hash do arquivo assinado (SHA-256)',
  'outcome.completed.download': 'Baixar documento assinado',
  'outcome.completed.verify': 'Conferir a assinatura',
  'outcome.completed.verify.action': 'Conferir a confirmação',
  'outcome.completed.qr': 'Código QR que abre a página onde a assinatura pode ser conferida',
  'outcome.declined.heading': 'Você recusou',
  'outcome.declined.text': 'Nada foi assinado. Quem pediu a sua assinatura foi avisado.',
  'outcome.declined.text.action': 'Nada foi confirmado. Quem pediu foi avisado.',
  'outcome.cancelled.heading': 'Esta sessão foi cancelada',
  'outcome.cancelled.text':
    'A sessão foi cancelada e não pode mais ser assinada. Nada foi assinado. Se você não esperava por isso, fale com quem enviou o link.',
  'outcome.cancelled.text.action':
    'A sessão foi cancelada e nada foi confirmado. Se você não esperava por isso, pergunte a quem enviou o link.',
  'outcome.expired.heading': 'Esta sessão expirou',
  'outcome.expired.text':
    'O prazo para assinar terminou em {date}. Nada foi assinado. Peça um novo link a quem enviou este.',
  'outcome.expired.text.action':
    'O prazo para confirmar terminou em {date}. Nada foi confirmado. Peça um novo link a quem o enviou.',
  'outcome.expired.headingLink': 'Este link expirou',
  'outcome.expired.textLink':
    'O prazo deste link terminou. Se você assinou com ele, a sua assinatura continua valendo. Se não assinou, peça um novo link a quem enviou este.',
  'outcome.failed.heading': 'A assinatura não pôde ser concluída',
  'outcome.failed.text':
    'Você fez tudo certo, mas o serviço não conseguiu concluir a assinatura. O documento não está assinado. Peça um novo link a quem enviou este.',
  'outcome.failed.heading.action': 'A confirmação não pôde ser concluída',
  'outcome.failed.text.action':
    'Você fez tudo certo, mas o serviço não conseguiu concluir a confirmação. Nada foi confirmado. Peça um novo link a quem o enviou.',
  'outcome.invalidLink.heading': 'Este link não funciona',
  'outcome.invalidLink.text':
    'Ele pode estar incompleto ou digitado errado. Abra-o de novo na mensagem original ou peça um novo a quem o enviou.',
  'outcome.unsupportedBrowser.heading': 'Este navegador é antigo demais para assinar com segurança',
  'outcome.unsupportedBrowser.text':
    'Atualize-o ou abra o link em um Chrome, Edge, Firefox ou Safari recente.',
  'outcome.insecurePage.heading': 'Esta página não é segura',
  'outcome.insecurePage.text':
    'Documentos só podem ser assinados em uma página aberta por https. Avise quem cuida deste site.',
  'outcome.hostedStep.open': 'Abrir a página de assinatura',
  'outcome.return': 'Voltar para {company}',
  'outcome.returnNoCompany': 'Voltar para o site',
  'outcome.redirecting.one': 'Você volta ao site em {n} segundo.',
  'outcome.redirecting.other': 'Você volta ao site em {n} segundos.',
  'outcome.stay': 'Ficar nesta página',

  'error.heading': 'A sessão não pode ser alcançada',
  'error.heading.part': 'A próxima etapa não carregou',
  'error.part':
    'Uma parte desta página não chegou. Verifique a conexão e tente de novo. O que você já fez continua valendo.',
  'error.partLost':
    'A parte também não chegou na nova tentativa. Verifique a conexão e recarregue a página inteira. O que você já fez continua valendo.',
  'error.offline': 'Parece que você está sem conexão. Assim que ela voltar, esta página continua.',
  'error.network':
    'O serviço não responde. A sua conexão ou o serviço podem estar fora do ar por um momento.',
  'error.service': 'O serviço está com um problema. Tente de novo em um momento.',
  'error.unexpected': 'O serviço deu uma resposta que esta página não entende. Tente de novo em um momento.',
  'error.unknown':
    'Não conseguimos descobrir se a sua assinatura foi concluída. Verifique de novo antes de fazer qualquer outra coisa.',
  'error.unknown.action':
    'Não conseguimos descobrir se a sua confirmação foi concluída. Verifique de novo antes de fazer qualquer outra coisa.',
  'problem.offline': 'Você está sem conexão, por isso nada foi enviado. Tente de novo quando ela voltar.',
  'problem.disconnected': 'A conexão caiu, e ainda não sabemos se a sua resposta chegou. Vamos verificar assim que ela voltar.',
  'problem.notDone':
    'O serviço ainda não confirmou a sua resposta, e até agora nada foi assinado. Tente de novo: não há como assinar duas vezes.',
  'problem.busy':
    'O serviço está ocupado, e até agora nada foi assinado. Espere um momento ou tente de novo: não há como assinar duas vezes.',
  'problem.refused':
    'O serviço não aceitou. Nada foi assinado. Tente de novo ou fale com quem enviou o link.',
  'problem.notDone.action':
    'O serviço ainda não registrou a sua resposta, e até agora nada foi confirmado. Tente de novo: não há como confirmar duas vezes.',
  'problem.busy.action':
    'O serviço está ocupado, e até agora nada foi confirmado. Espere um momento ou tente de novo: não há como confirmar duas vezes.',
  'problem.refused.action':
    'O serviço não aceitou. Nada foi confirmado. Tente de novo ou fale com quem enviou o link.',
  'problem.declineNotDone': 'O serviço ainda não confirmou a sua recusa. Tente de novo.',
  'problem.declineUnknown': 'Não conseguimos descobrir se a recusa foi concluída. Verifique de novo.',
};
