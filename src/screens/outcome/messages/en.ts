/** What the end of a session says besides its heading and text. */
export const en = {
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
