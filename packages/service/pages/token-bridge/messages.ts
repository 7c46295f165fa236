/** The words of the page, in the terms of docs/words.md. */
import type { Locale } from '../../../../src/index.ts';

export type System = 'windows' | 'macos' | 'linux';

/** What the check found. */
export type CheckResult = 'ready' | 'absent' | 'blocked' | 'unsupported' | 'outdated' | 'lost';

/** For whoever looks after the signer's computer. */
export interface Installation {
  readonly title: string;
  readonly text: string;
  readonly token: string;
  readonly node: string;
  /** Before the command that installs them, on systems that have one. */
  readonly tools: Readonly<Record<System, string>>;
  readonly start: string;
  readonly pair: string;
  readonly policy: string;
  readonly driver: string;
  /** Stands for the name of a file in a command. */
  readonly file: string;
  readonly safety: string;
  readonly tried: string;
}

interface BridgePageMessages {
  readonly title: string;
  readonly lead: string;
  readonly back: string;
  readonly stayed: string;
  readonly language: string;
  /** What needs nothing installed. The names are those of the certificate step. */
  readonly without: {
    readonly title: string;
    readonly ways: readonly (readonly [name: string, text: string])[];
    readonly note: string;
  };
  readonly check: {
    readonly title: string;
    readonly text: string;
    readonly button: string;
    readonly checking: string;
    readonly results: Readonly<Record<CheckResult, string>>;
  };
  readonly installation: Installation;
}

const ptBR: BridgePageMessages = {
  title: 'Assinar com token ou cartão',
  lead: 'Seu certificado A3 fica no token ou no cartão. Para usá\u2011lo no navegador, é preciso um programa, o assinador.',
  back: 'Voltar',
  stayed: 'Feche esta janela. A assinatura continua na janela em que você estava.',
  language: 'Idioma',
  without: {
    title: 'Sem instalar nada',
    ways: [
      [
        'Na nuvem',
        'Seu certificado está em um provedor, como VIDaaS, BirdID ou SafeID. Você autoriza pelo aplicativo.',
      ],
      [
        'Arquivo (A1)',
        'Você tem um arquivo .pfx ou .p12 e a senha dele. Nenhum dos dois sai do seu aparelho.',
      ],
      ['No portal gov.br', 'Você tem conta gov.br prata ou ouro. A assinatura é gratuita.'],
      [
        'Web PKI',
        'Você já usa o Web PKI, da Lacuna, neste navegador. Seu token aparece na etapa do certificado.',
      ],
    ],
    note: 'Volte para a assinatura e clique em “Trocar”. A etapa mostra só as opções que quem enviou o link aceita.',
  },
  check: {
    title: 'O assinador está neste computador?',
    text: 'Abra o assinador, conecte o token e verifique. O navegador pode pedir permissão: permita.',
    button: 'Verificar',
    checking: 'Verificando…',
    results: {
      ready: 'O assinador está aberto neste computador. Volte para a assinatura e clique em “Conectar”.',
      absent:
        'O assinador não está aberto neste computador. Se não estiver instalado, mostre esta página à sua TI.',
      blocked:
        'O navegador não deixa este site acessar programas deste computador. Permita nas configurações do site, ao lado do endereço.',
      unsupported:
        'Este navegador não permite usar tokens e cartões. Tente o Chrome, o Edge ou o Firefox em um computador.',
      outdated: 'A versão do assinador não funciona com este serviço. Peça à sua TI que o atualize.',
      lost: 'O assinador não respondeu como esperado. Feche o assinador, abra de novo e verifique.',
    },
  },
  installation: {
    title: 'Para a sua TI: instalar o assinador',
    text: 'O assinador é um programa de código aberto. Ele funciona ao lado do navegador, sem extensão.',
    token:
      'Instale o driver do token, do site do fabricante ou da certificadora (SafeNet, SafeSign, Watchdata ou OpenSC).',
    node: 'Instale o Node.js 20.19 ou mais recente, de nodejs.org.',
    tools: {
      windows:
        'No instalador do Node.js, marque a instalação das ferramentas para módulos nativos (Python e compilador C++).',
      macos: 'Instale as ferramentas de linha de comando da Apple:',
      linux: 'Instale o compilador, o leitor de cartões e as janelas de pergunta (Debian e Ubuntu):',
    },
    start: 'Abra o assinador com este comando e deixe\u2011o aberto durante a assinatura:',
    pair: 'Na primeira vez, a página e o assinador mostram um número. Se for o mesmo, confirme no assinador.',
    policy: 'Em navegadores gerenciados, esta política permite o acesso sem perguntar (Chrome e Edge):',
    driver: 'Se o driver não for encontrado, informe o arquivo PKCS#11 dele:',
    file: 'ARQUIVO',
    safety:
      'O assinador só atende a este computador (127.0.0.1, porta 27413). A senha do token nunca passa pelo navegador.',
    tried: 'O assinador foi testado no Linux. No Windows e no macOS, suas janelas ainda não foram testadas.',
  },
};

