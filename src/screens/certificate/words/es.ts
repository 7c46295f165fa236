import type { Messages } from '../../../i18n/messages.ts';
import type { CertificateKey } from '../certificate-words.ts';

export const es: Messages<CertificateKey> = {
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
    'La parte de esta página que abre certificados no se cargó. Compruebe su conexión e inténtelo de nuevo.',
  'error.other': 'No se pudo usar el certificado. Inténtelo de nuevo o elija otro.',
  'error.cancelled': 'Usted canceló. No se firmó nada.',
  'error.device': 'El certificado no está disponible. Conecte el token o la tarjeta e inténtelo de nuevo.',
  'error.licence':
    'Este sitio no tiene licencia para el puente con su token. Avise a quien administra el sitio.',
  'error.signature': 'La firma no corresponde al certificado. No se envió nada.',

  'bridge.starting': 'Buscando sus certificados…',
  'bridge.missing': 'Para usar un token o una tarjeta, instale el componente que lo conecta con esta página.',
  'bridge.outdated': 'El componente que conecta su token con esta página es demasiado antiguo. Actualícelo.',
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

  'obstacle.otherHolder':
    'Este certificado no es del firmante: el CPF o el CNPJ es otro. Elija otro certificado.',
  'obstacle.noNumber':
    'Este certificado no tiene CPF ni CNPJ y no se puede comparar con el firmante. Elija otro.',
  'obstacle.expired': 'Este certificado ha caducado. Elija uno que sea válido.',
  'obstacle.notYetValid': 'Este certificado aún no es válido. Elija otro.',
  'obstacle.notForSigning': 'Este certificado no sirve para firmar. Elija otro.',
  'obstacle.weakKey':
    'La clave de este certificado es demasiado corta para firmar con seguridad. Elija otro.',
  'obstacle.unsupportedKey':
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
  'rejected.signature':
    'El servicio no pudo confirmar la firma, así que no se firmó nada. Inténtelo de nuevo.',

  'problem.notDone':
    'El servicio no ha confirmado su firma y, hasta ahora, no hay nada firmado. Inténtelo de nuevo.',
  'problem.busy':
    'El servicio está ocupado y, hasta ahora, no hay nada firmado. Inténtelo de nuevo en un momento.',
  'problem.refused': 'El servicio no aceptó este certificado. No se firmó nada. Elija otro.',
  'problem.unknown':
    'No pudimos saber si su firma se completó. Compruébelo de nuevo antes de hacer otra cosa.',
};
