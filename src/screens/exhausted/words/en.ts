/** Every text of the screen for a step without tries left, in English. The other locales have the same keys. */
export const en = {
  heading: 'No tries left',
  'text.document':
    'This step was tried too often, and nothing was signed. Ask whoever sent you the link for a new one.',
  'text.action':
    'This step was tried too often, and nothing was confirmed. Ask whoever sent you the link for a new one.',
  'text.otp': 'The code was entered wrongly too often.',
  decline: 'End this session',
} as const;
