import type { LaterMessages } from '../../messages.ts';

export const ptBR: LaterMessages = {
  certificate: {
    heading: 'Assine com seu certificado digital',
    intro: 'A chave privada e a senha ficam neste aparelho. Só a assinatura é enviada.',
    'way.label': 'Onde está seu certificado',
    'way.file': 'Em um arquivo (A1)',
    'way.token': 'Em token, cartão ou neste computador (A3)',

    'file.label': 'Arquivo do certificado (.pfx ou .p12)',
    'file.choose': 'Escolher arquivo',
    'file.drop': 'ou solte o arquivo aqui',
    'file.chosen': 'Escolhido: {name}',
    'file.password': 'Senha do arquivo',
    'file.open': 'Abrir o certificado',
    'file.opening': 'Abrindo…',
    'file.slow': 'O arquivo ainda está abrindo. Alguns levam até meio minuto.',
    'file.another': 'Escolher outro arquivo',

    'error.fileMissing': 'Escolha o arquivo do seu certificado.',
    'error.password': 'Senha incorreta. Digite de novo, respeitando maiúsculas e acentos.',
    'error.notPkcs12':
      'Este arquivo não contém um certificado com a chave privada. Escolha um arquivo .pfx ou .p12; um .cer ou .pem não basta.',
    'error.damaged': 'O arquivo está danificado ou incompleto. Faça outra cópia do arquivo original.',
    'error.tooLarge':
      'O arquivo é grande demais para ser um certificado. Escolha o .pfx ou .p12 que você recebeu.',
    'error.tooLong':
      'A proteção deste arquivo demora demais para ser aberta aqui. Peça outro arquivo a quem emitiu o certificado.',
    'error.noKey':
      'Este arquivo não tem a chave privada, por isso não serve para assinar. Exporte o certificado de novo, com a chave.',
    'error.encryption':
      'Este arquivo usa uma criptografia que não é aceita aqui. Exporte o certificado de novo com AES.',
    'error.key': 'Este navegador não consegue assinar com este tipo de chave.',
    'error.worker':
      'O leitor de certificados não carregou. Verifique sua conexão e tente de novo. Se não funcionar, avise quem enviou o link.',
    'error.other': 'Não foi possível usar o certificado. Tente de novo ou escolha outro.',
    'error.cancelled': 'Você cancelou. Nada foi assinado.',
    'error.device': 'O certificado não está disponível. Conecte o token ou o cartão e tente de novo.',
    'error.licence':
      'Este site não tem licença para usar o componente do token. Avise quem administra o site.',
    'error.signature': 'A assinatura não corresponde ao certificado. Nada foi enviado.',

    'bridge.starting': 'Procurando seus certificados…',
    'bridge.missing': 'Para usar um token ou cartão, instale o componente que faz a conexão com esta página.',
    'bridge.outdated':
      'O componente que conecta o token a esta página está desatualizado. Instale a versão atual.',
    'bridge.unsupported':
      'Este navegador não permite usar tokens e cartões. Tente o Chrome, o Edge ou o Firefox em um computador.',
    'bridge.install': 'Ir para a página de instalação',
    'bridge.again': 'Procurar de novo',
    'bridge.none': 'Nenhum certificado foi encontrado. Conecte o token ou o cartão e procure de novo.',

    'list.label': 'Certificados',
    'facts.holder': 'Titular',
    'facts.responsible': 'Responsável',
    'facts.issuer': 'Emitido por',
    'facts.validity': 'Validade',
    'facts.from': '{from} a {to}',
    'facts.type': 'Tipo',
    'facts.match': 'confere com o signatário',

    'problem.otherHolder':
      'Este certificado está em nome de outro CPF ou CNPJ. Escolha o certificado do signatário.',
    'problem.noNumber':
      'Este certificado não informa CPF nem CNPJ, por isso não é possível conferir o signatário. Escolha outro.',
    'problem.expired': 'Este certificado está vencido. Escolha um certificado válido.',
    'problem.notYetValid': 'Este certificado ainda não é válido. Escolha outro.',
    'problem.notForSigning': 'Este certificado não serve para assinar. Escolha outro.',
    'problem.weakKey': 'A chave deste certificado é curta demais para assinar com segurança. Escolha outro.',
    'problem.unsupportedKey':
      'Este tipo de chave não pode ser usado para assinar aqui. Escolha outro certificado.',
    'caution.notIcpBrasil': 'Este certificado não parece ser da ICP-Brasil. O serviço pode não aceitar.',
    'caution.expiresSoon': 'Este certificado vence em breve.',
    'caution.numberFromName': 'O CPF ou CNPJ deste certificado aparece apenas no nome do titular.',
    'caution.incompleteChain':
      'Faltam os certificados das autoridades emissoras. O serviço pode não aceitar este certificado.',
    'caution.weakSignature':
      'Este certificado foi emitido com um algoritmo antigo. O serviço pode não aceitar.',

    submit: 'Assinar',
    submitting: 'Assinando…',
    slow: 'A assinatura ainda está em andamento. Não feche esta página.',

    'unsafe.changed':
      'O serviço pediu para assinar algo diferente do documento que você viu. Nada foi assinado. Avise quem enviou o link.',
    'unsafe.unchecked':
      'O serviço não informou o que exatamente seria assinado, por isso a assinatura foi bloqueada. Nada foi assinado.',
    'unsafe.unsupported':
      'Este certificado não é compatível com o formato de assinatura deste serviço. Nada foi assinado.',

    'rejected.untrusted':
      'O serviço não reconhece a autoridade que emitiu este certificado. Nada foi assinado. Escolha outro.',
    'rejected.revoked':
      'Este certificado foi revogado pela autoridade que o emitiu. Nada foi assinado. Escolha outro.',
    'rejected.statusUnknown':
      'Não foi possível consultar a situação do seu certificado na autoridade que o emitiu. Nada foi assinado. Use outro certificado ou tente de novo mais tarde.',
    'rejected.signature': 'O serviço não conseguiu conferir a assinatura. Nada foi assinado. Tente de novo.',

    'problem.notDone':
      'O serviço ainda não confirmou sua assinatura. Até agora, nada foi assinado. Tente de novo.',
    'problem.busy': 'O serviço está ocupado. Até agora, nada foi assinado. Tente de novo em instantes.',
    'problem.refused': 'O serviço não aceitou este certificado. Nada foi assinado. Escolha outro.',
    'problem.unknown':
      'Não conseguimos saber se sua assinatura foi concluída. Verifique de novo antes de continuar.',
  },
  decline: {
    'heading.document': 'Recusar a assinatura?',
    'heading.action': 'Recusar a confirmação?',
    'intro.document':
      'A sessão será encerrada e não poderá ser reaberta. Quem enviou o link receberá o motivo.',
    'intro.action':
      'A sessão será encerrada e não poderá ser reaberta. Quem enviou o link receberá o motivo.',
    reason: 'Motivo (opcional)',
    submit: 'Recusar',
    submitting: 'Recusando…',
    keep: 'Voltar sem recusar',
    tooLong: 'Reduza o motivo para até {max} caracteres.',
  },
  documentPhoto: {
    heading: 'Foto do seu documento de identidade',
    intro: 'Fotografe o lado com seu retrato ou escolha uma foto salva neste aparelho.',
    'intro.privacy':
      'A foto é enviada ao serviço para comparação com seu rosto. Ela não fica guardada nesta página.',
    type: 'Qual é o documento?',
    'type.RG': 'Carteira de identidade (RG)',
    'type.CNH': 'Carteira de motorista (CNH)',
    'type.CTPS': 'Carteira de trabalho (CTPS)',
    'type.PASSPORT': 'Passaporte',
    'type.OTHER': 'Outro documento com foto',
    camera: 'Usar a câmera',
    'camera.front': 'Usar a câmera frontal',
    'camera.rear': 'Usar a câmera traseira',
    file: 'Escolher uma foto',
    take: 'Tirar a foto',
    stop: 'Desligar a câmera',
    opening: 'Toque em “Permitir” no aviso do navegador.',
    preview: 'Imagem da câmera',
    photo: 'Sua foto',
    place: 'Coloque o documento dentro da moldura.',
    submit: 'Enviar a foto',
    submitting: 'Enviando…',
    again: 'Tirar outra foto',
    'flaw.dark': 'A foto está escura. Procure mais luz.',
    'flaw.bright': 'A foto está clara demais. Evite reflexos.',
    'flaw.blurred': 'A foto está tremida. Segure o aparelho com firmeza ou limpe a lente.',
    'problem.small': 'Esta foto é pequena demais para ser lida. Escolha uma maior.',
    'problem.unreadable':
      'Este navegador não consegue abrir este arquivo como imagem. Escolha um JPEG ou PNG.',
    'problem.camera': 'Não é possível usar a câmera aqui. Escolha uma foto salva neste aparelho.',
    'problem.denied':
      'A câmera está bloqueada para esta página. Libere o acesso ao lado do endereço ou escolha uma foto.',
    'problem.lost': 'A câmera foi desligada. Ligue de novo ou escolha uma foto.',
    'problem.mismatch':
      'O rosto do documento não corresponde ao seu. Confira se o documento é seu e se a foto está nítida.',
    'attempts.one': 'Você tem mais {n} tentativa.',
    'attempts.other': 'Você tem mais {n} tentativas.',
    'service.notDone': 'O serviço não confirmou a foto. Tente de novo.',
    'service.busy': 'O serviço está ocupado. Tente de novo em instantes.',
    'service.refused': 'O serviço não aceitou a foto. Tire outra.',
    'service.unknown': 'Não conseguimos saber se a foto foi aceita. Verifique de novo antes de continuar.',
  },
  attemptsExhausted: {
    heading: 'Não restam tentativas',
    'text.document':
      'Você usou todas as tentativas desta etapa. Nada foi assinado. Fale com quem enviou o link.',
    'text.action':
      'Você usou todas as tentativas desta etapa. Nada foi confirmado. Fale com quem enviou o link.',
    'text.otp': 'O código foi digitado incorretamente muitas vezes.',
    decline: 'Encerrar esta sessão',
  },
  handover: {
    phone: 'Continuar no celular',
    page: 'Continuar na página do serviço',
    preparing: 'Preparando…',
    scan: 'Aponte a câmera do celular para este código ou abra o link no celular.',
    until: 'Funciona uma só vez, até as {time}.',
    qr: 'Código QR que abre esta sessão no seu celular',
    open: 'Abrir a página do serviço',
    waits: 'Esta página continua automaticamente quando você terminar lá.',
    over: 'Este link já foi usado ou expirou.',
    again: 'Criar outro link',
    failed: 'Não foi possível criar o link. Verifique sua conexão e tente de novo.',
  },
  hostedStep: {
    heading: 'Mais uma etapa em outra página',
    text: 'A próxima etapa pode ser feita na página do serviço.',
    textNoLink: 'A próxima etapa não pode ser feita aqui. Fale com quem enviou o link.',
  },
  liveness: {
    heading: 'Confirme que é você',
    intro: 'Olhe para a câmera e siga as instruções na tela. Leva alguns segundos.',
    'intro.privacy':
      'A detecção do rosto acontece neste aparelho. Só algumas fotos são enviadas para conferência; nenhum vídeo é gravado.',
    'intro.permission': 'O navegador vai pedir acesso à câmera. Toque em “Permitir”.',
    'intro.start': 'A câmera liga quando você toca no botão e desliga no fim da etapa.',
    'simulated.intro': 'Nesta sessão de teste, a verificação é simulada. Nenhuma câmera é usada.',
    'simulated.start': 'Simular a verificação',
    start: 'Ligar a câmera',
    again: 'Tentar de novo',
    resend: 'Enviar de novo',
    stop: 'Parar',
    'option.time': 'Quero mais tempo',
    'option.spoken': 'Ler as instruções em voz alta',
    'option.camera': 'Câmera',
    'option.cameraNumber': 'Câmera {n}',

    'phase.asking': 'Toque em “Permitir” no aviso do navegador.',
    'phase.loading': 'Preparando: {percent}%',
    'phase.sending': 'Enviando a foto {n} de {all}…',
    'phase.checking': 'O serviço está conferindo as fotos…',
    'phase.progress': 'Instrução {n} de {all}',
    'phase.preview': 'Imagem da sua câmera',

    'hint.CENTER': 'Olhe para a câmera e não se mexa.',
    'hint.TURN_LEFT': 'Vire a cabeça devagar para a sua esquerda.',
    'hint.TURN_RIGHT': 'Vire a cabeça devagar para a sua direita.',
    'hint.BLINK': 'Feche os olhos por um instante e abra de novo.',
    'hint.SMILE': 'Sorria.',
    'hint.return': 'Muito bem. Agora olhe para a frente de novo.',
    'hint.uncover': 'A câmera está coberta. Retire o que está na frente dela.',
    'hint.light': 'Está escuro demais. Fique de frente para uma luz ou janela.',
    'hint.glare': 'Está claro demais. Saia da luz direta.',
    'hint.noFace': 'Nenhum rosto aparece. Fique de frente para a câmera.',
    'hint.alone': 'Há mais de uma pessoa na imagem. Só você deve aparecer.',
    'hint.closer': 'Chegue mais perto.',
    'hint.back': 'Afaste um pouco o rosto.',
    'hint.centre': 'Coloque o rosto dentro do oval.',
    'hint.sharp': 'A imagem está borrada. Não se mexa ou limpe a lente.',
    'hint.straight': 'Olhe direto para a câmera.',
    'hint.still': 'Não se mexa por um instante.',

    'problem.insecure': 'A câmera só funciona em páginas com endereço https.',
    'problem.unsupported': 'Este navegador não permite que páginas usem a câmera.',
    'problem.inAppBrowser':
      'Esta página está aberta dentro de outro aplicativo, que bloqueia a câmera. Abra a página no seu navegador.',
    'problem.policy': 'O site que mostra esta página não permite o uso da câmera.',
    'problem.noCamera': 'Nenhuma câmera foi encontrada neste aparelho.',
    'problem.inUse': 'A câmera não ligou. Feche outros programas que possam estar usando a câmera.',
    'problem.denied': 'A câmera está bloqueada para esta página.',
    'problem.dismissed': 'O aviso sobre a câmera foi fechado. Tente de novo e toque em “Permitir”.',
    'problem.unanswered':
      'O navegador ainda aguarda sua permissão. Procure o aviso na borda da janela e toque em “Permitir”.',
    'problem.lost': 'A câmera parou. Ela pode ter sido desconectada ou usada em uma chamada.',
    'problem.webgl':
      'A aceleração de hardware (WebGL) está desligada neste navegador. Ative essa opção ou use outro navegador.',
    'problem.wasm':
      'A detecção do rosto não funciona aqui. O navegador ou o site não permite WebAssembly, ou o arquivo está danificado.',
    'problem.model': 'O arquivo da detecção do rosto está danificado. Avise quem administra o site.',
    'problem.assets':
      'Esta página não está configurada corretamente: falta a detecção do rosto. Avise quem enviou o link.',
    'problem.load': 'A detecção do rosto não carregou. Verifique sua conexão.',
    'problem.broken': 'A detecção do rosto parou de funcionar.',
    'problem.timeout': 'O tempo acabou antes que o movimento fosse reconhecido.',
    'problem.otherMovement': 'O movimento foi diferente do pedido. Siga as instruções na tela.',
    'problem.hidden': 'A câmera foi desligada porque você saiu desta página.',
    'problem.unseen': 'Não conseguimos ver seu rosto bem o suficiente para começar.',
    'problem.unknownAction': 'O serviço pediu um movimento que esta página não conhece.',
    'problem.notPassed':
      'Não conseguimos confirmar que é você. Procure um lugar iluminado, sem óculos ou boné, e tente de novo.',
    'attempts.one': 'Você tem mais {n} tentativa.',
    'attempts.other': 'Você tem mais {n} tentativas.',

    'allow.chromium':
      'Clique no ícone de câmera ou de configurações, à esquerda do endereço. Permita a câmera e tente de novo.',
    'allow.firefox': 'Clique na câmera riscada, à esquerda do endereço. Remova o bloqueio e tente de novo.',
    'allow.safari': 'Abra Safari › Ajustes › Sites › Câmera, permita este site e tente de novo.',
    'allow.iosSafari':
      'Toque em “aA” ou no ícone da página, na barra de endereço. Abra Ajustes do Site, permita a câmera e tente de novo.',
    'allow.iosOther':
      'Abra os Ajustes do iPhone ou iPad e escolha este navegador. Permita a câmera e tente de novo.',
    'allow.android':
      'Toque no ícone à esquerda do endereço e depois em Permissões. Permita a câmera e tente de novo.',
    'allow.inApp': 'No menu deste aplicativo, escolha abrir a página no navegador.',

    'other.heading': 'Está sem câmera ou prefere não usar?',
    'other.device': 'Você pode continuar em um celular ou em outro computador com câmera.',
    'other.hosted': 'Esta verificação é feita em outra página.',
    'other.open': 'Abrir a página',
    'other.nobody': 'Esta verificação não pode ser feita aqui. Peça outra opção a quem enviou o link.',
    'other.ask': 'Se isso não for possível, peça outra opção a quem enviou o link.',

    'service.notDone': 'O serviço não confirmou a verificação. Tente de novo.',
    'service.busy': 'O serviço está ocupado. Tente de novo em instantes.',
    'service.refused': 'O serviço não aceitou a tentativa. Tente de novo.',
    'service.unknown':
      'Não conseguimos saber se a verificação foi aceita. Verifique de novo antes de continuar.',
  },
  otp: {
    'choose.heading': 'Onde você quer receber o código?',
    'choose.text':
      'Para continuar, você precisa de um código de 6 dígitos. Ele funciona uma só vez e vale por 5 minutos.',
    'choose.email': 'Por e-mail',
    'choose.sms': 'Por SMS',
    'choose.other': 'Enviar',
    'choose.send': 'Enviar o código',
    'choose.sending': 'Enviando…',
    'choose.smsWeaker': 'O SMS é menos seguro que o e-mail: quem tiver seu número pode ler o código.',
    'enter.heading': 'Digite o código de 6 dígitos',
    'enter.email': 'Enviamos um e-mail para {destination}.',
    'enter.sms': 'Enviamos um SMS para {destination}.',
    'enter.other': 'Enviamos um código para você.',
    'sending.email': 'Estamos enviando um e-mail para {destination}.',
    'sending.sms': 'Estamos enviando um SMS para {destination}.',
    'sending.other': 'Estamos enviando um código para você.',
    'undelivered.email': 'Não foi possível entregar o e-mail para {destination}.',
    'undelivered.sms': 'Não foi possível entregar o SMS para {destination}.',
    'undelivered.other': 'Não foi possível entregar o código.',
    'undelivered.next': 'Peça um novo código. Se ele também não chegar, fale com quem enviou o link.',
    'enter.label': 'Código',
    'enter.hint': '6 dígitos',
    'enter.sandbox': 'Sessão de teste: o código é {code}.',
    'enter.submit': 'Confirmar',
    'enter.submitting': 'Conferindo…',
    'enter.slow': 'Ainda estamos conferindo. O que você digitou continua aqui.',
    'resend.again': 'Enviar um novo código',
    'resend.wait': 'Novo código em {time}',
    'resend.ready': 'Você já pode pedir um novo código.',
    'resend.email': 'Receber por e-mail',
    'resend.sms': 'Receber por SMS',
    'resend.sending': 'Enviando um novo código…',
    'resend.sent': 'Um novo código está a caminho. Só o mais recente funciona.',
    'error.missing': 'Digite o código que você recebeu.',
    'error.length': 'O código tem 6 dígitos. Você digitou {n}.',
    'error.wrong': 'O código não confere. Verifique e tente de novo.',
    'error.wrongLeft.one': 'O código não confere. Resta {n} tentativa com ele.',
    'error.wrongLeft.other': 'O código não confere. Restam {n} tentativas com ele.',
    'error.expired': 'Este código expirou. Peça um novo.',
    'error.dead': 'Este código foi bloqueado após 3 tentativas. Peça um novo.',
    'error.unsent': 'O código ainda não foi enviado. Peça de novo em instantes.',
    'problem.notDone': 'O serviço não confirmou seu pedido. O que você digitou continua aqui. Tente de novo.',
    'problem.busy': 'O serviço está ocupado. O que você digitou continua aqui. Tente de novo em instantes.',
    'problem.tooMany': 'Muitos pedidos em pouco tempo. Aguarde um momento e tente de novo.',
    'problem.tooManyUntil': 'Foram pedidos códigos demais. Você pode pedir outro a partir das {time}.',
    'problem.refused': 'O serviço não aceitou seu pedido. Tente de novo ou fale com quem enviou o link.',
    'problem.exhausted': 'Você usou todas as tentativas desta etapa.',
    'problem.unknown': 'Não conseguimos saber se o código foi aceito. O que você digitou continua aqui.',
  },
  location: {
    share: 'Compartilhar minha localização (opcional)',
    why: 'Sua localização fica guardada com as evidências desta sessão. Você pode continuar sem ela.',
    asked: 'Obtendo sua localização…',
    known: 'Sua localização será enviada com sua resposta.',
    unknown: 'Seu aparelho não informou a localização. Você pode continuar sem ela.',
  },
  disclosure: {
    heading: 'Para que seus dados são usados',
    intro: 'Leia este aviso antes de continuar.',
    submit: 'Li e estou ciente',
    submitting: 'Um momento…',
    'problem.notDone': 'O serviço não confirmou sua resposta. Tente de novo.',
    'problem.busy': 'O serviço está ocupado. Tente de novo em instantes.',
    'problem.refused':
      'O serviço não aceitou sua resposta. O aviso pode ter mudado: leia de novo e tente mais uma vez.',
    'problem.unknown': 'Não conseguimos saber se sua resposta foi registrada.',
  },
  waiting: {
    heading: 'Só um momento',
    'heading.person': 'Ainda não é a sua vez',
    person: '{company} pediu a sua assinatura. Outra pessoa assina antes de você.',
    personNoCompany: 'Quem enviou o link pediu a sua assinatura. Outra pessoa assina antes de você.',
    told: 'Você pode fechar esta página. Avisaremos em {email} quando for a sua vez.',
    returnLater: 'Você pode fechar esta página e voltar depois pelo mesmo link.',
    'finishing.document': 'Estamos concluindo a sua assinatura. Isso leva alguns segundos.',
    'finishing.action': 'Estamos concluindo a sua confirmação. Isso leva alguns segundos.',
    check: 'Estamos conferindo o que você enviou. Isso leva alguns segundos.',
    'check.face': 'Estamos comparando o seu rosto. Isso leva alguns segundos.',
    'check.government': 'Estamos conferindo os seus dados na base do governo. Isso leva alguns segundos.',
    slow: 'Está demorando mais que o normal. Você pode esperar ou voltar mais tarde pelo mesmo link.',
    signatures: '{done} de {all} pessoas já assinaram.',
  },
};