const en: BridgePageMessages = {
  title: 'Sign with a token or card',
  lead: 'Your A3 certificate is in the token or card. To use it in a browser you need a program, the signing bridge.',
  back: 'Back',
  stayed: 'Close this window. Signing continues in the window that you came from.',
  language: 'Language',
  without: {
    title: 'With nothing to install',
    ways: [
      [
        'In the cloud',
        'Your certificate is with a provider, such as VIDaaS, BirdID or SafeID. You authorise in its app.',
      ],
      ['File (A1)', 'You have a .pfx or .p12 file and its password. Neither leaves your device.'],
      ['On the gov.br portal', 'You have a silver or gold gov.br account. Signing is free of charge.'],
      [
        'Web PKI',
        'You already use Lacuna’s Web PKI in this browser. Your token appears in the certificate step.',
      ],
    ],
    note: 'Go back to signing and choose “Change”. The step shows only what whoever sent you the link accepts.',
  },
  check: {
    title: 'Is the bridge on this computer?',
    text: 'Start the bridge, connect the token and check. Your browser may ask for permission: allow it.',
    button: 'Check',
    checking: 'Checking…',
    results: {
      ready: 'The bridge is open on this computer. Go back to signing and choose “Connect”.',
      absent: 'The bridge is not open on this computer. If it is not installed, show this page to your IT.',
      blocked:
        'Your browser does not let this site reach programs on this computer. Allow it in the site’s settings, beside the address.',
      unsupported: 'This browser cannot use tokens and cards. Try Chrome, Edge or Firefox on a computer.',
      outdated: 'This version of the bridge does not work with this service. Ask your IT to update it.',
      lost: 'The bridge did not answer as expected. Close it, start it again and check.',
    },
  },
  installation: {
    title: 'For your IT: installing the bridge',
    text: 'The bridge is an open-source program. It runs beside the browser, without an extension.',
    token:
      'Install the token’s driver, from its manufacturer or the certificate authority (SafeNet, SafeSign, Watchdata or OpenSC).',
    node: 'Install Node.js 20.19 or later, from nodejs.org.',
    tools: {
      windows:
        'In the Node.js installer, choose to install the tools for native modules (Python and a C++ compiler).',
      macos: 'Install Apple’s command line tools:',
      linux: 'Install the compiler, the card service and the windows for questions (Debian and Ubuntu):',
    },
    start: 'Start the bridge with this command, and leave it open while signing:',
    pair: 'The first time, the page and the bridge show a number. If they match, confirm in the bridge.',
    policy: 'In managed browsers, this policy allows the access without asking (Chrome and Edge):',
    driver: 'If the driver is not found, name its PKCS#11 file:',
    file: 'FILE',
    safety:
      'The bridge serves this computer alone (127.0.0.1, port 27413). The token’s password never passes through the browser.',
    tried: 'The bridge was tested on Linux. On Windows and macOS its windows have not been tested yet.',
  },
};

