/** Every text of the decline screen, in English. The other locales have the same keys. */
export const en = {
  'heading.document': 'Decline to sign?',
  'heading.action': 'Decline to confirm?',
  'intro.document':
    'The session ends and cannot be opened again. The reason is passed on to whoever asked for your signature.',
  'intro.action':
    'The session ends and cannot be opened again. The reason is passed on to whoever asked you to confirm.',
  reason: 'Reason (optional)',
  submit: 'Decline',
  submitting: 'Declining…',
  keep: 'Go back without declining',
  tooLong: 'Shorten the reason to {max} characters.',
} as const;
