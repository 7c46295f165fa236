import type { Messages } from '../../i18n/messages.ts';
import type { en } from './en.ts';

export const es: Messages<keyof typeof en> = {
  'tools.label': 'Herramientas del documento',
  'tools.zoomIn': 'Ampliar',
  'tools.zoomOut': 'Reducir',
  'tools.fitWidth': 'Ajustar al ancho',
  'tools.zoomLevel': '{percent} %',
  'tools.zoomSaid': 'Zoom {percent} %',
  'tools.page': 'Página',
  'tools.pages': 'de {pages}',
  'tools.find': 'Buscar en el documento',
  'tools.fullView': 'Pantalla completa',
  'tools.back': 'Volver a la firma',
  'tools.outline': 'Índice',
  'tools.more': 'Más herramientas',
  'tools.download': 'Descargar el documento',
  'tools.readAsText': 'Leer como texto',
  'tools.showPages': 'Mostrar las páginas',
  'tools.close': 'Cerrar',

  'page.region': 'Páginas del documento',
  'page.label': 'Página {page}',
  'page.position': 'Página {page} de {pages}',
  'page.failed': 'La página {page} no se pudo dibujar.',

  'find.label': 'Buscar',
  'find.next': 'Lugar siguiente',
  'find.previous': 'Lugar anterior',
  'find.count': '{current} de {total}',
  'find.none': 'No encontrado',
  'find.searching': 'Buscando…',

  'digest.label': 'Huella digital del archivo (SHA-256)',
  'digest.verified': 'Igual a la huella digital que el servicio guarda de este documento.',
  'digest.unverified': 'El servicio no dio una huella digital con la que compararla.',
  'digest.show': 'Mostrar completa',
  'digest.hide': 'Mostrar menos',
  'digest.copy': 'Copiar',
  'digest.copied': 'Copiada.',
  'digest.notCopied': 'El navegador no permitió copiar. Seleccione los caracteres y cópielos usted.',

  'text.region': 'Texto del documento',
  'text.reading': 'Leyendo la página…',
  'text.none': 'Esta página no tiene texto que leer. Puede ser una imagen.',
  'text.failed': 'No se pudo leer el texto de esta página.',
  'text.retry': 'Intentar de nuevo',
  'text.picture': 'Imagen: {text}',

  'warnings.region': 'Avisos sobre el documento',
  'warnings.heading.one': '{n} aviso antes de firmar',
  'warnings.heading.other': '{n} avisos antes de firmar',
  'warnings.show': 'Mostrar',
  'warnings.hide': 'Ocultar',
  'warnings.advice':
    'Para estar seguro de verlo todo, descargue el documento y ábralo en otro programa, o pida otro archivo a quien le envió el enlace.',
  'warnings.xfa':
    'El archivo contiene un formulario de un tipo (XFA) que no se puede mostrar aquí. Pueden faltar campos o páginas enteras.',
  'warnings.hidden-content': 'Partes del documento están desactivadas y no se muestran.',
  'warnings.scripts':
    'El archivo contiene un programa (JavaScript). Aquí no se ejecuta; en otro lugar podría cambiar lo que dicen los campos.',
  'warnings.attachments': 'Hay otros archivos adjuntos al documento. Se firman con él, pero no se muestran.',
  'warnings.pages-differ':
    'El documento puede tener otras páginas que las que se muestran aquí: el servicio cuenta otro número.',
  'warnings.field-missing': 'Al menos un campo de formulario tiene un valor que no se muestra.',
  'warnings.page-failed': 'Al menos una página no se pudo dibujar.',
  'warnings.image-missing':
    'Al menos una imagen, u otra parte de una página, no se pudo dibujar, o solo en parte.',
  'warnings.font-missing': 'Algunas letras no se pudieron dibujar, porque su fuente está dañada.',
  'warnings.blank-page':
    'Al menos una página no muestra nada. Si debería contener algo, pregunte a quien le envió el enlace.',
  'warnings.not-inspected':
    'No se pudo revisar todo el documento en busca de lo que sus páginas no muestran. Mire cada página antes de firmar.',
  'warnings.pages.one': 'Página {pages}.',
  'warnings.pages.other': 'Páginas {pages}.',
  'warnings.scanned':
    'Al menos una página es una imagen. No tiene texto que se pueda leer en voz alta, buscar o seleccionar. Si lo necesita, pida un archivo con texto a quien le envió el enlace.',

  'password.heading': 'Este documento se abre con una contraseña',
  'password.text':
    'Es posible que quien lo envió le haya dicho la contraseña. Se usa solo en este dispositivo y no se guarda en ningún sitio.',
  'password.label': 'Contraseña del documento',
  'password.submit': 'Abrir el documento',
  'password.giveUp': 'No tengo la contraseña',
  'password.missing': 'Escriba la contraseña.',
  'password.wrong': 'Esa no es la contraseña de este documento. Revise las mayúsculas e inténtelo de nuevo.',
  'password.again': 'Escribir la contraseña',

  'problem.heading': 'El documento no se puede mostrar',
  'problem.empty': 'El archivo está vacío. Pida uno nuevo a quien le envió el enlace.',
  'problem.notPdf': 'El archivo no es un PDF. Pida uno nuevo a quien le envió el enlace.',
  'problem.damaged': 'El archivo está dañado y no se puede abrir. Pida uno nuevo a quien le envió el enlace.',
  'problem.protected':
    'El archivo solo se abre con una contraseña. Escríbala, o pida un archivo sin contraseña a quien le envió el enlace.',
  'problem.noPages': 'El archivo no tiene páginas. Pida uno nuevo a quien le envió el enlace.',
  'problem.tooLarge':
    'El archivo necesita más memoria de la que un navegador puede dar. Descárguelo, o pida uno más pequeño a quien le envió el enlace.',
};
