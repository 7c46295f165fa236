import type { BridgeMessages } from './bridge-messages.ts';

export const en: BridgeMessages = {
  started: address => `The bridge is ready (${address}). Leave this window open while you sign.`,
  stop: 'Press Ctrl+C to close it.',
  portTaken: port =>
    `Port ${port} is taken by another program, perhaps by a bridge that is already open. Close it, or use --port.`,
  noNativePart:
    'The part that speaks with tokens is missing: it is compiled when the bridge is installed. Install Python 3, make and a C++ compiler, allow install scripts (npm install --ignore-scripts=false), then start the bridge again.',
  noModule: 'No driver of a token or card was found. Install your token’s, or name it with --module.',
  module: path => `Driver: ${path}`,
  noToken: 'No token or card is connected.',
  noCertificate: 'The token has no certificate for signing.',
  pinLocked: 'The PIN is locked. Unlock it in the token’s own program, with its PUK.',
  failed: 'The token or its driver failed.',
  noSites: 'No site is paired.',
  site: (origin, day) => `${origin} (since ${day})`,
  revoked: count => (count === 1 ? '1 site revoked.' : `${count} sites revoked.`),

  pairing: (origin, number) =>
    `${origin}\nwants to use the certificates on this computer.\n\n    ${number}\n\nDoes the page show the same number?`,
  oneCertificate: (origin, name) =>
    `${origin}\nasks for your certificate:\n\n  ${name}\n\nMay the site see it?`,
  certificates: origin => `${origin}\nasks for a certificate. Which one may it see?`,
  signing: (origin, count) =>
    count === 1
      ? `${origin}\nasks you to sign a document:`
      : `${origin}\nasks you to sign ${count} documents:`,
  more: count => `and ${count} more`,
  with: 'With:',
  pad: 'Type the PIN on the token’s own pad after you confirm.',
  padForEach: 'Type the PIN on the token’s own pad after you confirm, once for each document.',
  pin: token => (token === '' ? 'PIN of the token' : `PIN of ${token}`),
  wrongPin: 'The PIN is incorrect.',
  fewTries: 'A wrong PIN was typed before. After a few, the token locks.',
  lastTry: 'Last attempt: another wrong PIN locks the token.',
  withdrawn: 'The page withdrew its question.',

  same: 'Same number',
  allow: 'Allow',
  sign: 'Sign',
  goOn: 'Continue',
  refuse: 'Refuse',
};
