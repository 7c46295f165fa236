import type { LaterMessages } from '../../messages.ts';

export const es: LaterMessages = {
  certificate: {
    heading: 'Firme con su certificado digital',
    intro: 'La clave privada y la contraseña no salen de este dispositivo. Solo se envía la firma.',
    'way.label': 'Dónde está su certificado',
    'way.file': 'En un archivo (A1)',
    'way.token': 'En un token, una tarjeta o este ordenador (A3)',

    'file.label': 'Archivo del certificado (.pfx o .p12)',
    'file.choose': 'Elegir archivo',
    'file.drop': 'o suéltelo aquí',
    'file.chosen': 'Elegido: {name}',
    'file.password': 'Contraseña del archivo',
    'file.open': 'Abrir el certificado',
    'file.opening': 'Abriendo…',
    'file.slow': 'Todavía abriendo. Algunos archivos tardan hasta medio minuto.',
    'file.another': 'Elegir otro archivo',

    'error.fileMissing': 'Elija el archivo de su certificado.',
    'error.password':
      'Esta no es la contraseña del archivo. Escríbala de nuevo; las mayúsculas y los acentos cuentan.',
    'error.notPkcs12':
      'Este archivo no es un certificado con su clave. Suele terminar en .pfx o .p12; un .cer o .pem no basta.',
    'error.damaged': 'El archivo está dañado o incompleto. Cópielo de nuevo de donde lo recibió.',
    'error.tooLarge': 'El archivo es demasiado grande para un certificado. Elija el .pfx o .p12 que recibió.',
    'error.tooLong':
      'El archivo está protegido de un modo que tarda demasiado en abrirse aquí. Pida otro a su emisor.',
    'error.noKey':
      'El archivo no tiene clave privada, así que no sirve para firmar. Expórtelo de nuevo con la clave.',
    'error.encryption': 'El archivo está cifrado de un modo que no se abre aquí. Expórtelo de nuevo con AES.',
    'error.key': 'Este navegador no puede firmar con una clave de este tipo.',
    'error.worker':
      'La parte de esta página que abre certificados no se cargó. Compruebe su conexión e inténtelo de nuevo. Si no funciona, avise a quien le envió el enlace.',
    'error.other': 'No se pudo usar el certificado. Inténtelo de nuevo o elija otro.',
    'error.cancelled': 'Usted canceló. No se firmó nada.',
    'error.device': 'El certificado no está disponible. Conecte el token o la tarjeta e inténtelo de nuevo.',
    'error.licence':
      'Este sitio no tiene licencia para el puente con su token. Avise a quien administra el sitio.',
    'error.signature': 'La firma no corresponde al certificado. No se envió nada.',

    'bridge.starting': 'Buscando sus certificados…',
    'bridge.missing':
      'Para usar un token o una tarjeta, instale el componente que lo conecta con esta página.',
    'bridge.outdated':
      'El componente que conecta su token con esta página es demasiado antiguo. Actualícelo.',
    'bridge.unsupported':
      'Los tokens y las tarjetas no se pueden usar en este navegador. Pruebe Chrome, Edge o Firefox en un ordenador.',
    'bridge.install': 'Ir a la instalación',
    'bridge.again': 'Buscar de nuevo',
    'bridge.none': 'No se encontró ningún certificado. Conecte el token o la tarjeta y busque de nuevo.',

    'list.label': 'Certificados',
    'facts.holder': 'Titular',
    'facts.responsible': 'Responsable',
    'facts.issuer': 'Emitido por',
    'facts.validity': 'Validez',
    'facts.from': '{from} a {to}',
    'facts.type': 'Tipo',
    'facts.match': 'coincide con el firmante',

    'problem.otherHolder':
      'Este certificado no es del firmante: el CPF o el CNPJ es otro. Elija otro certificado.',
    'problem.noNumber':
      'Este certificado no tiene CPF ni CNPJ y no se puede comparar con el firmante. Elija otro.',
    'problem.expired': 'Este certificado ha caducado. Elija uno que sea válido.',
    'problem.notYetValid': 'Este certificado aún no es válido. Elija otro.',
    'problem.notForSigning': 'Este certificado no sirve para firmar. Elija otro.',
    'problem.weakKey':
      'La clave de este certificado es demasiado corta para firmar con seguridad. Elija otro.',
    'problem.unsupportedKey':
      'Las claves de este tipo no se pueden usar para firmar aquí. Elija otro certificado.',
    'caution.notIcpBrasil': 'Este certificado no dice ser de la ICP-Brasil. El servicio puede rechazarlo.',
    'caution.expiresSoon': 'Este certificado caduca pronto.',
    'caution.numberFromName': 'El CPF o el CNPJ consta solo en el nombre de este certificado.',
    'caution.incompleteChain':
      'Los certificados de sus emisores no están incluidos. El servicio debe conocerlos.',
    'caution.weakSignature':
      'Este certificado se firmó con un algoritmo antiguo. El servicio puede rechazarlo.',

    submit: 'Firmar',
    submitting: 'Firmando…',
    slow: 'Todavía en curso. No cierre esta página.',

    'unsafe.changed':
      'Lo que el servicio quiere que se firme no es solo el documento que usted vio. No se firmó nada. Avise a quien le envió el enlace.',
    'unsafe.unchecked':
      'El servicio no muestra qué se firmaría exactamente, así que esta página no lo firma. No se firmó nada.',
    'unsafe.unsupported': 'Este certificado no puede firmar lo que este servicio envía. No se firmó nada.',

    'rejected.untrusted':
      'El servicio no conoce a quien emitió este certificado y por eso no lo acepta. No se firmó nada. Elija otro.',
    'rejected.revoked': 'Este certificado fue revocado por quien lo emitió. No se firmó nada. Elija otro.',
    'rejected.statusUnknown':
      'No fue posible consultar el estado de su certificado ante la autoridad que lo emitió. No se firmó nada. Use otro certificado o inténtelo más tarde.',
    'rejected.signature':
      'El servicio no pudo confirmar la firma, así que no se firmó nada. Inténtelo de nuevo.',

    'problem.notDone':
      'El servicio no ha confirmado su firma y, hasta ahora, no hay nada firmado. Inténtelo de nuevo.',
    'problem.busy':
      'El servicio está ocupado y, hasta ahora, no hay nada firmado. Inténtelo de nuevo en un momento.',
    'problem.refused': 'El servicio no aceptó este certificado. No se firmó nada. Elija otro.',
    'problem.unknown':
      'No pudimos saber si su firma se completó. Compruébelo de nuevo antes de hacer otra cosa.',
  },
  decline: {
    'heading.document': '¿Rechazar la firma?',
    'heading.action': '¿Rechazar la confirmación?',
    'intro.document':
      'La sesión termina y no se puede volver a abrir. El motivo se comunica a quien solicitó su firma.',
    'intro.action':
      'La sesión termina y no se puede volver a abrir. El motivo se comunica a quien solicitó la confirmación.',
    reason: 'Motivo (opcional)',
    submit: 'Rechazar',
    submitting: 'Rechazando…',
    keep: 'Volver sin rechazar',
    tooLong: 'Reduzca el motivo a {max} caracteres.',
  },
  documentPhoto: {
    heading: 'Foto de su documento de identidad',
    intro: 'Tome una foto del lado que tiene su retrato, o elija una de este dispositivo.',
    'intro.privacy': 'La foto se envía al servicio para compararla con usted y no se guarda en esta página.',
    type: '¿Qué documento es?',
    'type.RG': 'Documento de identidad (RG)',
    'type.CNH': 'Permiso de conducir (CNH)',
    'type.CTPS': 'Libreta de trabajo (CTPS)',
    'type.PASSPORT': 'Pasaporte',
    'type.OTHER': 'Otro documento con foto',
    camera: 'Usar la cámara',
    'camera.front': 'Usar la cámara frontal',
    'camera.rear': 'Usar la cámara trasera',
    file: 'Elegir una foto',
    take: 'Tomar la foto',
    stop: 'Apagar la cámara',
    opening: 'El navegador pregunta si esta página puede usar la cámara.',
    preview: 'Imagen de la cámara',
    photo: 'Su foto',
    place: 'Ponga el documento dentro del marco.',
    submit: 'Enviar la foto',
    submitting: 'Enviando…',
    again: 'Tomar otra',
    'flaw.dark': 'La foto está oscura. Busque más luz.',
    'flaw.bright': 'La foto está demasiado clara. Evite el reflejo.',
    'flaw.blurred': 'La foto está movida. Sostenga firme o limpie la lente.',
    'problem.small': 'Esta imagen es demasiado pequeña para leerla. Elija una más grande.',
    'problem.unreadable':
      'Este archivo no es una imagen que este navegador pueda abrir. Elija un JPEG o PNG.',
    'problem.camera': 'La cámara no se puede usar aquí. Elija una foto de este dispositivo.',
    'problem.denied':
      'La cámara no está permitida para esta página. Permítala junto a la dirección, o elija una foto.',
    'problem.lost': 'La cámara se apagó. Enciéndala de nuevo, o elija una foto.',
    'problem.mismatch':
      'No se reconoció a la persona del documento. Compruebe que es el suyo y que se lee bien.',
    'attempts.one': 'Le queda {n} intento.',
    'attempts.other': 'Le quedan {n} intentos.',
    'service.notDone': 'El servicio no confirmó la foto. Inténtelo de nuevo.',
    'service.busy': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
    'service.refused': 'El servicio no aceptó la foto. Tome otra.',
    'service.unknown':
      'No pudimos saber si la foto fue aceptada. Compruébelo de nuevo antes de hacer otra cosa.',
  },
  attemptsExhausted: {
    heading: 'No quedan intentos',
    'text.document':
      'Este paso se intentó demasiadas veces y no se firmó nada. Pida un enlace nuevo a quien se lo envió.',
    'text.action':
      'Este paso se intentó demasiadas veces y no se confirmó nada. Pida un enlace nuevo a quien se lo envió.',
    'text.otp': 'El código se escribió mal demasiadas veces.',
    decline: 'Terminar esta sesión',
  },
  handover: {
    phone: 'Continuar en el teléfono',
    page: 'Continuar en la página de firma',
    preparing: 'Preparando…',
    scan: 'Escanee este código con la cámara del teléfono o abra el enlace allí.',
    until: 'Funciona una sola vez, hasta las {time}.',
    qr: 'Código QR que abre esta sesión en su teléfono',
    open: 'Abrir la página de firma',
    waits: 'Esta página continúa sola cuando termine allí.',
    over: 'Este enlace ya se usó o es demasiado antiguo.',
    again: 'Crear otro enlace',
    failed: 'No se pudo crear el enlace. Compruebe su conexión e inténtelo de nuevo.',
  },
  hostedStep: {
    heading: 'Un paso más en otra página',
    text: 'El siguiente paso se puede hacer en la página de firma del servicio.',
    textNoLink: 'El siguiente paso no se puede hacer aquí. Pida otra manera a quien le envió el enlace.',
  },
  liveness: {
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

    'phase.asking': 'Permita la cámara en la pregunta que muestra su navegador.',
    'phase.loading': 'Preparando: {percent} %',
    'phase.sending': 'Enviando la imagen {n} de {all}…',
    'phase.checking': 'El servicio está verificando…',
    'phase.progress': 'Paso {n} de {all}',
    'phase.preview': 'Imagen de su cámara',

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
    'problem.model':
      'La parte de esta página que encuentra rostros está dañada. Avise a quien lleva el sitio.',
    'problem.assets':
      'Esta página no está bien configurada: falta la parte que encuentra rostros. Avise a quien le envió el enlace.',
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
  },
  otp: {
    'choose.heading': '¿Adónde enviamos el código?',
    'choose.text': 'Para continuar, necesita un código de 6 dígitos. Sirve una vez, durante 5 minutos.',
    'choose.email': 'Por correo electrónico',
    'choose.sms': 'Por SMS',
    'choose.other': 'Enviar',
    'choose.send': 'Enviar el código',
    'choose.sending': 'Enviando…',
    'choose.smsWeaker': 'El SMS es menos seguro que el correo: quien tenga su número podría recibirlo.',
    'enter.heading': 'Escriba el código de 6 dígitos',
    'enter.email': 'Enviamos un correo a {destination}.',
    'enter.sms': 'Enviamos un SMS a {destination}.',
    'enter.other': 'Le enviamos un código.',
    'sending.email': 'Estamos enviando un correo a {destination}.',
    'sending.sms': 'Estamos enviando un SMS a {destination}.',
    'sending.other': 'Le estamos enviando un código.',
    'undelivered.email': 'El correo a {destination} no se pudo entregar.',
    'undelivered.sms': 'El SMS a {destination} no se pudo entregar.',
    'undelivered.other': 'El código no se pudo entregar.',
    'undelivered.next': 'Pida un código nuevo. Si tampoco llega, avise a quien le envió el enlace.',
    'enter.label': 'Código',
    'enter.hint': '6 dígitos',
    'enter.sandbox': 'Sesión de prueba: el código es {code}.',
    'enter.submit': 'Confirmar',
    'enter.submitting': 'Comprobando…',
    'enter.slow': 'Todavía se está comprobando. Su respuesta está en camino; lo que escribió sigue aquí.',
    'resend.again': 'Enviar un código nuevo',
    'resend.wait': 'Código nuevo en {time}',
    'resend.ready': 'Ya puede pedir un código nuevo.',
    'resend.email': 'Recibirlo por correo',
    'resend.sms': 'Recibirlo por SMS',
    'resend.sending': 'Enviando un código nuevo…',
    'resend.sent': 'Un código nuevo está en camino. Solo sirve el más reciente.',
    'error.missing': 'Escriba el código que recibió.',
    'error.length': 'El código tiene 6 dígitos. Escribió {n}.',
    'error.wrong': 'El código no coincide. Compruébelo e inténtelo de nuevo.',
    'error.wrongLeft.one': 'El código no coincide. Le queda {n} intento con él.',
    'error.wrongLeft.other': 'El código no coincide. Le quedan {n} intentos con él.',
    'error.expired': 'Este código venció. Pida uno nuevo.',
    'error.dead': 'Este código se escribió mal demasiadas veces y ya no sirve. Pida uno nuevo.',
    'error.unsent': 'El código aún no se pudo enviar. Pídalo en un momento.',
    'problem.notDone': 'El servicio no lo confirmó. Lo que escribió sigue aquí. Inténtelo de nuevo.',
    'problem.busy': 'El servicio está ocupado. Lo que escribió sigue aquí. Inténtelo de nuevo en un momento.',
    'problem.tooMany': 'Demasiadas solicitudes en poco tiempo. Espere un momento e inténtelo de nuevo.',
    'problem.tooManyUntil': 'Se pidieron demasiados códigos. Puede pedir otro a las {time}.',
    'problem.refused': 'El servicio no lo aceptó. Inténtelo de nuevo o hable con quien envió el enlace.',
    'problem.exhausted': 'No quedan intentos para este paso.',
    'problem.unknown': 'No pudimos saber si el código fue aceptado. Lo que escribió sigue aquí.',
  },
  location: {
    share: 'Indicar dónde estoy (opcional)',
    why: 'El lugar se guarda con las pruebas de su firma. Puede continuar sin indicarlo.',
    asked: 'Consultando su dispositivo…',
    known: 'Su ubicación va junto con su respuesta.',
    unknown: 'Su dispositivo no indica dónde está. Puede continuar sin ello.',
  },
  disclosure: {
    heading: 'Para qué se usan sus datos',
    intro: 'Lea esto antes de continuar.',
    submit: 'Lo he leído',
    submitting: 'Un momento…',
    'problem.notDone': 'El servicio no lo confirmó. Inténtelo de nuevo.',
    'problem.busy': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
    'problem.refused':
      'El servicio no lo aceptó. El aviso puede haber cambiado: léalo de nuevo e inténtelo otra vez.',
    'problem.unknown': 'No pudimos saber si esto quedó registrado.',
  },
  waiting: {
    heading: 'Un momento',
    'heading.person': 'Todavía no es su turno',
    person: '{company} solicitó su firma. Otra persona firma antes que usted.',
    personNoCompany: 'Quien envió el enlace solicitó su firma. Otra persona firma antes que usted.',
    told: 'Puede cerrar esta página. Le avisaremos a {email} cuando sea su turno.',
    returnLater: 'Puede cerrar esta página y volver más tarde con el mismo enlace.',
    'finishing.document': 'Estamos completando su firma. Esto toma unos segundos.',
    'finishing.action': 'Estamos completando su confirmación. Esto toma unos segundos.',
    check: 'Estamos verificando lo que envió. Esto toma unos segundos.',
    'check.face': 'Estamos comparando su rostro. Esto toma unos segundos.',
    'check.government': 'Estamos verificando sus datos en la base del gobierno. Esto toma unos segundos.',
    slow: 'Está tardando más de lo normal. Puede esperar o volver más tarde con el mismo enlace.',
    signatures: 'Firmaron {done} de {all} personas.',
  },
};
