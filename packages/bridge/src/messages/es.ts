import type { BridgeMessages } from './bridge-messages.ts';

export const es: BridgeMessages = {
  started: address => `El puente está listo (${address}). Deje esta ventana abierta mientras firma.`,
  stop: 'Para cerrarlo, presione Ctrl+C.',
  portTaken: port =>
    `Otro programa usa el puerto ${port}, quizá un puente ya abierto. Ciérrelo o use --port.`,
  noNativePart:
    'Falta la parte que se comunica con el token: se compila al instalar. Instale Python 3, make y un compilador de C++, permita los scripts de instalación (npm install --ignore-scripts=false) y abra de nuevo el puente.',
  noModule:
    'No se encontró ningún controlador de token o tarjeta. Instale el de su token o indíquelo con --module.',
  module: path => `Controlador: ${path}`,
  noToken: 'No hay ningún token ni tarjeta conectados.',
  noCertificate: 'El token no tiene un certificado para firmar.',
  pinLocked: 'El PIN está bloqueado. Desbloquéelo en el programa del propio token, con el PUK.',
  failed: 'El token o su controlador falló.',
  noSites: 'Ningún sitio está vinculado.',
  site: (origin, day) => `${origin} (desde ${day})`,
  revoked: count => (count === 1 ? '1 sitio retirado.' : `${count} sitios retirados.`),

  pairing: (origin, number) =>
    `${origin}\nquiere usar los certificados de esta computadora.\n\n    ${number}\n\n¿Muestra la página el mismo número?`,
  oneCertificate: (origin, name) => `${origin}\npide su certificado:\n\n  ${name}\n\n¿Puede verlo el sitio?`,
  certificates: origin => `${origin}\npide un certificado. ¿Cuál puede ver?`,
  signing: (origin, count) =>
    count === 1
      ? `${origin}\nle pide firmar un documento:`
      : `${origin}\nle pide firmar ${count} documentos:`,
  more: count => `y ${count} más`,
  with: 'Con:',
  pad: 'Después de confirmar, escriba el PIN en el teclado del propio token.',
  padForEach: 'Después de confirmar, escriba el PIN en el teclado del propio token, una vez por documento.',
  pin: token => (token === '' ? 'PIN del token' : `PIN de ${token}`),
  wrongPin: 'El PIN es incorrecto.',
  fewTries: 'Ya se escribió un PIN incorrecto. Después de algunos, el token se bloquea.',
  lastTry: 'Último intento: si el PIN es incorrecto, el token se bloquea.',
  withdrawn: 'La página retiró la pregunta.',

  same: 'Mismo número',
  allow: 'Permitir',
  sign: 'Firmar',
  goOn: 'Continuar',
  refuse: 'Rechazar',
};
