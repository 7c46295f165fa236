import type { Messages } from '../../i18n/messages/message-keys.ts';
import type { en } from './en.ts';

export const es: Messages<keyof typeof en> = {
  'tools.label': 'Herramientas del documento',
  'tools.zoomIn': 'Ampliar',
  'tools.zoomOut': 'Reducir',
  'tools.fitWidth': 'Ajustar al ancho',
  'tools.zoomLevel': '{percent} %',
  'tools.zoomSaid': 'Zoom {percent} %',
  'tools.page': 'Página',
  'tools.pages': 'de {pages}',
  'tools.viewed': 'Páginas vistas: {viewed} de {pages}',
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
  'page.pending': 'El texto aparece aquí cuando la página está en pantalla.',
  'page.failed': 'No se pudo mostrar la página {page}.',

  'find.label': 'Buscar',
  'find.next': 'Resultado siguiente',
  'find.previous': 'Resultado anterior',
  'find.count': '{current} de {total}',
  'find.none': 'No encontrado',
  'find.searching': 'Buscando…',

  'digest.label': 'Hash del archivo (SHA-256)',
  'digest.verified': 'Coincide con el hash que el servicio registró para este documento.',
  'digest.unverified': 'El servicio no indicó un hash para comparar.',
  'digest.show': 'Mostrar completo',
  'digest.hide': 'Mostrar menos',
  'digest.copy': 'Copiar',
  'digest.copied': 'Copiado.',
  'digest.notCopied': 'El navegador no permitió copiar. Seleccione los caracteres y cópielos manualmente.',

  'text.region': 'Texto del documento',
  'text.reading': 'Leyendo la página…',
  'text.none': 'Esta página no tiene texto para leer. Puede ser una imagen.',
  'text.failed': 'No se pudo leer el texto de esta página.',
  'text.retry': 'Intentar de nuevo',
  'text.picture': 'Imagen: {text}',

  'warnings.region': 'Avisos sobre el documento',
  'warnings.heading.one': '{n} aviso antes de firmar',
  'warnings.heading.other': '{n} avisos antes de firmar',
  'warnings.show': 'Mostrar',
  'warnings.hide': 'Ocultar',
  'warnings.advice':
    'Para asegurarse de verlo todo, descargue el documento y ábralo en otro programa. También puede pedir otro archivo a quien le envió el enlace.',
  'warnings.xfa':
    'El archivo contiene un formulario XFA, que no se puede mostrar aquí. Pueden faltar campos o páginas enteras.',
  'warnings.hidden-content': 'Algunas partes del documento están ocultas y no se muestran.',
  'warnings.scripts':
    'El archivo contiene un programa (JavaScript), que no se ejecuta aquí. En otra aplicación podría cambiar lo que dicen los campos.',
  'warnings.changing-actions':
    'El archivo contiene acciones automáticas, que no se ejecutan aquí. En otro programa podrían ocultar o cambiar lo que muestran las páginas.',
  'warnings.attachments':
    'Hay otros archivos adjuntos al documento. Se firman junto con él, pero no se muestran.',
  'warnings.pages-differ': 'El servicio indica otro número de páginas. Podrían faltar páginas aquí.',
  'warnings.form-fields':
    'El documento tiene campos de formulario. Se firman como aparecen y no se pueden completar aquí.',
  'warnings.field-missing': 'Al menos un campo de formulario tiene un valor que no se muestra.',
  'warnings.field-appearance-differs':
    'Al menos un campo de formulario muestra algo distinto del valor guardado en él. Otro programa puede mostrar el valor guardado.',
  'warnings.page-failed': 'No se pudo mostrar al menos una página.',
  'warnings.image-missing': 'Al menos una imagen u otra parte de una página no se mostró por completo.',
  'warnings.font-missing': 'Algunas letras no se pudieron mostrar porque su fuente está dañada.',
  'warnings.font-not-embedded':
    'El documento usa una fuente que no está en el archivo. Las letras pueden verse distintas en otros programas. Las que faltan en este dispositivo aparecen como recuadros vacíos.',
  'warnings.annotation-without-appearance':
    'Al menos una anotación no se muestra, porque el archivo no define su aspecto. Otro programa puede mostrarla.',
  'warnings.comment-texts':
    'El documento tiene comentarios. Sus textos se firman junto con él, pero no se muestran aquí.',
  'warnings.print-only': 'Algunas partes del documento aparecen solo al imprimirlo y no se muestran aquí.',
  'warnings.blank-page':
    'Al menos una página está en blanco. Si debería contener algo, comuníquese con quien le envió el enlace.',
  'warnings.not-inspected':
    'No se pudo verificar si el documento tiene contenido que las páginas no muestran. Mire cada página antes de firmar.',
  'warnings.pages.one': 'Página {pages}.',
  'warnings.pages.other': 'Páginas {pages}.',
  'warnings.scanned':
    'Al menos una página es una imagen. Su texto no se puede leer en voz alta, buscar ni seleccionar. Si lo necesita, pida un archivo con texto a quien le envió el enlace.',

  'password.heading': 'Este documento está protegido con contraseña',
  'password.text':
    'Es posible que quien le envió el enlace le diera la contraseña. Solo se usa en este dispositivo y no se guarda.',
  'password.label': 'Contraseña del documento',
  'password.submit': 'Abrir el documento',
  'password.giveUp': 'No tengo la contraseña',
  'password.missing': 'Escriba la contraseña.',
  'password.wrong': 'Contraseña incorrecta. Escríbala de nuevo, respetando mayúsculas y acentos.',
  'password.again': 'Escribir la contraseña',

  'problem.heading': 'No se pudo mostrar el documento',
  'problem.empty': 'El archivo está vacío. Pida uno nuevo a quien le envió el enlace.',
  'problem.notPdf': 'El archivo no es un PDF. Pida uno nuevo a quien le envió el enlace.',
  'problem.damaged': 'El archivo está dañado y no se puede abrir. Pida uno nuevo a quien le envió el enlace.',
  'problem.protected':
    'El archivo solo se abre con contraseña. Escríbala o pida un archivo sin contraseña a quien le envió el enlace.',
  'problem.noPages': 'El archivo no tiene páginas. Pida uno nuevo a quien le envió el enlace.',
  'problem.unknownCharacters':
    'El archivo usa una fuente que no está en él, y algunas letras no se pueden identificar. Pida un archivo con las fuentes incorporadas a quien le envió el enlace.',
  'problem.tooLarge':
    'El archivo necesita más memoria de la que un navegador puede dar. Descárguelo o pida uno más pequeño a quien le envió el enlace.',
};