const es: BridgePageMessages = {
  title: 'Firmar con token o tarjeta',
  lead: 'Su certificado A3 está en el token o la tarjeta. Para usarlo en el navegador hace falta un programa, el puente de firma.',
  back: 'Volver',
  stayed: 'Cierre esta ventana. La firma continúa en la ventana en la que estaba.',
  language: 'Idioma',
  without: {
    title: 'Sin instalar nada',
    ways: [
      [
        'En la nube',
        'Su certificado está en un proveedor, como VIDaaS, BirdID o SafeID. Usted autoriza en su aplicación.',
      ],
      [
        'Archivo (A1)',
        'Tiene un archivo .pfx o .p12 y su contraseña. Ninguno de los dos sale de su dispositivo.',
      ],
      ['En el portal gov.br', 'Tiene una cuenta gov.br plata u oro. La firma no tiene costo.'],
      [
        'Web PKI',
        'Ya usa Web PKI, de Lacuna, en este navegador. Su token aparece en el paso del certificado.',
      ],
    ],
    note: 'Vuelva a la firma y elija “Cambiar”. El paso muestra solo lo que acepta quien le envió el enlace.',
  },
  check: {
    title: '¿El puente está en esta computadora?',
    text: 'Abra el puente, conecte el token y verifique. El navegador puede pedir permiso: permítalo.',
    button: 'Verificar',
    checking: 'Verificando…',
    results: {
      ready: 'El puente está abierto en esta computadora. Vuelva a la firma y haga clic en “Conectar”.',
      absent:
        'El puente no está abierto en esta computadora. Si no está instalado, muestre esta página a su área de sistemas.',
      blocked:
        'El navegador no deja que este sitio acceda a programas de esta computadora. Permítalo en la configuración del sitio, junto a la dirección.',
      unsupported:
        'Este navegador no permite usar tokens ni tarjetas. Pruebe Chrome, Edge o Firefox en una computadora.',
      outdated:
        'La versión del puente no funciona con este servicio. Pida a su área de sistemas que la actualice.',
      lost: 'El puente no respondió como se esperaba. Ciérrelo, ábralo de nuevo y verifique.',
    },
  },
  installation: {
    title: 'Para su área de sistemas: instalar el puente',
    text: 'El puente es un programa de código abierto. Funciona junto al navegador, sin extensión.',
    token:
      'Instale el controlador del token, del fabricante o de la certificadora (SafeNet, SafeSign, Watchdata u OpenSC).',
    node: 'Instale Node.js 20.19 o posterior, de nodejs.org.',
    tools: {
      windows:
        'En el instalador de Node.js, elija instalar las herramientas para módulos nativos (Python y compilador de C++).',
      macos: 'Instale las herramientas de línea de comandos de Apple:',
      linux: 'Instale el compilador, el servicio de tarjetas y las ventanas de preguntas (Debian y Ubuntu):',
    },
    start: 'Abra el puente con este comando y déjelo abierto mientras firma:',
    pair: 'La primera vez, la página y el puente muestran un número. Si es el mismo, confirme en el puente.',
    policy: 'En navegadores administrados, esta política permite el acceso sin preguntar (Chrome y Edge):',
    driver: 'Si no se encuentra el controlador, indique su archivo PKCS#11:',
    file: 'ARCHIVO',
    safety:
      'El puente solo atiende a esta computadora (127.0.0.1, puerto 27413). La contraseña del token nunca pasa por el navegador.',
    tried: 'El puente se probó en Linux. En Windows y macOS, sus ventanas todavía no se probaron.',
  },
};

export const BRIDGE_PAGE_MESSAGES: Readonly<Record<Locale, BridgePageMessages>> = { 'pt-BR': ptBR, en, es };
