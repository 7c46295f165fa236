import type { Messages } from '../../messages.ts';

export const es: Messages = {
  'frame.label': 'Sesión de firma',
  'frame.step': 'Paso {step} de {steps}',
  'frame.stepShort': '{step}/{steps}',
  'frame.protected': 'Sesión protegida',
  'frame.ended': 'Sesión terminada',
  'frame.expiresAt': 'vence a las {time}',
  'frame.expiresOn': 'vence el {date}',
  'frame.expiresSoon.one': 'Esta sesión vence en {n} minuto.',
  'frame.expiresSoon.other': 'Esta sesión vence en {n} minutos.',
  'frame.sandbox': 'Sesión de prueba, sin validez legal.',
  'frame.hashVerified': 'SHA-256 comprobado',
  'frame.hashUnverified': 'SHA-256',

  'loading.heading': 'Abriendo su sesión',
  'loading.slow':
    'Está tardando más de lo normal. Su conexión puede ser lenta. Puede esperar o intentarlo de nuevo.',

  'action.retry': 'Intentar de nuevo',
  'action.reload': 'Comprobar de nuevo',
  'action.back': 'Volver',

  'accept.heading.document': 'Revise y firme el documento',
  'accept.heading.action': 'Revise y confirme',
  'accept.intro.document': '{company} solicita su firma en este documento.',
  'accept.intro.action': '{company} le pide que confirme esta acción.',
  'accept.intro.documentNoCompany': 'Se solicita su firma en este documento.',
  'accept.intro.actionNoCompany': 'Se le pide que confirme esta acción.',
  'accept.document': 'Documento',
  'accept.action': 'Acción',
  'accept.reference': 'Referencia',
  'accept.signingAs': 'Firma como',
  'accept.confirmingAs': 'Confirma como',
  'accept.next': 'Después de este paso',
  'accept.pages.one': '{n} página',
  'accept.pages.other': '{n} páginas',
  'accept.consent.document': 'Leí {document} y acepto firmarlo como {signer}.',
  'accept.consent.documentNoName': 'Leí {document} y acepto firmarlo electrónicamente.',
  'accept.consent.action': 'He leído la descripción anterior y la confirmo.',
  'accept.submit': 'Aceptar y firmar',
  'accept.submitNext': 'Aceptar y continuar',
  'accept.submit.action': 'Confirmar',
  'accept.submitting': 'Firmando…',
  'accept.confirming': 'Confirmando…',
  'accept.stillSigning': 'Seguimos trabajando. No cierre esta página: su respuesta está en camino.',
  'accept.consentMissing.document':
    'Marque la casilla para indicar que ha leído el documento y está de acuerdo.',
  'accept.consentMissing.action': 'Marque la casilla para indicar que confirma.',
  'accept.documentLoading': 'El documento todavía se está abriendo. Podrá firmar en cuanto se abra.',
  'accept.documentReady': 'El documento se abrió. Ahora puede firmar.',
  'accept.documentUnread':
    'El documento no se pudo mostrar aquí, por lo que no se puede firmar aquí. No se ha firmado nada.',
  'accept.actionMissing':
    'El servicio no dice qué confirmaría usted, por eso no se puede confirmar aquí. Avise a quien le envió el enlace.',
  'accept.decline': 'Rechazar',

  'step.otp': 'código de un solo uso',
  'step.liveness': 'verificación facial',
  'step.certificate': 'certificado digital',
  'step.documentPhoto': 'foto del documento',
  'step.disclosure': 'aviso',
  'step.confirmation': 'confirmación',

  'document.untitled': 'Documento',
  'document.view': 'Ver',
  'document.opening': 'Abriendo el documento…',
  'document.openingSlow': 'Seguimos abriendo el documento. Con una conexión lenta puede tardar un poco.',
  'document.download': 'Descargar el documento',
  'document.error.heading': 'El documento no se puede mostrar',
  'document.error.unreachable':
    'El documento no llegó. No se ha firmado nada. Compruebe su conexión e inténtelo de nuevo. Si no ayuda, avise a quien le envió el enlace.',
  'document.error.mismatch':
    'El documento que llegó no es el de esta sesión. No lo firme. Avise a quien le envió el enlace.',
  'document.error.assets':
    'Esta página no está bien configurada: falta una parte del componente de firma. No se firmó nada. Avise a quien le envió el enlace.',
  'document.error.viewer':
    'La parte de esta página que muestra documentos no se cargó. Compruebe su conexión e inténtelo de nuevo. No se ha firmado nada.',

  'outcome.completed.heading': 'Documento firmado',
  'outcome.completed.heading.action': 'Confirmado',
  'outcome.completed.text': '{date}. Guarde una copia.',
  'outcome.completed.text.action': '{date}.',
  'outcome.completed.evidence': 'Evidencia',
  'outcome.completed.originalHash': 'Hash del archivo original (SHA-256)',
  'outcome.completed.signedHash': 'Hash del archivo firmado (SHA-256)',
  'outcome.completed.download': 'Descargar el documento firmado',
  'outcome.completed.verify': 'Comprobar la firma',
  'outcome.completed.verify.action': 'Verificar la confirmación',
  'outcome.completed.qr': 'Código QR que abre la página donde se puede comprobar la firma',
  'outcome.declined.heading': 'Usted rechazó',
  'outcome.declined.text': 'No se ha firmado nada. Se avisó a quien solicitó su firma.',
  'outcome.declined.text.action': 'No se ha confirmado nada. Se avisó a quien lo solicitó.',
  'outcome.cancelled.heading': 'Esta sesión fue cancelada',
  'outcome.cancelled.text':
    'La sesión fue cancelada y ya no se puede firmar. No se ha firmado nada. Si no lo esperaba, consulte a quien le envió el enlace.',
  'outcome.cancelled.text.action':
    'La sesión se canceló y no se confirmó nada. Si no lo esperaba, pregunte a quien le envió el enlace.',
  'outcome.expired.heading': 'Esta sesión ha vencido',
  'outcome.expired.text':
    'El plazo para firmar terminó el {date}. No se ha firmado nada. Pida un enlace nuevo a quien le envió este.',
  'outcome.expired.text.action':
    'El plazo para confirmar terminó el {date}. No se confirmó nada. Pida un enlace nuevo a quien se lo envió.',
  'outcome.expired.headingLink': 'Este enlace ha vencido',
  'outcome.expired.textLink':
    'El plazo de este enlace terminó. Si firmó con él, su firma sigue siendo válida. Si no firmó, pida un enlace nuevo a quien le envió este.',
  'outcome.failed.heading': 'No se pudo terminar la firma',
  'outcome.failed.text':
    'Usted lo hizo todo bien, pero el servicio no pudo terminar la firma. El documento no está firmado. Pida un enlace nuevo a quien le envió este.',
  'outcome.failed.heading.action': 'No se pudo terminar la confirmación',
  'outcome.failed.text.action':
    'Usted hizo todo bien, pero el servicio no pudo terminar la confirmación. No se confirmó nada. Pida un enlace nuevo a quien se lo envió.',
  'outcome.invalidLink.heading': 'Este enlace no funciona',
  'outcome.invalidLink.text':
    'Puede estar incompleto o mal escrito. Ábralo de nuevo desde el mensaje original o pida uno nuevo a quien lo envió.',
  'outcome.unsupportedBrowser.heading': 'Este navegador es demasiado antiguo para firmar con seguridad',
  'outcome.unsupportedBrowser.text':
    'Actualícelo o abra el enlace en un Chrome, Edge, Firefox o Safari reciente.',
  'outcome.insecurePage.heading': 'Esta página no es segura',
  'outcome.insecurePage.text':
    'Los documentos solo se pueden firmar en una página abierta por https. Avise a quien administra este sitio.',
  'outcome.hostedStep.open': 'Abrir la página de firma',
  'outcome.return': 'Volver a {company}',
  'outcome.returnNoCompany': 'Volver al sitio',
  'outcome.redirecting.one': 'Volverá al sitio en {n} segundo.',
  'outcome.redirecting.other': 'Volverá al sitio en {n} segundos.',
  'outcome.stay': 'Quedarse en esta página',

  'error.heading': 'No se puede acceder a la sesión',
  'error.heading.part': 'El siguiente paso no se cargó',
  'error.part':
    'Una parte de esta página no llegó. Compruebe su conexión e inténtelo de nuevo. Lo que ya hizo sigue valiendo.',
  'error.partLost':
    'La parte tampoco llegó al intentarlo de nuevo. Compruebe su conexión y vuelva a cargar toda la página. Lo que ya hizo sigue valiendo.',
  'error.offline': 'Parece que no tiene conexión. En cuanto vuelva, esta página continúa.',
  'error.network': 'El servicio no responde. Su conexión o el servicio pueden estar caídos por un momento.',
  'error.service': 'El servicio tiene un problema propio. Inténtelo de nuevo en un momento.',
  'error.unexpected':
    'El servicio dio una respuesta que esta página no entiende. Inténtelo de nuevo en un momento.',
  'error.unknown':
    'No pudimos averiguar si su firma se completó. Compruébelo de nuevo antes de hacer otra cosa.',
  'error.unknown.action':
    'No pudimos averiguar si su confirmación se completó. Compruébelo de nuevo antes de hacer otra cosa.',
  'problem.offline': 'No tiene conexión, por eso no se envió nada. Inténtelo de nuevo cuando vuelva.',
  'problem.disconnected': 'Se perdió la conexión y aún no sabemos si su respuesta llegó. Lo verificaremos en cuanto vuelva.',
  'problem.notDone':
    'El servicio aún no ha confirmado su respuesta y hasta ahora no se ha firmado nada. Inténtelo de nuevo: no es posible firmar dos veces.',
  'problem.busy':
    'El servicio está ocupado y hasta ahora no se ha firmado nada. Espere un momento o inténtelo de nuevo: no es posible firmar dos veces.',
  'problem.refused':
    'El servicio no lo aceptó. No se ha firmado nada. Inténtelo de nuevo o consulte a quien le envió el enlace.',
  'problem.notDone.action':
    'El servicio aún no ha registrado su respuesta y hasta ahora no se ha confirmado nada. Inténtelo de nuevo: no es posible confirmar dos veces.',
  'problem.busy.action':
    'El servicio está ocupado y hasta ahora no se ha confirmado nada. Espere un momento o inténtelo de nuevo: no es posible confirmar dos veces.',
  'problem.refused.action':
    'El servicio no lo aceptó. No se ha confirmado nada. Inténtelo de nuevo o consulte a quien le envió el enlace.',
  'problem.declineNotDone': 'El servicio aún no ha confirmado su rechazo. Inténtelo de nuevo.',
  'problem.declineUnknown': 'No pudimos averiguar si el rechazo se completó. Compruébelo de nuevo.',
};
