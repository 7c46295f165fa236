/** What the end of a session says. */
export const en = {
  'completed.heading': 'Document signed',
  'completed.heading.batch': 'Documents signed',
  'completed.heading.action': 'Confirmed',
  'completed.heading.left.one': 'You have signed. {n} person has yet to sign.',
  'completed.heading.left.other': 'You have signed. {n} people have yet to sign.',
  'completed.text': '{date}. Keep a copy.',
  'completed.text.action': '{date}.',
  'declined.heading': 'You declined',
  'declined.text': 'Nothing was signed. Whoever sent you the link can see that you declined.',
  'declined.text.action': 'Nothing was confirmed. Whoever sent you the link can see that you declined.',
  'cancelled.heading': 'This session was cancelled',
  'cancelled.text':
    'You can no longer sign in this session. Nothing was signed. If you did not expect this, contact whoever sent you the link.',
  'cancelled.text.action':
    'You can no longer confirm in this session. Nothing was confirmed. If you did not expect this, contact whoever sent you the link.',
  'expired.heading': 'This session has expired',
  'expired.text':
    'The time to sign ended on {date}. Nothing was signed. If you still want to sign, contact whoever sent you the link.',
  'expired.text.action':
    'The time to confirm ended on {date}. Nothing was confirmed. If you still want to confirm, contact whoever sent you the link.',
  'expired.headingLink': 'This link has expired',
  'expired.textLink':
    'The time for this link has ended. If you already signed or confirmed, that remains valid. If not, contact whoever sent you the link.',
  'failed.heading': 'The signature could not be completed',
  'failed.text':
    'You did everything right. The service failed, and the document was not signed. To try again, contact whoever sent you the link.',
  'failed.heading.action': 'The confirmation could not be completed',
  'failed.text.action':
    'You did everything right. The service failed, and nothing was confirmed. To try again, contact whoever sent you the link.',
  'invalidLink.heading': 'This link does not work',
  'invalidLink.text':
    'The address may be incomplete or mistyped. Open the link again from the original message. If that does not help, contact whoever sent you the link.',
  'unsupportedBrowser.heading': 'This browser is too old to continue safely',
  'unsupportedBrowser.text':
    'Update the browser, or open the link in a recent Chrome, Edge, Firefox or Safari.',
  'insecurePage.heading': 'This page is not secure',
  'insecurePage.text': 'You can only continue on a page with an https address. Tell whoever runs the site.',
  mayClose: 'You can close this window now.',

  evidence: 'Evidence ID',
  originalHash: 'Hash of the original file (SHA-256)',
  signedHash: 'Hash of the signed file (SHA-256)',
  download: 'Download signed document',
  verify: 'Check the signature',
  'verify.action': 'Check the confirmation',
  qr: 'QR code for the verification page',
  'redirecting.one': 'You will return to the site in {n} second.',
  'redirecting.other': 'You will return to the site in {n} seconds.',
  stay: 'Stay on this page',
  facts: 'Evidence and hashes',
};
