/**
 * The messages of the screens that load when they are needed, in English, by screen. They define the keys.
 */
export const en = {
  certificate: {
    heading: 'Sign with your digital certificate',
    intro: 'The private key and its password stay on this device. Only the signature is sent.',
    'way.label': 'Where your certificate is',
    'way.file': 'In a file (A1)',
    'way.token': 'On a token, a card or this computer (A3)',

    'file.label': 'Certificate file (.pfx or .p12)',
    'file.choose': 'Choose a file',
    'file.drop': 'or drop the file here',
    'file.chosen': 'Chosen: {name}',
    'file.password': 'Password of the file',
    'file.open': 'Open the certificate',
    'file.opening': 'Opening…',
    'file.slow': 'The file is still opening. Some files take up to half a minute.',
    'file.another': 'Choose another file',

    'error.fileMissing': 'Choose the file with your certificate.',
    'error.password': 'The password is incorrect. Enter it again; capital letters and accents matter.',
    'error.notPkcs12':
      'This file does not contain a certificate with its private key. Choose a .pfx or .p12 file; a .cer or .pem is not enough.',
    'error.damaged': 'The file is damaged or incomplete. Make another copy of the original file.',
    'error.tooLarge': 'The file is too large to be a certificate. Choose the .pfx or .p12 that you received.',
    'error.tooLong':
      'The protection of this file takes too long to open here. Ask the issuer of the certificate for another file.',
    'error.noKey':
      'This file has no private key, so you cannot sign with it. Export the certificate again, with its key.',
    'error.encryption':
      'This file uses an encryption that is not accepted here. Export the certificate again with AES.',
    'error.key': 'This browser cannot sign with this type of key.',
    'error.worker':
      'The certificate reader did not load. Check your connection and try again. If that does not help, tell whoever sent you the link.',
    'error.other': 'The certificate could not be used. Try again, or choose another one.',
    'error.cancelled': 'You cancelled. Nothing was signed.',
    'error.device': 'The certificate is not available. Connect the token or card, then try again.',
    'error.licence': 'This site is not licensed to use the token component. Tell whoever runs the site.',
    'error.signature': 'The signature does not match the certificate. Nothing was sent.',

    'bridge.starting': 'Looking for your certificates…',
    'bridge.missing': 'To use a token or card, install the component that connects it to this page.',
    'bridge.outdated':
      'The component that connects your token to this page is out of date. Install the current version.',
    'bridge.unsupported':
      'This browser cannot use tokens and cards. Try Chrome, Edge or Firefox on a computer.',
    'bridge.install': 'Go to the installation page',
    'bridge.again': 'Look again',
    'bridge.none': 'No certificate was found. Connect the token or card, then look again.',

    'list.label': 'Certificates',
    'facts.holder': 'Holder',
    'facts.responsible': 'Responsible person',
    'facts.issuer': 'Issued by',
    'facts.validity': 'Validity',
    'facts.from': '{from} to {to}',
    'facts.type': 'Type',
    'facts.match': 'matches the signer',

    'problem.otherHolder': 'This certificate is for another CPF or CNPJ. Choose the signer’s certificate.',
    'problem.noNumber':
      'This certificate has no CPF or CNPJ, so it cannot be matched with the signer. Choose another one.',
    'problem.expired': 'This certificate has expired. Choose one that is valid.',
    'problem.notYetValid': 'This certificate is not valid yet. Choose another one.',
    'problem.notForSigning': 'This certificate is not meant for signing. Choose another one.',
    'problem.weakKey': 'The key of this certificate is too short to sign safely. Choose another one.',
    'problem.unsupportedKey': 'This type of key cannot be used to sign here. Choose another certificate.',
    'caution.notIcpBrasil':
      'This certificate does not appear to be from ICP-Brasil. The service may not accept it.',
    'caution.expiresSoon': 'This certificate expires soon.',
    'caution.numberFromName': 'The CPF or CNPJ of this certificate appears only in the holder’s name.',
    'caution.incompleteChain':
      'The certificates of the issuing authorities are missing. The service may not accept this certificate.',
    'caution.weakSignature':
      'This certificate was issued with an old algorithm. The service may not accept it.',

    submit: 'Sign',
    submitting: 'Signing…',
    slow: 'The signature is still in progress. Do not close this page.',

    'unsafe.changed':
      'The service asked to sign something other than the document you saw. Nothing was signed. Tell whoever sent you the link.',
    'unsafe.unchecked':
      'The service did not say exactly what would be signed, so signing was blocked. Nothing was signed.',
    'unsafe.unsupported':
      'This certificate does not support the signature format of this service. Nothing was signed.',

    'rejected.untrusted':
      'The service does not recognise the authority that issued this certificate. Nothing was signed. Choose another one.',
    'rejected.revoked':
      'The authority that issued this certificate has revoked it. Nothing was signed. Choose another one.',
    'rejected.statusUnknown':
      'We could not ask the issuing authority whether your certificate is still valid. Nothing was signed. Use another certificate, or try again later.',
    'rejected.signature': 'The service could not verify the signature. Nothing was signed. Try again.',

    'problem.notDone':
      'The service has not confirmed your signature yet. So far, nothing is signed. Try again.',
    'problem.busy': 'The service is busy. So far, nothing is signed. Try again in a moment.',
    'problem.refused': 'The service did not accept this certificate. Nothing was signed. Choose another one.',
    'problem.unknown':
      'We could not find out whether your signature was completed. Check again before you continue.',
  },
  decline: {
    'heading.document': 'Decline to sign?',
    'heading.action': 'Decline to confirm?',
    'intro.document':
      'The session will end and cannot be reopened. Whoever sent you the link will receive the reason.',
    'intro.action':
      'The session will end and cannot be reopened. Whoever sent you the link will receive the reason.',
    reason: 'Reason (optional)',
    submit: 'Decline',
    submitting: 'Declining…',
    keep: 'Go back without declining',
    tooLong: 'Shorten the reason to {max} characters.',
  },
  documentPhoto: {
    heading: 'Photo of your identity document',
    intro: 'Take a photo of the side with your portrait, or choose a photo from this device.',
    'intro.privacy':
      'The photo is sent to the service to be compared with your face. It is not kept on this page.',
    type: 'Which document is it?',
    'type.RG': 'Identity card (RG)',
    'type.CNH': 'Driving licence (CNH)',
    'type.CTPS': 'Work card (CTPS)',
    'type.PASSPORT': 'Passport',
    'type.OTHER': 'Another document with a photo',
    camera: 'Use the camera',
    'camera.front': 'Use the front camera',
    'camera.rear': 'Use the rear camera',
    file: 'Choose a photo',
    take: 'Take the photo',
    stop: 'Turn the camera off',
    opening: 'Choose “Allow” when your browser asks.',
    preview: 'Camera image',
    photo: 'Your photo',
    place: 'Put the document inside the frame.',
    submit: 'Send the photo',
    submitting: 'Sending…',
    again: 'Take another photo',
    'flaw.dark': 'The photo is dark. Find more light.',
    'flaw.bright': 'The photo is too bright. Avoid reflections.',
    'flaw.blurred': 'The photo is blurred. Hold the device still, or wipe the lens.',
    'problem.small': 'This photo is too small to be read. Choose a larger one.',
    'problem.unreadable': 'This browser cannot open this file as a photo. Choose a JPEG or PNG.',
    'problem.camera': 'The camera cannot be used here. Choose a photo from this device instead.',
    'problem.denied': 'The camera is blocked for this page. Allow it beside the address, or choose a photo.',
    'problem.lost': 'The camera was turned off. Turn it on again, or choose a photo.',
    'problem.mismatch':
      'The face on the document does not match yours. Check that the document is yours and the photo is sharp.',
    'attempts.one': 'You have {n} attempt left.',
    'attempts.other': 'You have {n} attempts left.',
    'service.notDone': 'The service has not confirmed the photo. Try again.',
    'service.busy': 'The service is busy. Try again in a moment.',
    'service.refused': 'The service did not accept the photo. Take another one.',
    'service.unknown':
      'We could not find out whether the photo was accepted. Check again before you continue.',
  },
  attemptsExhausted: {
    heading: 'No attempts left',
    'text.document':
      'You’ve used all attempts for this step. Nothing was signed. Contact whoever sent you the link.',
    'text.action':
      'You’ve used all attempts for this step. Nothing was confirmed. Contact whoever sent you the link.',
    'text.otp': 'The code was entered incorrectly too many times.',
    decline: 'End this session',
  },
  handover: {
    phone: 'Continue on your phone',
    page: 'Continue on the service’s page',
    preparing: 'Preparing…',
    scan: 'Scan this code with your phone’s camera, or open the link on the phone.',
    until: 'It works once, until {time}.',
    qr: 'QR code that opens this session on your phone',
    open: 'Open the service’s page',
    waits: 'This page will continue automatically when you are done there.',
    over: 'This link has already been used or has expired.',
    again: 'Create another link',
    failed: 'The link could not be created. Check your connection and try again.',
  },
  hostedStep: {
    heading: 'One more step on another page',
    text: 'You can do the next step on the service’s page.',
    textNoLink: 'The next step cannot be done here. Contact whoever sent you the link.',
  },
  liveness: {
    heading: 'Confirm that it is you',
    intro: 'Look at the camera and follow the instructions on the screen. It takes a few seconds.',
    'intro.privacy':
      'Your face is detected on this device. Only a few photos are sent for checking; no video is recorded.',
    'intro.permission': 'Your browser will ask to use the camera. Choose “Allow”.',
    'intro.start': 'The camera turns on when you press the button and off when the step ends.',
    'simulated.intro': 'In this test session, the check is simulated. No camera is used.',
    'simulated.start': 'Simulate the check',
    start: 'Turn the camera on',
    again: 'Try again',
    resend: 'Send again',
    stop: 'Stop',
    'option.time': 'I would like more time',
    'option.spoken': 'Read the instructions aloud',
    'option.camera': 'Camera',
    'option.cameraNumber': 'Camera {n}',

    'phase.asking': 'Choose “Allow” when your browser asks.',
    'phase.loading': 'Getting ready: {percent}%',
    'phase.sending': 'Sending photo {n} of {all}…',
    'phase.checking': 'The service is checking the photos…',
    'phase.progress': 'Instruction {n} of {all}',
    'phase.preview': 'Your camera’s image',

    'hint.CENTER': 'Look at the camera and hold still.',
    'hint.TURN_LEFT': 'Turn your head slowly to your left.',
    'hint.TURN_RIGHT': 'Turn your head slowly to your right.',
    'hint.BLINK': 'Close your eyes for a moment and open them again.',
    'hint.SMILE': 'Smile.',
    'hint.return': 'Good. Now look straight ahead again.',
    'hint.uncover': 'The camera is covered. Remove what is in front of it.',
    'hint.light': 'It is too dark. Face a light or a window.',
    'hint.glare': 'It is too bright. Move out of the direct light.',
    'hint.noFace': 'No face can be seen. Move in front of the camera.',
    'hint.alone': 'The camera sees more than one person. Only you should be visible.',
    'hint.closer': 'Come closer.',
    'hint.back': 'Move back a little.',
    'hint.centre': 'Move your face into the oval.',
    'hint.sharp': 'The image is blurred. Hold still, or wipe the lens.',
    'hint.straight': 'Look straight at the camera.',
    'hint.still': 'Hold still for a moment.',

    'problem.insecure': 'The camera works only on pages with an https address.',
    'problem.unsupported': 'This browser does not let pages use the camera.',
    'problem.inAppBrowser':
      'This page is open inside another app, which blocks the camera. Open the page in your browser.',
    'problem.policy': 'The site that shows this page does not allow the camera.',
    'problem.noCamera': 'No camera was found on this device.',
    'problem.inUse': 'The camera did not start. Close other programs that may be using it.',
    'problem.denied': 'The camera is blocked for this page.',
    'problem.dismissed': 'The camera request was closed. Try again and choose “Allow”.',
    'problem.unanswered':
      'Your browser is still waiting for permission. Look for its request at the edge of the window and choose “Allow”.',
    'problem.lost': 'The camera stopped. It may have been disconnected or used by a call.',
    'problem.webgl':
      'Hardware acceleration (WebGL) is turned off in this browser. Turn it on, or use another browser.',
    'problem.wasm':
      'Face detection does not work here. The browser or the site does not allow WebAssembly, or the file is damaged.',
    'problem.model': 'The face detection file is damaged. Tell whoever runs the site.',
    'problem.assets':
      'This page is not set up correctly: face detection is missing. Tell whoever sent you the link.',
    'problem.load': 'Face detection did not load. Check your connection.',
    'problem.broken': 'Face detection stopped working.',
    'problem.timeout': 'The time ran out before the movement was recognised.',
    'problem.otherMovement': 'The movement was not the one requested. Follow the instructions on the screen.',
    'problem.hidden': 'The camera was turned off because you left this page.',
    'problem.unseen': 'We could not see your face well enough to begin.',
    'problem.unknownAction': 'The service asked for a movement that this page does not know.',
    'problem.notPassed':
      'We could not confirm that it is you. Find good light, take off glasses or a cap, and try again.',
    'attempts.one': 'You have {n} attempt left.',
    'attempts.other': 'You have {n} attempts left.',

    'allow.chromium':
      'Click the camera or settings icon to the left of the address. Allow the camera, then try again.',
    'allow.firefox':
      'Click the crossed-out camera to the left of the address. Remove the block, then try again.',
    'allow.safari': 'Open Safari › Settings › Websites › Camera, allow this site, then try again.',
    'allow.iosSafari':
      'Tap “aA” or the page icon in the address bar. Open Website Settings, allow the camera, then try again.',
    'allow.iosOther':
      'Open Settings on the iPhone or iPad and choose this browser. Allow the camera, then try again.',
    'allow.android':
      'Tap the icon to the left of the address, then Permissions. Allow the camera, then try again.',
    'allow.inApp': 'In the menu of this app, choose to open the page in your browser.',

    'other.heading': 'No camera, or would you rather not use it?',
    'other.device': 'You can continue on a phone or another computer with a camera.',
    'other.hosted': 'This check is done on another page.',
    'other.open': 'Open the page',
    'other.nobody': 'This check cannot be done here. Ask whoever sent you the link for another option.',
    'other.ask': 'If that is not possible, ask whoever sent you the link for another option.',

    'service.notDone': 'The service did not confirm the check. Try again.',
    'service.busy': 'The service is busy. Try again in a moment.',
    'service.refused': 'The service did not accept the attempt. Try again.',
    'service.unknown':
      'We could not find out whether the check was accepted. Check again before you continue.',
  },
  otp: {
    'choose.heading': 'Where should we send the code?',
    'choose.text': 'To continue, you need a 6-digit code. It works once and is valid for 5 minutes.',
    'choose.email': 'By e-mail',
    'choose.sms': 'By SMS',
    'choose.other': 'Send it',
    'choose.send': 'Send the code',
    'choose.sending': 'Sending…',
    'choose.smsWeaker':
      'SMS is less secure than e-mail: anyone with access to your number could read the code.',
    'enter.heading': 'Enter the 6-digit code',
    'enter.email': 'We sent an e-mail to {destination}.',
    'enter.sms': 'We sent an SMS to {destination}.',
    'enter.other': 'We sent you a code.',
    'sending.email': 'We are sending an e-mail to {destination}.',
    'sending.sms': 'We are sending an SMS to {destination}.',
    'sending.other': 'We are sending you a code.',
    'undelivered.email': 'The e-mail to {destination} could not be delivered.',
    'undelivered.sms': 'The SMS to {destination} could not be delivered.',
    'undelivered.other': 'The code could not be delivered.',
    'undelivered.next':
      'Ask for a new code. If that one does not arrive either, contact whoever sent you the link.',
    'enter.label': 'Code',
    'enter.hint': '6 digits',
    'enter.sandbox': 'Test session: the code is {code}.',
    'enter.submit': 'Confirm',
    'enter.submitting': 'Checking…',
    'enter.slow': 'We are still checking. What you entered is still here.',
    'resend.again': 'Send a new code',
    'resend.wait': 'New code in {time}',
    'resend.ready': 'You can ask for a new code now.',
    'resend.email': 'Receive it by e-mail',
    'resend.sms': 'Receive it by SMS',
    'resend.sending': 'Sending a new code…',
    'resend.sent': 'A new code is on its way. Only the newest one works.',
    'error.missing': 'Enter the code you received.',
    'error.length': 'The code has 6 digits. You entered {n}.',
    'error.wrong': 'The code is incorrect. Check it and try again.',
    'error.wrongLeft.one': 'The code is incorrect. You have {n} attempt left with it.',
    'error.wrongLeft.other': 'The code is incorrect. You have {n} attempts left with it.',
    'error.expired': 'This code has expired. Ask for a new one.',
    'error.dead': 'This code was blocked after 3 attempts. Ask for a new one.',
    'error.unsent': 'The code has not been sent yet. Ask for it again in a moment.',
    'problem.notDone': 'The service did not confirm your request. What you entered is still here. Try again.',
    'problem.busy': 'The service is busy. What you entered is still here. Try again in a moment.',
    'problem.tooMany': 'Too many requests in a short time. Wait a moment, then try again.',
    'problem.tooManyUntil': 'Too many codes were requested. You can ask for another one at {time}.',
    'problem.refused':
      'The service did not accept your request. Try again, or contact whoever sent you the link.',
    'problem.exhausted': 'You’ve used all attempts for this step.',
    'problem.unknown':
      'We could not find out whether your code was accepted. What you entered is still here.',
  },
  location: {
    share: 'Share my location (optional)',
    why: 'Your location is stored with the evidence of this session. You can continue without it.',
    asked: 'Getting your location…',
    known: 'Your location will be sent with your answer.',
    unknown: 'Your device did not share its location. You can continue without it.',
  },
  disclosure: {
    heading: 'What your data is used for',
    intro: 'Read this notice before you continue.',
    submit: 'I have read this',
    submitting: 'One moment…',
    'problem.notDone': 'The service has not confirmed your answer. Try again.',
    'problem.busy': 'The service is busy. Try again in a moment.',
    'problem.refused':
      'The service did not accept your answer. The notice may have changed: read it again, then try once more.',
    'problem.unknown': 'We could not find out whether your answer was recorded.',
  },
  waiting: {
    heading: 'Just a moment',
    'heading.person': 'It is not your turn yet',
    person: '{company} asked for your signature. Somebody else signs before you.',
    personNoCompany: 'Whoever sent you the link asked for your signature. Somebody else signs before you.',
    told: 'You can close this page. We will email {email} when it is your turn.',
    returnLater: 'You can close this page and come back later with the same link.',
    'finishing.document': 'We are completing your signature. This takes a few seconds.',
    'finishing.action': 'We are completing your confirmation. This takes a few seconds.',
    check: 'We are checking what you sent. This takes a few seconds.',
    'check.face': 'We are comparing your face. This takes a few seconds.',
    'check.government':
      'We are checking your details with the government database. This takes a few seconds.',
    slow: 'This is taking longer than usual. You can wait, or come back later with the same link.',
    signatures: '{done} of {all} people have signed.',
  },
} as const;
