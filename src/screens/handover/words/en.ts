/** Every text for going on elsewhere, in English. The other locales have the same keys. */
export const en = {
  phone: 'Continue on your phone',
  page: 'Continue on the signing page',
  preparing: 'Preparing…',
  scan: 'Scan this code with your phone’s camera, or open the link there.',
  until: 'It works once, until {time}.',
  qr: 'QR code that opens this session on your phone',
  open: 'Open the signing page',
  waits: 'This page goes on by itself when you are done there.',
  over: 'This link is used or too old.',
  again: 'Make a new link',
  failed: 'The link could not be made. Check your connection and try again.',
} as const;
