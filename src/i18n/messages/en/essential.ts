/**
 * What is said before the messages of the first screens are loaded, and when they can't be. English only, and in the
 * first script.
 */
export const essential = {
  'frame.label': 'Signing session',
  'frame.protected': 'Secure session',
  'loading.heading': 'Opening your session',
  'loading.slow': 'This is taking longer than usual. Your connection may be slow. You can wait or try again.',
  'action.retry': 'Try again',
  'document.untitled': 'Document',
  'document.opening': 'Opening the document…',
  'document.openingSlow': 'The document is still opening. On a slow connection this can take a while.',
  'error.heading': 'The session could not be opened',
  'error.heading.part': 'The next step did not load',
  'error.part':
    'Part of this page did not load. Check your connection and try again. What you have done so far still counts.',
  'error.partLost':
    'Part of this page did not load, even on the second attempt. Check your connection, then reload the page. What you have done so far still counts.',
  'error.offline': 'You are offline. This page will continue automatically when you are connected again.',
  'error.network': 'The service is not responding. Your connection or the service may be down at the moment.',
  'error.service': 'The service is having a problem. Try again in a moment.',
  'error.unexpected': 'The service sent an unexpected answer. Try again in a moment.',
};
