/** Every text of the certificate's screen, in English. The other locales have the same keys. */
export const en = {
  heading: 'Sign with your digital certificate',
  intro: 'The private key and its password stay on this device. Only the signature is sent.',
  'way.label': 'Where your certificate is',
  'way.file': 'In a file (A1)',
  'way.token': 'In a token, a card or this computer (A3)',

  'file.label': 'Certificate file (.pfx or .p12)',
  'file.choose': 'Choose a file',
  'file.drop': 'or drop it here',
  'file.chosen': 'Chosen: {name}',
  'file.password': 'Password of the file',
  'file.open': 'Open the certificate',
  'file.opening': 'Opening…',
  'file.slow': 'Still opening. Some files take up to half a minute.',
  'file.another': 'Choose another file',

  'error.fileMissing': 'Choose the file with your certificate.',
  'error.password': 'This is not the password of the file. Type it again; capitals and accents count.',
  'error.notPkcs12':
    'This file is not a certificate with its key. It usually ends in .pfx or .p12; a .cer or .pem is not enough.',
  'error.damaged': 'The file is damaged or incomplete. Copy it again from where you got it.',
  'error.tooLarge': 'The file is too large for a certificate. Choose the .pfx or .p12 that you were given.',
  'error.tooLong':
    'The file is protected in a way that takes too long to open here. Ask your issuer for another.',
  'error.noKey':
    'The file has no private key, so nothing can be signed with it. Export it again with the key.',
  'error.encryption': 'The file is encrypted in a way that cannot be opened here. Export it again with AES.',
  'error.key': 'This browser cannot sign with a key of this kind.',
  'error.worker':
    'The part of this page that opens certificates did not load. Check your connection and try again.',
  'error.other': 'The certificate could not be used. Try again, or choose another one.',
  'error.cancelled': 'You cancelled. Nothing was signed.',
  'error.device': 'The certificate is not there. Connect the token or card, then try again.',
  'error.licence': 'This site is not licensed for the bridge to your token. Tell whoever runs the site.',
  'error.signature': 'The signature does not belong to the certificate. Nothing was sent.',

  'bridge.starting': 'Looking for your certificates…',
  'bridge.missing': 'To use a token or card, install the component that connects it with this page.',
  'bridge.outdated': 'The component that connects your token with this page is too old. Update it.',
  'bridge.unsupported':
    'Tokens and cards cannot be used in this browser. Try Chrome, Edge or Firefox on a computer.',
  'bridge.install': 'Go to the installation',
  'bridge.again': 'Look again',
  'bridge.none': 'No certificate was found. Connect the token or card, then look again.',

  'list.label': 'Certificates',
  'facts.holder': 'Holder',
  'facts.responsible': 'Responsible person',
  'facts.issuer': 'Issued by',
  'facts.validity': 'Valid',
  'facts.from': '{from} to {to}',
  'facts.type': 'Type',
  'facts.match': 'matches the signer',

  'obstacle.otherHolder':
    'This certificate is not the signer’s: its CPF or CNPJ is another. Choose another one.',
  'obstacle.noNumber':
    'This certificate has no CPF or CNPJ, so it cannot be matched with the signer. Choose another one.',
  'obstacle.expired': 'This certificate has expired. Choose one that is valid.',
  'obstacle.notYetValid': 'This certificate is not valid yet. Choose another one.',
  'obstacle.notForSigning': 'This certificate is not made for signing. Choose another one.',
  'obstacle.weakKey': 'The key of this certificate is too short to sign safely. Choose another one.',
  'obstacle.unsupportedKey': 'Keys of this kind cannot be used for signing here. Choose another certificate.',
  'caution.notIcpBrasil':
    'This certificate does not say that it is of ICP-Brasil. The service may refuse it.',
  'caution.expiresSoon': 'This certificate expires soon.',
  'caution.numberFromName': 'The CPF or CNPJ stands in the name of this certificate only.',
  'caution.incompleteChain':
    'The certificates of its issuers are not included. The service has to know them.',
  'caution.weakSignature': 'This certificate was signed with an old algorithm. The service may refuse it.',

  submit: 'Sign',
  submitting: 'Signing…',
  slow: 'Still working. Do not close this page.',

  'unsafe.changed':
    'What the service wants signed is not just the document that you saw. Nothing was signed. Tell whoever sent you the link.',
  'unsafe.unchecked':
    'The service does not show what exactly would be signed, so this page does not sign it. Nothing was signed.',
  'unsafe.unsupported': 'This certificate cannot sign what this service sends. Nothing was signed.',

  'rejected.untrusted':
    'The service does not know who issued this certificate, so it cannot take it. Nothing was signed. Choose another one.',
  'rejected.revoked':
    'This certificate was revoked by whoever issued it. Nothing was signed. Choose another one.',
  'rejected.signature': 'The service could not confirm the signature, so nothing was signed. Try again.',

  'problem.notDone': 'The service has not confirmed your signature, and so far nothing is signed. Try again.',
  'problem.busy': 'The service is busy, and so far nothing is signed. Try again in a moment.',
  'problem.refused': 'The service did not accept this certificate. Nothing was signed. Choose another one.',
  'problem.unknown':
    'We could not find out whether your signature went through. Check again before you do anything else.',
} as const;
