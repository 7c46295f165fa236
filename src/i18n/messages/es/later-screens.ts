import type { LaterMessages } from '../../messages.ts';

export const es: LaterMessages = {
  certificate: {
    heading: 'Firme con su certificado digital',
    intro: 'La clave privada y la contraseña se quedan en este dispositivo. Solo se envía la firma.',
    'way.label': 'Dónde está su certificado',
    'way.file': 'En un archivo (A1)',
    'way.token': 'En un token, una tarjeta o esta computadora (A3)',

    'file.label': 'Archivo del certificado (.pfx o .p12)',
    'file.choose': 'Elegir archivo',
    'file.drop': 'o suelte el archivo aquí',
    'file.chosen': 'Elegido: {name}',
    'file.password': 'Contraseña del archivo',
    'file.open': 'Abrir el certificado',
    'file.opening': 'Abriendo…',
    'file.slow': 'El archivo todavía se está abriendo. Algunos tardan hasta medio minuto.',
    'file.another': 'Elegir otro archivo',

    'error.fileMissing': 'Elija el archivo de su certificado.',
    'error.password': 'Contraseña incorrecta. Escríbala de nuevo, respetando mayúsculas y acentos.',
    'error.notPkcs12':
      'Este archivo no contiene un certificado con su clave privada. Elija un archivo .pfx o .p12; un .cer o .pem no basta.',
    'error.damaged': 'El archivo está dañado o incompleto. Haga otra copia del archivo original.',
    'error.tooLarge':
      'El archivo es demasiado grande para ser un certificado. Elija el .pfx o .p12 que recibió.',
    'error.tooLong':
      'La protección de este archivo tarda demasiado en abrirse aquí. Pida otro archivo a quien emitió el certificado.',
    'error.noKey':
      'Este archivo no tiene la clave privada, por eso no sirve para firmar. Exporte el certificado de nuevo, con la clave.',
    'error.encryption':
      'Este archivo usa un cifrado que no se acepta aquí. Exporte el certificado de nuevo con AES.',
    'error.key': 'Este navegador no puede firmar con este tipo de clave.',
    'error.worker':
      'El lector de certificados no se cargó. Revise su conexión e inténtelo de nuevo. Si no funciona, avise a quien le envió el enlace.',
    'error.other': 'No se pudo usar el certificado. Inténtelo de nuevo o elija otro.',
    'error.cancelled': 'Usted canceló. No se firmó nada.',
    'error.device': 'El certificado no está disponible. Conecte el token o la tarjeta e inténtelo de nuevo.',
    'error.licence':
      'Este sitio no tiene licencia para usar el componente del token. Avise a quien administra el sitio.',
    'error.signature': 'La firma no corresponde al certificado. No se envió nada.',

    'bridge.starting': 'Buscando sus certificados…',
    'bridge.missing':
      'Para usar un token o una tarjeta, instale el componente que los conecta con esta página.',
    'bridge.outdated':
      'El componente que conecta el token con esta página está desactualizado. Instale la versión actual.',
    'bridge.unsupported':
      'Este navegador no permite usar tokens ni tarjetas. Pruebe Chrome, Edge o Firefox en una computadora.',
    'bridge.install': 'Ir a la página de instalación',
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
      'Este certificado está a nombre de otro CPF o CNPJ. Elija el certificado del firmante.',
    'problem.noNumber':
      'Este certificado no indica CPF ni CNPJ, por eso no se puede comparar con el firmante. Elija otro.',
    'problem.expired': 'Este certificado venció. Elija uno que sea válido.',
    'problem.notYetValid': 'Este certificado aún no es válido. Elija otro.',
    'problem.notForSigning': 'Este certificado no sirve para firmar. Elija otro.',
    'problem.weakKey':
      'La clave de este certificado es demasiado corta para firmar con seguridad. Elija otro.',
    'problem.unsupportedKey': 'Este tipo de clave no se puede usar para firmar aquí. Elija otro certificado.',
    'caution.notIcpBrasil':
      'Este certificado no parece ser de ICP-Brasil. Es posible que el servicio no lo acepte.',
    'caution.expiresSoon': 'Este certificado vence pronto.',
    'caution.numberFromName': 'El CPF o CNPJ de este certificado aparece solo en el nombre del titular.',
    'caution.incompleteChain':
      'Faltan los certificados de las autoridades emisoras. Es posible que el servicio no acepte este certificado.',
    'caution.weakSignature':
      'Este certificado se emitió con un algoritmo antiguo. Es posible que el servicio no lo acepte.',

    submit: 'Firmar',
    submitting: 'Firmando…',
    slow: 'La firma todavía está en curso. No cierre esta página.',

    'unsafe.changed':
      'El servicio pidió firmar algo distinto del documento que usted vio. No se firmó nada. Avise a quien le envió el enlace.',
    'unsafe.unchecked':
      'El servicio no indicó qué se firmaría exactamente, por eso se bloqueó la firma. No se firmó nada.',
    'unsafe.unsupported':
      'Este certificado no es compatible con el formato de firma de este servicio. No se firmó nada.',

    'rejected.untrusted':
      'El servicio no reconoce a la autoridad que emitió este certificado. No se firmó nada. Elija otro.',
    'rejected.revoked': 'La autoridad que emitió este certificado lo revocó. No se firmó nada. Elija otro.',
    'rejected.statusUnknown':
      'No se pudo consultar el estado de su certificado ante la autoridad que lo emitió. No se firmó nada. Use otro certificado o inténtelo más tarde.',
    'rejected.signature': 'El servicio no pudo verificar la firma. No se firmó nada. Inténtelo de nuevo.',

    'problem.notDone':
      'El servicio aún no confirmó su firma. Hasta ahora no se firmó nada. Inténtelo de nuevo.',
    'problem.busy':
      'El servicio está ocupado. Hasta ahora no se firmó nada. Inténtelo de nuevo en un momento.',
    'problem.refused': 'El servicio no aceptó este certificado. No se firmó nada. Elija otro.',
    'problem.unknown': 'No pudimos saber si su firma se completó. Verifique de nuevo antes de continuar.',
  },
  decline: {
    'heading.document': '¿Rechazar la firma?',
    'heading.action': '¿Rechazar la confirmación?',
    'intro.document':
      'La sesión terminará y no se podrá volver a abrir. Quien le envió el enlace recibirá el motivo.',
    'intro.action':
      'La sesión terminará y no se podrá volver a abrir. Quien le envió el enlace recibirá el motivo.',
    reason: 'Motivo (opcional)',
    submit: 'Rechazar',
    submitting: 'Rechazando…',
    keep: 'Volver sin rechazar',
    tooLong: 'Reduzca el motivo a {max} caracteres como máximo.',
  },
  documentPhoto: {
    heading: 'Foto de su documento de identidad',
    intro: 'Tome una foto del lado que tiene su retrato o elija una de este dispositivo.',
    'intro.privacy':
      'La foto se envía al servicio para compararla con su rostro. No se guarda en esta página.',
    type: '¿Qué documento es?',
    'type.RG': 'Documento de identidad (RG)',
    'type.CNH': 'Licencia de conducir (CNH)',
    'type.CTPS': 'Cartera de trabajo (CTPS)',
    'type.PASSPORT': 'Pasaporte',
    'type.OTHER': 'Otro documento con foto',
    camera: 'Usar la cámara',
    'camera.front': 'Usar la cámara frontal',
    'camera.rear': 'Usar la cámara trasera',
    file: 'Elegir una foto',
    take: 'Tomar la foto',
    stop: 'Apagar la cámara',
    opening: 'Elija “Permitir” en el aviso del navegador.',
    preview: 'Imagen de la cámara',
    photo: 'Su foto',
    place: 'Coloque el documento dentro del marco.',
    submit: 'Enviar la foto',
    submitting: 'Enviando…',
    again: 'Tomar otra foto',
    'flaw.dark': 'La foto está oscura. Busque más luz.',
    'flaw.bright': 'La foto está demasiado clara. Evite los reflejos.',
    'flaw.blurred': 'La foto está movida. Sostenga el dispositivo con firmeza o limpie la lente.',
    'problem.small': 'Esta foto es demasiado pequeña para leerla. Elija una más grande.',
    'problem.unreadable': 'Este navegador no puede abrir este archivo como imagen. Elija un JPEG o PNG.',
    'problem.camera': 'No se puede usar la cámara aquí. Elija una foto de este dispositivo.',
    'problem.denied':
      'La cámara está bloqueada para esta página. Permita el acceso junto a la dirección o elija una foto.',
    'problem.lost': 'La cámara se apagó. Enciéndala de nuevo o elija una foto.',
    'problem.mismatch':
      'El rostro del documento no coincide con el suyo. Revise que el documento sea suyo y que la foto sea nítida.',
    'attempts.one': 'Le queda {n} intento.',
    'attempts.other': 'Le quedan {n} intentos.',
    'service.notDone': 'El servicio no confirmó la foto. Inténtelo de nuevo.',
    'service.busy': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
    'service.refused': 'El servicio no aceptó la foto. Tome otra.',
    'service.unknown': 'No pudimos saber si la foto se aceptó. Verifique de nuevo antes de continuar.',
  },
  attemptsExhausted: {
    heading: 'No quedan intentos',
    'text.document':
      'Usó todos los intentos de este paso. No se firmó nada. Comuníquese con quien le envió el enlace.',
    'text.action':
      'Usó todos los intentos de este paso. No se confirmó nada. Comuníquese con quien le envió el enlace.',
    'text.otp': 'El código se escribió incorrectamente demasiadas veces.',
    decline: 'Terminar esta sesión',
  },
  handover: {
    phone: 'Continuar en el teléfono',
    page: 'Continuar en la página del servicio',
    preparing: 'Preparando…',
    scan: 'Escanee este código con la cámara del teléfono o abra el enlace en el teléfono.',
    until: 'Funciona una sola vez, hasta las {time}.',
    qr: 'Código QR que abre esta sesión en su teléfono',
    open: 'Abrir la página del servicio',
    waits: 'Esta página continuará automáticamente cuando termine allí.',
    over: 'Este enlace ya se usó o venció.',
    again: 'Crear otro enlace',
    failed: 'No se pudo crear el enlace. Revise su conexión e inténtelo de nuevo.',
  },
  hostedStep: {
    heading: 'Un paso más en otra página',
    text: 'El siguiente paso se puede hacer en la página del servicio.',
    textNoLink: 'El siguiente paso no se puede hacer aquí. Comuníquese con quien le envió el enlace.',
  },
  liveness: {
    heading: 'Confirme que es usted',
    intro: 'Mire a la cámara y siga las instrucciones en pantalla. Toma unos segundos.',
    'intro.privacy':
      'La detección del rostro se hace en este dispositivo. Solo se envían algunas fotos para la verificación; no se graba ningún video.',
    'intro.permission': 'El navegador pedirá acceso a la cámara. Elija “Permitir”.',
    'intro.start': 'La cámara se enciende cuando toca el botón y se apaga al terminar el paso.',
    'simulated.intro': 'En esta sesión de prueba, la verificación es simulada. No se usa ninguna cámara.',
    'simulated.start': 'Simular la verificación',
    start: 'Encender la cámara',
    again: 'Intentar de nuevo',
    resend: 'Enviar de nuevo',
    stop: 'Detener',
    'option.time': 'Quiero más tiempo',
    'option.spoken': 'Leer las instrucciones en voz alta',
    'option.camera': 'Cámara',
    'option.cameraNumber': 'Cámara {n}',

    'phase.asking': 'Elija “Permitir” en el aviso del navegador.',
    'phase.loading': 'Preparando: {percent} %',
    'phase.sending': 'Enviando la foto {n} de {all}…',
    'phase.checking': 'El servicio está verificando las fotos…',
    'phase.progress': 'Instrucción {n} de {all}',
    'phase.preview': 'Imagen de su cámara',

    'hint.CENTER': 'Mire a la cámara y no se mueva.',
    'hint.TURN_LEFT': 'Gire la cabeza despacio hacia su izquierda.',
    'hint.TURN_RIGHT': 'Gire la cabeza despacio hacia su derecha.',
    'hint.BLINK': 'Cierre los ojos un momento y vuelva a abrirlos.',
    'hint.SMILE': 'Sonría.',
    'hint.return': 'Bien. Ahora vuelva a mirar al frente.',
    'hint.uncover': 'La cámara está tapada. Retire lo que está delante.',
    'hint.light': 'Está demasiado oscuro. Póngase de frente a una luz o una ventana.',
    'hint.glare': 'Hay demasiada luz. Salga de la luz directa.',
    'hint.noFace': 'No se ve ningún rostro. Póngase frente a la cámara.',
    'hint.alone': 'Hay más de una persona en la imagen. Solo debe aparecer usted.',
    'hint.closer': 'Acérquese más.',
    'hint.back': 'Aléjese un poco.',
    'hint.centre': 'Coloque el rostro dentro del óvalo.',
    'hint.sharp': 'La imagen está borrosa. No se mueva o limpie la lente.',
    'hint.straight': 'Mire directamente a la cámara.',
    'hint.still': 'No se mueva por un momento.',

    'problem.insecure': 'La cámara solo funciona en páginas con dirección https.',
    'problem.unsupported': 'Este navegador no permite que las páginas usen la cámara.',
    'problem.inAppBrowser':
      'Esta página está abierta dentro de otra aplicación, que bloquea la cámara. Ábrala en su navegador.',
    'problem.policy': 'El sitio que muestra esta página no permite el uso de la cámara.',
    'problem.noCamera': 'No se encontró ninguna cámara en este dispositivo.',
    'problem.inUse': 'La cámara no se encendió. Cierre otros programas que puedan estar usándola.',
    'problem.denied': 'La cámara está bloqueada para esta página.',
    'problem.dismissed': 'Se cerró el aviso de la cámara. Inténtelo de nuevo y elija “Permitir”.',
    'problem.unanswered':
      'El navegador aún espera su permiso. Busque el aviso en el borde de la ventana y elija “Permitir”.',
    'problem.lost': 'La cámara se detuvo. Es posible que se desconectara o que la usara una llamada.',
    'problem.webgl':
      'La aceleración por hardware (WebGL) está desactivada en este navegador. Actívela o use otro navegador.',
    'problem.wasm':
      'La detección del rostro no funciona aquí. El navegador o el sitio no permite WebAssembly, o el archivo está dañado.',
    'problem.model': 'El archivo de detección del rostro está dañado. Avise a quien administra el sitio.',
    'problem.assets':
      'Esta página no está bien configurada: falta la detección del rostro. Avise a quien le envió el enlace.',
    'problem.load': 'La detección del rostro no se cargó. Revise su conexión.',
    'problem.broken': 'La detección del rostro dejó de funcionar.',
    'problem.timeout': 'El tiempo terminó antes de reconocer el movimiento.',
    'problem.otherMovement': 'El movimiento fue distinto del solicitado. Siga las instrucciones en pantalla.',
    'problem.hidden': 'La cámara se apagó porque usted salió de esta página.',
    'problem.unseen': 'No pudimos ver su rostro lo suficientemente bien para empezar.',
    'problem.unknownAction': 'El servicio pidió un movimiento que esta página no conoce.',
    'problem.notPassed':
      'No pudimos confirmar que es usted. Busque un lugar iluminado, quítese los lentes o la gorra e inténtelo de nuevo.',
    'attempts.one': 'Le queda {n} intento.',
    'attempts.other': 'Le quedan {n} intentos.',

    'allow.chromium':
      'Haga clic en el ícono de la cámara o de configuración, a la izquierda de la dirección. Permita la cámara e inténtelo de nuevo.',
    'allow.firefox':
      'Haga clic en la cámara tachada, a la izquierda de la dirección. Quite el bloqueo e inténtelo de nuevo.',
    'allow.safari':
      'Abra Safari › Configuración › Sitios web › Cámara, permita este sitio e inténtelo de nuevo.',
    'allow.iosSafari':
      'Toque “aA” o el ícono de la página, en la barra de direcciones. Abra Configuración del sitio web, permita la cámara e inténtelo de nuevo.',
    'allow.iosOther':
      'Abra Configuración en el iPhone o iPad y elija este navegador. Permita la cámara e inténtelo de nuevo.',
    'allow.android':
      'Toque el ícono a la izquierda de la dirección y luego Permisos. Permita la cámara e inténtelo de nuevo.',
    'allow.inApp': 'En el menú de esta aplicación, elija abrir la página en su navegador.',

    'other.heading': '¿No tiene cámara o prefiere no usarla?',
    'other.device': 'Puede continuar en un teléfono o en otra computadora con cámara.',
    'other.hosted': 'Esta verificación se hace en otra página.',
    'other.open': 'Abrir la página',
    'other.nobody': 'Esta verificación no se puede hacer aquí. Pida otra opción a quien le envió el enlace.',
    'other.ask': 'Si no es posible, pida otra opción a quien le envió el enlace.',

    'service.notDone': 'El servicio no confirmó la verificación. Inténtelo de nuevo.',
    'service.busy': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
    'service.refused': 'El servicio no aceptó el intento. Inténtelo de nuevo.',
    'service.unknown':
      'No pudimos saber si la verificación se aceptó. Verifique de nuevo antes de continuar.',
  },
  otp: {
    'choose.heading': '¿Dónde quiere recibir el código?',
    'choose.text':
      'Para continuar, necesita un código de 6 dígitos. Funciona una sola vez y vale por 5 minutos.',
    'choose.email': 'Por correo electrónico',
    'choose.sms': 'Por SMS',
    'choose.other': 'Enviar',
    'choose.send': 'Enviar el código',
    'choose.sending': 'Enviando…',
    'choose.smsWeaker': 'El SMS es menos seguro que el correo: quien tenga su número podría leer el código.',
    'enter.heading': 'Escriba el código de 6 dígitos',
    'enter.email': 'Enviamos un correo a {destination}.',
    'enter.sms': 'Enviamos un SMS a {destination}.',
    'enter.other': 'Le enviamos un código.',
    'sending.email': 'Estamos enviando un correo a {destination}.',
    'sending.sms': 'Estamos enviando un SMS a {destination}.',
    'sending.other': 'Le estamos enviando un código.',
    'undelivered.email': 'No se pudo entregar el correo a {destination}.',
    'undelivered.sms': 'No se pudo entregar el SMS a {destination}.',
    'undelivered.other': 'No se pudo entregar el código.',
    'undelivered.next': 'Pida un código nuevo. Si tampoco llega, comuníquese con quien le envió el enlace.',
    'enter.label': 'Código',
    'enter.hint': '6 dígitos',
    'enter.sandbox': 'Sesión de prueba: el código es {code}.',
    'enter.submit': 'Confirmar',
    'enter.submitting': 'Verificando…',
    'enter.slow': 'Todavía estamos verificando. Lo que escribió sigue aquí.',
    'resend.again': 'Enviar un código nuevo',
    'resend.wait': 'Código nuevo en {time}',
    'resend.ready': 'Ya puede pedir un código nuevo.',
    'resend.email': 'Recibirlo por correo',
    'resend.sms': 'Recibirlo por SMS',
    'resend.sending': 'Enviando un código nuevo…',
    'resend.sent': 'Un código nuevo está en camino. Solo sirve el más reciente.',
    'error.missing': 'Escriba el código que recibió.',
    'error.length': 'El código tiene 6 dígitos. Escribió {n}.',
    'error.wrong': 'El código no coincide. Revíselo e inténtelo de nuevo.',
    'error.wrongLeft.one': 'El código no coincide. Le queda {n} intento con él.',
    'error.wrongLeft.other': 'El código no coincide. Le quedan {n} intentos con él.',
    'error.expired': 'Este código venció. Pida uno nuevo.',
    'error.dead': 'Este código se bloqueó después de 3 intentos. Pida uno nuevo.',
    'error.unsent': 'El código aún no se envió. Pídalo de nuevo en un momento.',
    'problem.notDone':
      'El servicio no confirmó su solicitud. Lo que escribió sigue aquí. Inténtelo de nuevo.',
    'problem.busy': 'El servicio está ocupado. Lo que escribió sigue aquí. Inténtelo de nuevo en un momento.',
    'problem.tooMany': 'Demasiadas solicitudes en poco tiempo. Espere un momento e inténtelo de nuevo.',
    'problem.tooManyUntil': 'Se pidieron demasiados códigos. Puede pedir otro a las {time}.',
    'problem.refused':
      'El servicio no aceptó su solicitud. Inténtelo de nuevo o comuníquese con quien le envió el enlace.',
    'problem.exhausted': 'Usó todos los intentos de este paso.',
    'problem.unknown': 'No pudimos saber si el código se aceptó. Lo que escribió sigue aquí.',
  },
  location: {
    share: 'Compartir mi ubicación (opcional)',
    why: 'Su ubicación se guarda con las evidencias de esta sesión. Puede continuar sin compartirla.',
    asked: 'Obteniendo su ubicación…',
    known: 'Su ubicación se enviará con su respuesta.',
    unknown: 'Su dispositivo no indicó la ubicación. Puede continuar sin compartirla.',
  },
  disclosure: {
    heading: 'Para qué se usan sus datos',
    intro: 'Lea este aviso antes de continuar.',
    submit: 'Leí este aviso',
    submitting: 'Un momento…',
    'problem.notDone': 'El servicio no confirmó su respuesta. Inténtelo de nuevo.',
    'problem.busy': 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
    'problem.refused':
      'El servicio no aceptó su respuesta. El aviso puede haber cambiado: léalo de nuevo e inténtelo otra vez.',
    'problem.unknown': 'No pudimos saber si su respuesta quedó registrada.',
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
