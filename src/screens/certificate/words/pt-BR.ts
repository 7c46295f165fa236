import type { Messages } from '../../../i18n/messages.ts';
import type { CertificateKey } from '../certificate-words.ts';

export const ptBR: Messages<CertificateKey> = {
  heading: 'Assine com o seu certificado digital',
  intro: 'A chave privada e a senha ficam neste dispositivo. Só a assinatura é enviada.',
  'way.label': 'Onde está o seu certificado',
  'way.file': 'Em um arquivo (A1)',
  'way.token': 'Em um token, cartão ou neste computador (A3)',

  'file.label': 'Arquivo do certificado (.pfx ou .p12)',
  'file.choose': 'Escolher arquivo',
  'file.drop': 'ou solte-o aqui',
  'file.chosen': 'Escolhido: {name}',
  'file.password': 'Senha do arquivo',
  'file.open': 'Abrir o certificado',
  'file.opening': 'Abrindo…',
  'file.slow': 'Ainda abrindo. Alguns arquivos levam até meio minuto.',
  'file.another': 'Escolher outro arquivo',

  'error.fileMissing': 'Escolha o arquivo do seu certificado.',
  'error.password': 'Esta não é a senha do arquivo. Digite-a de novo; maiúsculas e acentos contam.',
  'error.notPkcs12':
    'Este arquivo não é um certificado com a sua chave. Em geral ele termina em .pfx ou .p12; um .cer ou .pem não basta.',
  'error.damaged': 'O arquivo está danificado ou incompleto. Copie-o de novo de onde o recebeu.',
  'error.tooLarge': 'O arquivo é grande demais para um certificado. Escolha o .pfx ou .p12 que você recebeu.',
  'error.tooLong':
    'O arquivo está protegido de um modo que demora demais para abrir aqui. Peça outro ao emissor.',
  'error.noKey':
    'O arquivo não tem chave privada, então não serve para assinar. Exporte-o de novo com a chave.',
  'error.encryption': 'O arquivo está cifrado de um modo que não abre aqui. Exporte-o de novo com AES.',
  'error.key': 'Este navegador não consegue assinar com uma chave deste tipo.',
  'error.worker':
    'A parte desta página que abre certificados não carregou. Verifique a sua conexão e tente de novo.',
  'error.other': 'Não foi possível usar o certificado. Tente de novo ou escolha outro.',
  'error.cancelled': 'Você cancelou. Nada foi assinado.',
  'error.device': 'O certificado não está disponível. Conecte o token ou o cartão e tente de novo.',
  'error.licence': 'Este site não tem licença para a ponte com o seu token. Avise quem administra o site.',
  'error.signature': 'A assinatura não corresponde ao certificado. Nada foi enviado.',

  'bridge.starting': 'Procurando os seus certificados…',
  'bridge.missing': 'Para usar um token ou cartão, instale o componente que o conecta a esta página.',
  'bridge.outdated': 'O componente que conecta o seu token a esta página está desatualizado. Atualize-o.',
  'bridge.unsupported':
    'Tokens e cartões não podem ser usados neste navegador. Tente o Chrome, o Edge ou o Firefox em um computador.',
  'bridge.install': 'Ir para a instalação',
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

  'obstacle.otherHolder':
    'Este certificado não é do signatário: o CPF ou o CNPJ é outro. Escolha outro certificado.',
  'obstacle.noNumber':
    'Este certificado não tem CPF nem CNPJ e não pode ser conferido com o signatário. Escolha outro.',
  'obstacle.expired': 'Este certificado está vencido. Escolha um que esteja válido.',
  'obstacle.notYetValid': 'Este certificado ainda não é válido. Escolha outro.',
  'obstacle.notForSigning': 'Este certificado não serve para assinar. Escolha outro.',
  'obstacle.weakKey': 'A chave deste certificado é curta demais para assinar com segurança. Escolha outro.',
  'obstacle.unsupportedKey':
    'Chaves deste tipo não podem ser usadas para assinar aqui. Escolha outro certificado.',
  'caution.notIcpBrasil': 'Este certificado não diz ser da ICP-Brasil. O serviço pode recusá-lo.',
  'caution.expiresSoon': 'Este certificado vence em breve.',
  'caution.numberFromName': 'O CPF ou o CNPJ consta só no nome deste certificado.',
  'caution.incompleteChain':
    'Os certificados dos emissores não estão incluídos. O serviço precisa conhecê-los.',
  'caution.weakSignature': 'Este certificado foi assinado com um algoritmo antigo. O serviço pode recusá-lo.',

  submit: 'Assinar',
  submitting: 'Assinando…',
  slow: 'Ainda em andamento. Não feche esta página.',

  'unsafe.changed':
    'O que o serviço quer que seja assinado não é só o documento que você viu. Nada foi assinado. Avise quem enviou o link.',
  'unsafe.unchecked':
    'O serviço não mostra o que exatamente seria assinado, então esta página não assina. Nada foi assinado.',
  'unsafe.unsupported': 'Este certificado não consegue assinar o que este serviço envia. Nada foi assinado.',

  'rejected.untrusted':
    'O serviço não reconhece quem emitiu este certificado e por isso não o aceita. Nada foi assinado. Escolha outro.',
  'rejected.revoked': 'Este certificado foi revogado por quem o emitiu. Nada foi assinado. Escolha outro.',
  'rejected.signature':
    'O serviço não conseguiu confirmar a assinatura, então nada foi assinado. Tente de novo.',

  'problem.notDone':
    'O serviço não confirmou a sua assinatura e, até agora, nada foi assinado. Tente de novo.',
  'problem.busy': 'O serviço está ocupado e, até agora, nada foi assinado. Tente de novo daqui a pouco.',
  'problem.refused': 'O serviço não aceitou este certificado. Nada foi assinado. Escolha outro.',
  'problem.unknown':
    'Não conseguimos saber se a sua assinatura foi concluída. Verifique de novo antes de fazer outra coisa.',
};
