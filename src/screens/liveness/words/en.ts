/** Every text of the camera step, in English. The other locales have the same keys. */
export const en = {
  heading: 'Show that it is you',
  intro: 'The camera looks at your face for a few seconds while you do what this page asks for.',
  'intro.privacy':
    'Your face is found on this device. A few still pictures are sent to the service, nothing else; there is no recording.',
  'intro.permission': 'The browser will ask whether this page may use the camera: allow it.',
  'intro.start': 'The camera goes on when you press the button, and off when the step is over.',
  'simulated.intro':
    'This is a test session: the check is simulated. No camera is used and no face is needed.',
  'simulated.start': 'Simulate the check',
  start: 'Turn the camera on',
  again: 'Try again',
  resend: 'Send again',
  stop: 'Stop',
  'option.time': 'I would like more time',
  'option.spoken': 'Read the hints aloud',
  'option.camera': 'Camera',
  'option.cameraNumber': 'Camera {n}',

  'stage.asking': 'Allow the camera in the question that your browser shows.',
  'stage.loading': 'Getting ready: {percent} %',
  'stage.sending': 'Sending picture {n} of {all}…',
  'stage.checking': 'The service is checking…',
  'stage.progress': 'Step {n} of {all}',
  'stage.preview': 'Your camera’s picture',

  'hint.CENTER': 'Look at the camera and hold still.',
  'hint.TURN_LEFT': 'Turn your head slowly to your left.',
  'hint.TURN_RIGHT': 'Turn your head slowly to your right.',
  'hint.BLINK': 'Close your eyes for a moment and open them again.',
  'hint.SMILE': 'Smile.',
  'hint.return': 'Good. Now look straight ahead again.',
  'hint.uncover': 'The camera is covered. Uncover it.',
  'hint.light': 'It is too dark. Turn to a light or a window.',
  'hint.glare': 'It is too bright. Turn away from the light.',
  'hint.noFace': 'No face can be seen. Come into the picture.',
  'hint.alone': 'There are several people in the picture. You have to be alone.',
  'hint.closer': 'Come closer.',
  'hint.back': 'Move back a little.',
  'hint.centre': 'Move your face into the oval.',
  'hint.sharp': 'The picture is blurred. Hold still, or wipe the lens.',
  'hint.straight': 'Look straight at the camera.',
  'hint.still': 'Hold still for a moment.',

  'problem.insecure': 'The camera works only on pages that were opened by https.',
  'problem.unsupported': 'This browser does not let pages use the camera.',
  'problem.inAppBrowser':
    'This page is open inside another app, which keeps the camera from it. Open it in your browser.',
  'problem.policy': 'The site that shows this page does not let it use the camera.',
  'problem.noCamera': 'No camera was found on this device.',
  'problem.inUse': 'Another program is using the camera, or it does not start. Close the other program.',
  'problem.denied': 'The camera is not allowed for this page.',
  'problem.dismissed': 'The question about the camera was closed. Try again, and allow it.',
  'problem.unanswered':
    'The browser has not answered yet. Look for its question at the edge of the window, and allow the camera.',
  'problem.lost': 'The camera stopped. It may have been unplugged, or taken by a call.',
  'problem.webgl':
    'This browser cannot draw with the graphics card (WebGL), which finding a face needs. Turn hardware acceleration on, or use another browser.',
  'problem.wasm':
    'The part of this page that finds faces cannot run here: this browser or the site’s policy does not allow WebAssembly, or the file is damaged.',
  'problem.model': 'The part of this page that finds faces is damaged. Tell whoever runs the site.',
  'problem.load': 'The part of this page that finds faces did not load. Check your connection.',
  'problem.broken': 'The part of this page that finds faces stopped working.',
  'problem.timeout': 'The movement was not seen in time.',
  'problem.otherMovement': 'Another movement was seen than the one that was asked for.',
  'problem.hidden': 'This page went out of sight, so the camera was turned off.',
  'problem.unseen': 'Your face was not seen well enough to begin.',
  'problem.unknownAction': 'The service asks for something that this page does not know.',
  'problem.notPassed': 'The service did not accept the check.',
  'attempts.one': 'You have {n} try left.',
  'attempts.other': 'You have {n} tries left.',

  'allow.chromium':
    'Press the camera or settings symbol left of the address, set the camera to “Allow”, then try again.',
  'allow.firefox': 'Press the crossed-out camera left of the address, remove the block, then try again.',
  'allow.safari': 'Choose Safari › Settings › Websites › Camera, allow this site, then try again.',
  'allow.iosSafari':
    'Press “aA” or the page symbol in the address bar, then Website Settings, allow the camera, then try again.',
  'allow.iosOther':
    'Open the Settings of the iPhone or iPad, choose this browser, allow the camera, then try again.',
  'allow.android':
    'Press the symbol left of the address, then Permissions, allow the camera, then try again.',
  'allow.inApp': 'Open the menu of this app and choose to open the page in your browser.',

  'other.heading': 'No camera, or you would rather not use it?',
  'other.device': 'You can go on on a phone or another computer that has a camera.',
  'other.hosted': 'Another page does this check.',
  'other.open': 'Open the page',
  'other.nobody': 'This check cannot be done here. Ask whoever sent you the link for another way to sign.',
  'other.ask': 'If that is not possible, ask whoever sent you the link for another way to sign.',

  'service.notDone': 'The service has not confirmed the check. Try again.',
  'service.busy': 'The service is busy. Try again in a moment.',
  'service.refused': 'The service did not accept the attempt. Try again.',
  'service.unknown':
    'We could not find out whether the check was accepted. Check again before you do anything else.',
} as const;
