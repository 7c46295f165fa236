import type { Messages } from '../../../i18n/messages.ts';
import type { LivenessKey } from '../liveness-words.ts';

export const ptBR: Messages<LivenessKey> = {
  heading: 'Mostre que é você',
  intro: 'A câmera olha para o seu rosto por alguns segundos enquanto você faz o que esta página pede.',
  'intro.privacy':
    'Seu rosto é encontrado neste aparelho. Algumas imagens paradas são enviadas ao serviço, nada mais; não há gravação.',
  'intro.permission': 'O navegador vai perguntar se esta página pode usar a câmera: permita.',
  'intro.start': 'A câmera liga quando você aperta o botão e desliga quando a etapa termina.',
  'simulated.intro':
    'Esta é uma sessão de teste: a verificação é simulada. Nenhuma câmera é usada e nenhum rosto é necessário.',
  'simulated.start': 'Simular a verificação',
  start: 'Ligar a câmera',
  again: 'Tentar de novo',
  resend: 'Enviar de novo',
  stop: 'Parar',
  'option.time': 'Quero mais tempo',
  'option.spoken': 'Ler as orientações em voz alta',
  'option.camera': 'Câmera',
  'option.cameraNumber': 'Câmera {n}',

  'stage.asking': 'Permita a câmera na pergunta que o navegador mostra.',
  'stage.loading': 'Preparando: {percent} %',
  'stage.sending': 'Enviando a imagem {n} de {all}…',
  'stage.checking': 'O serviço está verificando…',
  'stage.progress': 'Passo {n} de {all}',
  'stage.preview': 'Imagem da sua câmera',

  'hint.CENTER': 'Olhe para a câmera e fique parado.',
  'hint.TURN_LEFT': 'Vire a cabeça devagar para a sua esquerda.',
  'hint.TURN_RIGHT': 'Vire a cabeça devagar para a sua direita.',
  'hint.BLINK': 'Feche os olhos por um instante e abra de novo.',
  'hint.SMILE': 'Sorria.',
  'hint.return': 'Muito bem. Agora olhe para a frente de novo.',
  'hint.uncover': 'A câmera está coberta. Descubra a câmera.',
  'hint.light': 'Está escuro demais. Vire-se para uma luz ou uma janela.',
  'hint.glare': 'Está claro demais. Afaste-se da luz.',
  'hint.noFace': 'Nenhum rosto aparece. Venha para a frente da câmera.',
  'hint.alone': 'Há várias pessoas na imagem. É preciso estar só você.',
  'hint.closer': 'Chegue mais perto.',
  'hint.back': 'Afaste-se um pouco.',
  'hint.centre': 'Coloque o rosto dentro do oval.',
  'hint.sharp': 'A imagem está borrada. Fique parado ou limpe a lente.',
  'hint.straight': 'Olhe direto para a câmera.',
  'hint.still': 'Fique parado por um instante.',

  'problem.insecure': 'A câmera só funciona em páginas abertas por https.',
  'problem.unsupported': 'Este navegador não deixa as páginas usarem a câmera.',
  'problem.inAppBrowser':
    'Esta página está aberta dentro de outro aplicativo, que não lhe dá a câmera. Abra no seu navegador.',
  'problem.policy': 'O site que mostra esta página não deixa que ela use a câmera.',
  'problem.noCamera': 'Nenhuma câmera foi encontrada neste aparelho.',
  'problem.inUse': 'Outro programa está usando a câmera, ou ela não liga. Feche o outro programa.',
  'problem.denied': 'A câmera não está permitida para esta página.',
  'problem.dismissed': 'A pergunta sobre a câmera foi fechada. Tente de novo e permita.',
  'problem.unanswered':
    'O navegador ainda não respondeu. Procure a pergunta dele na borda da janela e permita a câmera.',
  'problem.lost': 'A câmera parou. Talvez tenha sido desconectada ou usada por uma chamada.',
  'problem.webgl':
    'Este navegador não consegue desenhar com a placa de vídeo (WebGL), e isso é preciso para encontrar um rosto. Ative a aceleração de hardware ou use outro navegador.',
  'problem.wasm':
    'A parte desta página que encontra rostos não funciona aqui: este navegador ou a política do site não permite WebAssembly, ou o arquivo está danificado.',
  'problem.model': 'A parte desta página que encontra rostos está danificada. Avise quem cuida do site.',
  'problem.load': 'A parte desta página que encontra rostos não carregou. Verifique a sua conexão.',
  'problem.broken': 'A parte desta página que encontra rostos parou de funcionar.',
  'problem.timeout': 'O movimento não foi visto a tempo.',
  'problem.otherMovement': 'Foi visto um movimento diferente do que foi pedido.',
  'problem.hidden': 'Esta página saiu da vista, e por isso a câmera foi desligada.',
  'problem.unseen': 'Seu rosto não foi visto bem o bastante para começar.',
  'problem.unknownAction': 'O serviço pede algo que esta página não conhece.',
  'problem.notPassed': 'O serviço não aceitou a verificação.',
  'attempts.one': 'Você tem mais {n} tentativa.',
  'attempts.other': 'Você tem mais {n} tentativas.',

  'allow.chromium':
    'Aperte o símbolo de câmera ou de configurações à esquerda do endereço, deixe a câmera em “Permitir” e tente de novo.',
  'allow.firefox': 'Aperte a câmera riscada à esquerda do endereço, remova o bloqueio e tente de novo.',
  'allow.safari': 'Escolha Safari › Ajustes › Sites › Câmera, permita este site e tente de novo.',
  'allow.iosSafari':
    'Aperte “aA” ou o símbolo da página na barra de endereço, depois Ajustes do Site, permita a câmera e tente de novo.',
  'allow.iosOther':
    'Abra os Ajustes do iPhone ou iPad, escolha este navegador, permita a câmera e tente de novo.',
  'allow.android':
    'Aperte o símbolo à esquerda do endereço, depois Permissões, permita a câmera e tente de novo.',
  'allow.inApp': 'Abra o menu deste aplicativo e escolha abrir a página no navegador.',

  'other.heading': 'Sem câmera, ou prefere não usar?',
  'other.device': 'Você pode continuar em um celular ou em outro computador que tenha câmera.',
  'other.hosted': 'Outra página faz esta verificação.',
  'other.open': 'Abrir a página',
  'other.nobody':
    'Esta verificação não pode ser feita aqui. Peça outra forma de assinar a quem lhe enviou o link.',
  'other.ask': 'Se isso não for possível, peça outra forma de assinar a quem lhe enviou o link.',

  'service.notDone': 'O serviço não confirmou a verificação. Tente de novo.',
  'service.busy': 'O serviço está ocupado. Tente de novo daqui a pouco.',
  'service.refused': 'O serviço não aceitou a tentativa. Tente de novo.',
  'service.unknown':
    'Não conseguimos saber se a verificação foi aceita. Verifique antes de fazer qualquer outra coisa.',
};
