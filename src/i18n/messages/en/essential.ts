/**
 * What is said before the messages of the first screens are loaded, and when they can't be. English only, and in the
 * first script.
 */
export const essential = {
  'frame.label': 'Signing session',
  'frame.protected': 'Secure session',
  'loading.heading': 'Opening your session',
  'loading.slow':
    'This is taking longer than usual. Your connection may be slow. You can wait, or try again.',
  'action.retry': 'Try again',
  'document.untitled': 'Document',
  'document.opening': 'Opening the document…',
  'document.openingSlow': 'Still opening the document. On a slow connection this can take a while.',
  'error.heading': 'The session cannot be reached',
  'error.heading.part': 'The next step did not load',
  'error.part':
    'A part of this page did not arrive. Check your connection and try again. What you did so far stands.',
  'error.partLost':
    'The part did not arrive on another try either. Check your connection, then load the whole page again. What you did so far stands.',
  'error.offline': 'You seem to be offline. As soon as you are connected again, this page goes on.',
  'error.network': 'The service does not answer. Your connection or the service may be down for a moment.',
  'error.service': 'The service has a problem of its own. Try again in a moment.',
  'error.unexpected': 'The service gave an answer that this page does not understand. Try again in a moment.',
};
