import type { Messages } from '../message-keys.ts';

export const es: Messages = {
  'frame.label': 'Sesión de firma',
  'frame.close': 'Cerrar',
  'frame.step': 'Paso {step} de {steps}',
  'frame.protected': 'Sesión protegida',
  'frame.ended': 'Sesión terminada',
  'frame.expiresAt': 'vence a las {time}',
  'frame.expiresOn': 'vence el {date}',
  'frame.expiresSoon.one': 'Esta sesión vence en {n} minuto.',
  'frame.expiresSoon.other': 'Esta sesión vence en {n} minutos.',
  'frame.sandbox': 'Sesión de prueba, sin validez legal.',
  'frame.hashVerified': 'SHA-256 verificado',
  'frame.hashUnverified': 'SHA-256',

  'loading.heading': 'Abriendo su sesión',
  'loading.slow':
    'Está tardando más de lo normal. Es posible que su conexión esté lenta. Espere o inténtelo de nuevo.',

  'action.retry': 'Intentar de nuevo',
  'action.reloadPage': 'Volver a cargar la página',
  'action.reload': 'Verificar de nuevo',
  'action.back': 'Volver',

  'accept.heading.document': 'Revise y firme el documento',
  'accept.heading.action': 'Revise y confirme',
  'accept.intro.document': '{company} solicita su firma en este documento.',
  'accept.intro.action': '{company} solicita que confirme esta acción.',
  'accept.intro.documentNoCompany': 'Se solicita su firma en este documento.',
  'accept.intro.actionNoCompany': 'Se solicita su confirmación.',
  'accept.document': 'Documento',
  'accept.action': 'Acción',
  'accept.reference': 'Referencia',
  'accept.signingAs': 'Firma como',
  'accept.confirmingAs': 'Confirma como',
  'accept.next': 'Después de este paso',
  'accept.pages.one': '{n} página',
  'accept.pages.other': '{n} páginas',
  'accept.consent.document': 'Tuve acceso a {document} y acepto firmarlo como {signer}.',
  'accept.consent.documentNoName': 'Tuve acceso a {document} y acepto firmarlo electrónicamente.',
  'accept.consent.action': 'He leído la descripción anterior y la confirmo.',
  'accept.submit': 'Aceptar y firmar',
  'accept.submitNext': 'Aceptar y continuar',
  'accept.submit.action': 'Confirmar',
  'accept.submitting': 'Firmando…',
  'accept.confirming': 'Confirmando…',
  'accept.stillSigning': 'Seguimos procesando su respuesta. No cierre esta página.',
  'accept.consentMissing.document': 'Marque la casilla para indicar que tuvo acceso al documento y acepta.',
  'accept.consentMissing.action': 'Marque la casilla para indicar que leyó la descripción y la confirma.',
  'accept.documentLoading': 'El documento todavía se está abriendo. Podrá firmar en cuanto se abra.',
  'accept.documentArriving': 'Falta cargar y verificar el resto del documento. Después podrá firmar.',
  'accept.documentReady': 'El documento se abrió. Ahora puede firmar.',
  'accept.documentUnread':
    'No se pudo mostrar el documento, por eso no se puede firmar aquí. No se firmó nada.',
  'accept.actionMissing':
    'No recibimos la descripción de la acción, por eso no se puede confirmar aquí. Avise a quien le envió el enlace.',
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
  'document.openingSlow':
    'El documento todavía se está abriendo. Con una conexión lenta puede tardar un poco.',
  'document.arriving': 'Cargando el documento…',
  'document.download': 'Descargar el documento',
  'document.error.heading': 'No se pudo mostrar el documento',
  'document.error.unreachable':
    'El documento no se cargó. No se firmó nada. Revise su conexión e inténtelo de nuevo. Si no funciona, avise a quien le envió el enlace.',
  'document.error.mismatch':
    'El documento recibido no es el de esta sesión. No lo firme. Avise a quien le envió el enlace.',
  'document.error.assets': 'Falta una parte de esta página. Vuelva a cargar la página. No se firmó nada.',
  'document.error.viewer':
    'El visor de documentos no se cargó. Revise su conexión e inténtelo de nuevo. No se firmó nada.',

  'outcome.hostedStep.open': 'Abrir la página del servicio',
  'outcome.return': 'Volver a {company}',
  'outcome.returnNoCompany': 'Volver al sitio',

  'error.heading': 'No se pudo abrir la sesión',
  'error.heading.part': 'El siguiente paso no se cargó',
  'error.part':
    'Una parte de esta página no se cargó. Revise su conexión e inténtelo de nuevo. Lo que ya hizo sigue siendo válido.',
  'error.partLost':
    'Falta una parte de esta página. Vuelva a cargar la página para continuar. Lo que ya hizo sigue siendo válido.',
  'error.offline':
    'No tiene conexión a internet. La página continuará automáticamente cuando vuelva la conexión.',
  'error.network':
    'El servicio no responde. Su conexión o el servicio pueden estar fuera de servicio por un momento.',
  'error.service': 'El servicio tiene un problema. Inténtelo de nuevo en un momento.',
  'error.unexpected': 'El servicio envió una respuesta inesperada. Inténtelo de nuevo en un momento.',
  'error.unknown':
    'No pudimos saber si su respuesta quedó registrada. Verifique de nuevo antes de continuar.',
  'error.unknown.action':
    'No pudimos saber si su confirmación quedó registrada. Verifique de nuevo antes de continuar.',
  'problem.offline': 'No tiene conexión, por eso no se envió nada. Inténtelo de nuevo cuando vuelva.',
  'problem.disconnected':
    'Se perdió la conexión y aún no sabemos si su respuesta llegó. Lo verificaremos en cuanto vuelva.',
  'problem.notDone':
    'El servicio aún no confirmó su respuesta. Hasta ahora no se firmó nada. Inténtelo de nuevo: no hay riesgo de firmar dos veces.',
  'problem.busy':
    'El servicio está ocupado. Hasta ahora no se firmó nada. Espere un momento o inténtelo de nuevo: no hay riesgo de firmar dos veces.',
  'problem.refused':
    'El servicio no aceptó su respuesta. No se firmó nada. Inténtelo de nuevo o comuníquese con quien le envió el enlace.',
  'problem.notDone.action':
    'El servicio aún no registró su respuesta. Hasta ahora no se confirmó nada. Inténtelo de nuevo: no hay riesgo de confirmar dos veces.',
  'problem.busy.action':
    'El servicio está ocupado. Hasta ahora no se confirmó nada. Espere un momento o inténtelo de nuevo: no hay riesgo de confirmar dos veces.',
  'problem.refused.action':
    'El servicio no aceptó su respuesta. No se confirmó nada. Inténtelo de nuevo o comuníquese con quien le envió el enlace.',
  'problem.declineNotDone': 'El servicio aún no confirmó su rechazo. Inténtelo de nuevo.',
  'problem.declineUnknown': 'No pudimos saber si su rechazo quedó registrado. Verifique de nuevo.',
};
