/** Every text of the waiting screen, in English. The other locales have the same keys. */
export const en = {
  heading: 'One moment',
  'finishing.document': 'The service is finishing your signature. This page goes on by itself.',
  'finishing.action': 'The service is finishing your confirmation. This page goes on by itself.',
  signer: 'Somebody else has to sign before you. This page goes on by itself.',
  check: 'The service is checking what you sent. This page goes on by itself.',
  signatures: '{done} of {all} signed.',
  since: 'Waiting since {time}.',
} as const;
