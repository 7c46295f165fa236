/**
 * What is said before the messages of the first screens are loaded, and when they can't be. In the
 * first script; what went wrong in English only.
 */
export const essential = {
  'frame.label': 'Signing session',
  'frame.protected': 'Secure session',
  'loading.heading': 'Opening your session',
  'loading.slow': 'This is taking longer than usual. Your connection may be slow. You can wait or try again.',
  'action.retry': 'Try again',
  'action.reloadPage': 'Reload the page',
  'outcome.hostedStep.open': 'Open the service’s page',
  'document.untitled': 'Document',
  'document.opening': 'Opening the document…',
  'error.heading.part': 'The next step did not load',
  'error.part':
    'Part of this page did not load. Check your connection and try again. What you have done so far still counts.',
  'error.partLost':
    'Part of this page is missing. Reload the page to continue. What you have done so far still counts.',
};

/** What stands on the first screen before that, in the other languages; `frame.label` is the screen's name for readers. */
export const firstWords: Readonly<Record<'pt-BR' | 'es', Partial<typeof essential>>> = {
  'pt-BR': {
    'frame.label': 'Sessão de assinatura',
    'frame.protected': 'Sessão protegida',
    'loading.heading': 'Abrindo sua sessão',
    'document.opening': 'Abrindo o documento…',
    'document.untitled': 'Documento',
  },
  es: {
    'frame.label': 'Sesión de firma',
    'frame.protected': 'Sesión protegida',
    'loading.heading': 'Abriendo su sesión',
    'document.opening': 'Abriendo el documento…',
    'document.untitled': 'Documento',
  },
};
