/** Every text of the question where the signer is, in English. The other locales have the same keys. */
export const en = {
  share: 'Share where I am (optional)',
  why: 'The place is kept with the evidence of your signature. You can go on without it.',
  asked: 'Asking your device…',
  known: 'Your place goes with your answer.',
  unknown: 'Your device does not say where you are. You can go on without it.',
} as const;
