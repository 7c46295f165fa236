/** Every text of the purpose disclosure but the notice itself, in English. The other locales have the same keys. */
export const en = {
  heading: 'What your data is used for',
  intro: 'Read this before you go on.',
  submit: 'I have read this',
  submitting: 'One moment…',
  'problem.notDone': 'The service has not confirmed this. Try again.',
  'problem.busy': 'The service is busy. Try again in a moment.',
  'problem.refused':
    'The service did not accept this. The notice may have changed: read it again, then try once more.',
  'problem.unknown': 'We could not find out whether this was saved.',
} as const;
