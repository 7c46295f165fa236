import type { Messages } from '../../../i18n/messages.ts';
import type { LivenessKey } from '../liveness-words.ts';

export const es: Messages<LivenessKey> = {
  heading: 'Muestre que es usted',
  intro: 'La cámara mira su rostro unos segundos mientras usted hace lo que pide esta página.',
  'intro.privacy':
    'Su rostro se encuentra en este dispositivo. Se envían al servicio unas pocas imágenes fijas y nada más; no hay grabación.',
  'intro.permission': 'El navegador preguntará si esta página puede usar la cámara: permítalo.',
  'intro.start': 'La cámara se enciende cuando pulsa el botón y se apaga cuando termina el paso.',
  'simulated.intro':
    'Esta es una sesión de prueba: la verificación es simulada. No se usa ninguna cámara ni hace falta un rostro.',
  'simulated.start': 'Simular la verificación',
  start: 'Encender la cámara',
  again: 'Intentar de nuevo',
  resend: 'Enviar de nuevo',
  stop: 'Detener',
  'option.time': 'Quiero más tiempo',
  'option.spoken': 'Leer las indicaciones en voz alta',
  'option.camera': 'Cámara',
  'option.cameraNumber': 'Cámara {n}',

  'stage.asking': 'Permita la cámara en la pregunta que muestra su navegador.',
  'stage.loading': 'Preparando: {percent} %',
  'stage.sending': 'Enviando la imagen {n} de {all}…',
  'stage.checking': 'El servicio está verificando…',
  'stage.progress': 'Paso {n} de {all}',
  'stage.preview': 'Imagen de su cámara',

  'hint.CENTER': 'Mire a la cámara y quédese quieto.',
  'hint.TURN_LEFT': 'Gire la cabeza despacio hacia su izquierda.',
  'hint.TURN_RIGHT': 'Gire la cabeza despacio hacia su derecha.',
  'hint.BLINK': 'Cierre los ojos un momento y vuelva a abrirlos.',
  'hint.SMILE': 'Sonría.',
  'hint.return': 'Bien. Ahora vuelva a mirar al frente.',
  'hint.uncover': 'La cámara está tapada. Destápela.',
  'hint.light': 'Está demasiado oscuro. Gírese hacia una luz o una ventana.',
  'hint.glare': 'Hay demasiada luz. Apártese de ella.',
  'hint.noFace': 'No se ve ningún rostro. Póngase frente a la cámara.',
  'hint.alone': 'Hay varias personas en la imagen. Debe estar usted solo.',
  'hint.closer': 'Acérquese más.',
  'hint.back': 'Aléjese un poco.',
  'hint.centre': 'Ponga el rostro dentro del óvalo.',
  'hint.sharp': 'La imagen está borrosa. Quédese quieto o limpie la lente.',
  'hint.straight': 'Mire directamente a la cámara.',
  'hint.still': 'Quédese quieto un momento.',

  'problem.insecure': 'La cámara solo funciona en páginas abiertas por https.',
  'problem.unsupported': 'Este navegador no deja que las páginas usen la cámara.',
  'problem.inAppBrowser':
    'Esta página está abierta dentro de otra aplicación, que no le da la cámara. Ábrala en su navegador.',
  'problem.policy': 'El sitio que muestra esta página no deja que use la cámara.',
  'problem.noCamera': 'No se encontró ninguna cámara en este dispositivo.',
  'problem.inUse': 'Otro programa está usando la cámara, o esta no se enciende. Cierre el otro programa.',
  'problem.denied': 'La cámara no está permitida para esta página.',
  'problem.dismissed': 'Se cerró la pregunta sobre la cámara. Inténtelo de nuevo y permítala.',
  'problem.unanswered':
    'El navegador aún no ha respondido. Busque su pregunta en el borde de la ventana y permita la cámara.',
  'problem.lost': 'La cámara se detuvo. Quizá se desconectó o la usó una llamada.',
  'problem.webgl':
    'Este navegador no puede dibujar con la tarjeta gráfica (WebGL), necesario para encontrar un rostro. Active la aceleración por hardware o use otro navegador.',
  'problem.wasm':
    'La parte de esta página que encuentra rostros no funciona aquí: este navegador o la política del sitio no permite WebAssembly, o el archivo está dañado.',
  'problem.model': 'La parte de esta página que encuentra rostros está dañada. Avise a quien lleva el sitio.',
  'problem.load': 'La parte de esta página que encuentra rostros no se cargó. Revise su conexión.',
  'problem.broken': 'La parte de esta página que encuentra rostros dejó de funcionar.',
  'problem.timeout': 'No se vio el movimiento a tiempo.',
  'problem.otherMovement': 'Se vio un movimiento distinto del que se pidió.',
  'problem.hidden': 'Esta página dejó de estar a la vista, por eso se apagó la cámara.',
  'problem.unseen': 'Su rostro no se vio lo bastante bien para empezar.',
  'problem.unknownAction': 'El servicio pide algo que esta página no conoce.',
  'problem.notPassed': 'El servicio no aceptó la verificación.',
  'attempts.one': 'Le queda {n} intento.',
  'attempts.other': 'Le quedan {n} intentos.',

  'allow.chromium':
    'Pulse el símbolo de la cámara o de ajustes a la izquierda de la dirección, ponga la cámara en “Permitir” e inténtelo de nuevo.',
  'allow.firefox':
    'Pulse la cámara tachada a la izquierda de la dirección, quite el bloqueo e inténtelo de nuevo.',
  'allow.safari': 'Elija Safari › Ajustes › Sitios web › Cámara, permita este sitio e inténtelo de nuevo.',
  'allow.iosSafari':
    'Pulse “aA” o el símbolo de la página en la barra de direcciones, luego Ajustes del sitio web, permita la cámara e inténtelo de nuevo.',
  'allow.iosOther':
    'Abra los Ajustes del iPhone o iPad, elija este navegador, permita la cámara e inténtelo de nuevo.',
  'allow.android':
    'Pulse el símbolo a la izquierda de la dirección, luego Permisos, permita la cámara e inténtelo de nuevo.',
  'allow.inApp': 'Abra el menú de esta aplicación y elija abrir la página en su navegador.',

  'other.heading': '¿Sin cámara, o prefiere no usarla?',
  'other.device': 'Puede seguir en un teléfono o en otro ordenador que tenga cámara.',
  'other.hosted': 'Otra página hace esta verificación.',
  'other.open': 'Abrir la página',
  'other.nobody':
    'Esta verificación no puede hacerse aquí. Pida otra forma de firmar a quien le envió el enlace.',
  'other.ask': 'Si no es posible, pida otra forma de firmar a quien le envió el enlace.',

  'service.notDone': 'El servicio no ha confirmado la verificación. Inténtelo de nuevo.',
  'service.busy': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
  'service.refused': 'El servicio no aceptó el intento. Inténtelo de nuevo.',
  'service.unknown':
    'No pudimos saber si la verificación se aceptó. Compruébelo antes de hacer cualquier otra cosa.',
};
