import { COMPLETED, type Expectation, NOT_SIGNED, type ScenarioGroup } from './scenario.ts';

const WITH_FACE = { '/policy/profile': 'BIOMETRIC' };
const ACCEPT = 'Tick the box and continue.';
const SIMULATED = 'Continue: the check is simulated, no camera is used.';

/** The camera step is shown and not completed. */
const NO_FACE_SENT: readonly Expectation[] = [
  { kind: 'event', name: 'sign-step', detail: 'step=liveness' },
  { kind: 'action', name: 'complete_liveness', times: 0 },
  ...NOT_SIGNED,
];

export const FACE: ScenarioGroup = {
  name: 'Face',
  words: 'liveness biometric biometrics selfie camera facial',
  scenarios: [
    {
      id: 'face',
      name: 'Recognised',
      summary: 'The face matches, then signed',
      values: WITH_FACE,
      steps: [ACCEPT, SIMULATED],
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=liveness' }, ...COMPLETED],
    },
    {
      id: 'face-and-code',
      name: 'Face and code',
      summary: 'The face matches, the code is right, then signed',
      values: { '/policy/profile': 'BIOMETRIC_PLUS_OTP' },
      steps: [ACCEPT, SIMULATED, 'Copy the code from the inbox and confirm it.'],
      expected: [{ kind: 'action', name: 'verify_otp', times: 1 }, ...COMPLETED],
    },
    {
      id: 'face-not-recognised',
      name: 'Not recognised',
      summary: 'Advice and another try, until no attempt is left',
      words: 'mismatch rejected failed attempts',
      signer: 'face-differs',
      values: WITH_FACE,
      steps: [ACCEPT, 'Continue three times.'],
      expected: [{ kind: 'event', name: 'sign-error', detail: 'code=attempts_exhausted' }, ...NOT_SIGNED],
    },
    {
      id: 'face-dark',
      name: 'Too dark',
      summary: 'The camera sees next to nothing; more light is asked for',
      words: 'light low light',
      values: WITH_FACE,
      faces: 'LIVE',
      camera: 'dark',
      steps: [ACCEPT, 'Turn the camera on and watch the hints.'],
      expected: NO_FACE_SENT,
    },
    {
      id: 'face-nobody',
      name: 'Nobody before the camera',
      summary: 'The face is looked for, with help',
      values: WITH_FACE,
      faces: 'LIVE',
      camera: 'empty',
      steps: [ACCEPT, 'Turn the camera on and wait.'],
      expected: NO_FACE_SENT,
    },
    {
      id: 'face-no-camera',
      name: 'No camera',
      summary: 'Offers to continue on a phone',
      values: WITH_FACE,
      faces: 'LIVE',
      camera: 'none',
      steps: [ACCEPT, 'Turn the camera on.'],
      expected: NO_FACE_SENT,
    },
    {
      id: 'face-denied',
      name: 'Camera not allowed',
      summary: 'Says how to allow it, and offers the phone',
      words: 'permission blocked refused',
      values: WITH_FACE,
      faces: 'LIVE',
      camera: 'denied',
      steps: [ACCEPT, 'Turn the camera on.'],
      expected: NO_FACE_SENT,
    },
    {
      id: 'face-document',
      name: 'Not recognised, document photo instead',
      summary: 'After the face fails, a photo of a document decides',
      words: 'fallback id photo rg cnh',
      subject: 'action',
      signer: 'face-differs',
      values: { '/policy/profile': 'BIOMETRIC_DOCUMENT_FALLBACK' },
      steps: ['Tick the box and confirm.', 'Continue until the photo is asked for.', 'Choose any photo.'],
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=documentPhoto' }, ...COMPLETED],
    },
    {
      id: 'face-document-differs',
      name: 'Neither face nor document photo',
      summary: 'The photo does not match either; nothing is signed',
      words: 'fallback mismatch rejected',
      subject: 'action',
      signer: 'nothing-matches',
      values: { '/policy/profile': 'BIOMETRIC_DOCUMENT_FALLBACK' },
      steps: ['Tick the box and confirm.', 'Continue until the photo is asked for.', 'Choose any photo.'],
      expected: [{ kind: 'stepError', error: 'photo-mismatch' }, ...NOT_SIGNED],
    },
  ],
};

const WITH_BASE = { '/policy/profile': 'BIOMETRIC_SERPRO' };
const STEPS = ['Tick the box and continue.', 'Continue: the check is simulated, no camera is used.'];

export const GOVERNMENT_BASE: ScenarioGroup = {
  name: 'Government base',
  words: 'serpro datavalid biometric identity check',
  scenarios: [
    {
      id: 'base',
      name: 'Agrees',
      summary: 'The base has the same face, then signed',
      values: WITH_BASE,
      steps: STEPS,
      expected: COMPLETED,
    },
    {
      id: 'base-differs',
      name: 'Differs from the base',
      summary: 'The base has another face; nothing is signed',
      signer: 'base-differs',
      values: WITH_BASE,
      steps: STEPS,
      expected: [{ kind: 'stepError', error: 'identity-mismatch' }, ...NOT_SIGNED],
    },
    {
      id: 'base-down',
      name: 'Base is down',
      summary: 'Waits, says so, and keeps the session open',
      signer: 'base-down',
      values: WITH_BASE,
      steps: STEPS,
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=waiting' }, ...NOT_SIGNED],
    },
    {
      id: 'base-slow',
      name: 'Base is slow',
      summary: 'Answers after 6 seconds; the wait is explained',
      signer: 'base-slow',
      values: WITH_BASE,
      steps: STEPS,
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=waiting' }, ...COMPLETED],
    },
    {
      id: 'base-fallback',
      name: 'Base is down, document photo instead',
      summary: 'A photo of a document takes the place of the base',
      signer: 'base-down',
      values: { '/policy/profile': 'BIOMETRIC_SERPRO_AUTO_FALLBACK' },
      steps: ['Acknowledge the notice.', ...STEPS, 'Choose any photo of a document.'],
      expected: [{ kind: 'event', name: 'sign-step', detail: 'step=documentPhoto' }, ...COMPLETED],
    },
  ],
};

export const TRUST: ScenarioGroup = {
  name: 'Trust',
  words: 'transaction action confirm step-up no document',
  scenarios: [
    {
      id: 'trust',
      name: 'An action, by click',
      summary: 'No document: what is confirmed stands in words',
      subject: 'action',
      steps: ['Read the action, tick the box and confirm.'],
      expected: COMPLETED,
    },
    {
      id: 'trust-code',
      name: 'An action, with a code',
      summary: 'Confirmed by click and code',
      subject: 'action',
      values: { '/policy/profile': 'CLICK_PLUS_OTP' },
      steps: ['Tick the box and confirm.', 'Copy the code from the inbox and confirm it.'],
      expected: [{ kind: 'message', channel: 'email' }, ...COMPLETED],
    },
    {
      id: 'trust-face',
      name: 'An action, with a face',
      summary: 'Confirmed by click and face',
      subject: 'action',
      values: { '/policy/profile': 'BIOMETRIC' },
      steps: ['Tick the box and confirm.', 'Continue: the check is simulated.'],
      expected: COMPLETED,
    },
  ],
};
