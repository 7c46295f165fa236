import type { en } from './en.ts';

export const es: Readonly<Record<keyof typeof en, string>> = {
  'completed.heading': 'Documento firmado',
  'completed.heading.batch': 'Documentos firmados',
  'completed.heading.action': 'Confirmado',
  'completed.heading.left.one': 'Usted firmó. Falta {n} persona.',
  'completed.heading.left.other': 'Usted firmó. Faltan {n} personas.',
  'completed.text': '{date}. Guarde una copia.',
  'completed.text.action': '{date}.',
  'declined.heading': 'Rechazó la solicitud',
  'declined.text': 'No se firmó nada. Quien le envió el enlace puede ver que usted rechazó.',
  'declined.text.action': 'No se confirmó nada. Quien le envió el enlace puede ver que usted rechazó.',
  'cancelled.heading': 'Esta sesión se canceló',
  'cancelled.text':
    'Ya no es posible firmar en esta sesión. No se firmó nada. Si no lo esperaba, comuníquese con quien le envió el enlace.',
  'cancelled.text.action':
    'Ya no es posible confirmar en esta sesión. No se confirmó nada. Si no lo esperaba, comuníquese con quien le envió el enlace.',
  'expired.heading': 'Esta sesión venció',
  'expired.text':
    'El plazo para firmar terminó el {date}. No se firmó nada. Si todavía quiere firmar, comuníquese con quien le envió el enlace.',
  'expired.text.action':
    'El plazo para confirmar terminó el {date}. No se confirmó nada. Si todavía quiere confirmar, comuníquese con quien le envió el enlace.',
  'expired.headingLink': 'Este enlace venció',
  'expired.textLink':
    'El plazo de este enlace terminó. Si ya firmó o confirmó, eso sigue siendo válido. De lo contrario, comuníquese con quien le envió el enlace.',
  'failed.heading': 'No se pudo completar la firma',
  'failed.text':
    'Usted hizo todo bien. El servicio falló y el documento no se firmó. Para intentarlo de nuevo, comuníquese con quien le envió el enlace.',
  'failed.heading.action': 'No se pudo completar la confirmación',
  'failed.text.action':
    'Usted hizo todo bien. El servicio falló y no se confirmó nada. Para intentarlo de nuevo, comuníquese con quien le envió el enlace.',
  'invalidLink.heading': 'Este enlace no funciona',
  'invalidLink.text':
    'La dirección puede estar incompleta o tener un error. Abra de nuevo el enlace desde el mensaje original. Si no funciona, comuníquese con quien le envió el enlace.',
  'unsupportedBrowser.heading': 'Este navegador es demasiado antiguo para continuar con seguridad',
  'unsupportedBrowser.text':
    'Actualice el navegador o abra el enlace en un Chrome, Edge, Firefox o Safari reciente.',
  'insecurePage.heading': 'Esta página no es segura',
  'insecurePage.text':
    'Solo se puede continuar en una página con dirección https. Avise a quien administra el sitio.',
  mayClose: 'Ya puede cerrar esta ventana.',

  evidence: 'Código de la evidencia',
  originalHash: 'Hash del archivo original (SHA-256)',
  signedHash: 'Hash del archivo firmado (SHA-256)',
  download: 'Descargar documento firmado',
  verify: 'Verificar la firma',
  'verify.action': 'Verificar la confirmación',
  qr: 'Código QR de la página de verificación',
  'redirecting.one': 'Volverá al sitio en {n} segundo.',
  'redirecting.other': 'Volverá al sitio en {n} segundos.',
  stay: 'Permanecer en esta página',
  facts: 'Evidencia y hashes',
};
