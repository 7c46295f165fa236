/** Every text of the screen for a step that is done elsewhere, in English. The other locales have the same keys. */
export const en = {
  heading: 'One more step on another page',
  text: 'The next step can be done on the signing page of the service.',
  textNoLink: 'The next step cannot be done here. Ask whoever sent you the link for another way.',
} as const;
