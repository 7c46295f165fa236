/** All scenarios by group; those of identity and of faults and endings. */
import { NAMED_FAULTS, type NamedFault } from '../conditions/named-faults.ts';
import { COMPLETED, type Expectation, NOT_SIGNED, type Scenario, type ScenarioGroup } from './scenario.ts';
import { CERTIFICATE, CLICK, CODE, ENVELOPE } from './signing-scenarios.ts';

const WITH_FACE = { '/policy/profile': 'BIOMETRIC' };
const ACCEPT = 'Tick the box and continue.';
const SIMULATED = 'Continue: the check is simulated, no camera is used.';

/** The camera step is shown and not completed. */
const NO_FACE_SENT: readonly Expectation[] = [
  { kind: 'event', name: 'sign-step', detail: 'step=liveness' },
  { kind: 'action', name: 'complete_liveness', times: 0 },
  ...NOT_SIGNED,
];

const FACE: ScenarioGroup = {
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

const GOVERNMENT_BASE: ScenarioGroup = {
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

const TRUST: ScenarioGroup = {
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

/** A click under a fault that the signer should not suffer from. */
function surviving(id: string, { name, fault }: NamedFault, summary: string): Scenario {
  return { id, name, summary, faults: [fault], steps: ['Tick the box and sign.'], expected: COMPLETED };
}

const { acceptanceAnswerLost, acceptanceLost, acceptanceBroken, tooMany, slow, notJson } = NAMED_FAULTS;

const FAULTS: ScenarioGroup = {
  name: 'Faults',
  words: 'error failure network outage chaos',
  scenarios: [
    surviving('fault-answer-lost', acceptanceAnswerLost, 'Says signed, and signs once'),
    surviving('fault-lost', acceptanceLost, 'Is sent again by itself, and signs once'),
    surviving('fault-500', acceptanceBroken, 'Is sent again by itself, and signs once'),
    surviving('fault-429', tooMany, 'Waits as long as the service asks, then continues'),
    surviving('fault-not-json', notJson, 'Asks again; nothing is called failed that is not'),
    surviving('fault-slow', slow, 'Every wait is shown; nothing fails'),
    {
      id: 'fault-down',
      name: 'The service goes down',
      summary: 'Says so, keeps what was typed, and continues once the fault is removed',
      words: 'unavailable 503 outage',
      moments: [
        {
          at: 'sign-step',
          detail: 'step=accept',
          act: { kind: 'armFault', fault: NAMED_FAULTS.down.fault },
        },
      ],
      steps: ['Tick the box and sign.', 'Remove the fault and try again.'],
      expected: [{ kind: 'event', name: 'sign-error' }, ...COMPLETED],
    },
    {
      id: 'fault-offline',
      name: 'Offline while accepting',
      summary: 'Says offline; continues when the connection is back',
      moments: [{ at: 'sign-ready', act: { kind: 'network', mode: 'offline' } }],
      steps: ['Tick the box and sign.', 'Set the network to normal.', 'Try again.'],
      expected: [{ kind: 'event', name: 'sign-error' }, ...COMPLETED],
    },
    {
      id: 'fault-slow-network',
      name: 'Slow network',
      summary: 'Three seconds for every request; nothing fails',
      moments: [{ at: 'sign-step', detail: 'step=loading', act: { kind: 'network', mode: 'slow' } }],
      steps: ['Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'fault-document',
      name: 'The document breaks off',
      summary: 'Cannot be loaded, so it cannot be signed unseen',
      words: 'pdf download interrupted',
      faults: [NAMED_FAULTS.documentBreaksOff.fault],
      steps: ['Wait, and try to sign all the same.'],
      expected: [
        { kind: 'event', name: 'sign-error', detail: 'code=document_unavailable' },
        { kind: 'action', name: 'accept', times: 0 },
        ...NOT_SIGNED,
      ],
    },
    {
      id: 'pdf-damaged',
      name: 'Damaged PDF',
      summary: 'Refused when the session is made',
      words: 'corrupt invalid broken',
      sample: 'damaged',
      steps: [],
      expected: [{ kind: 'refusal', status: 400, words: 'damaged' }],
    },
    {
      id: 'pdf-encrypted',
      name: 'Protected PDF',
      summary: 'Refused when the session is made',
      words: 'password encrypted',
      sample: 'encrypted',
      steps: [],
      expected: [{ kind: 'refusal', status: 400, words: 'protected' }],
    },
    {
      id: 'pdf-scripted',
      name: 'Hostile PDF',
      summary: 'Its scripts do not run; it is shown and can be signed',
      words: 'javascript malicious attack',
      sample: 'scripted',
      steps: ['See that nothing opens by itself.', 'Tick the box and sign.'],
      expected: COMPLETED,
    },
    {
      id: 'webhook-refused',
      name: 'Refused webhook',
      summary: 'The receiver answers 500 once; the delivery is tried again',
      words: 'retry redeliver 500',
      faults: [NAMED_FAULTS.webhookRefused.fault],
      withWebhook: true,
      steps: ['Open “Webhooks”.', 'Press “Redeliver” at the delivery that was answered 500.'],
      expected: [{ kind: 'delivery', httpStatus: 500 }],
    },
  ],
};

/** The lifetime of the console's sessions. */
const SESSION_LIFETIME_S = 3600;

const ENDS: ScenarioGroup = {
  name: 'Ends',
  words: 'outcome result status',
  scenarios: [
    {
      id: 'end-declined',
      name: 'Declined',
      summary: 'The signer declines, with a reason',
      words: 'reject refuse decline',
      steps: ['Decline, and say why.'],
      expected: [
        { kind: 'event', name: 'sign-declined' },
        { kind: 'status', is: 'CANCELLED' },
      ],
    },
    {
      id: 'end-expired',
      name: 'Expired while open',
      summary: 'An hour passes at the document; says that it is over',
      words: 'timeout deadline',
      moments: [{ at: 'sign-ready', act: { kind: 'moveClock', seconds: SESSION_LIFETIME_S + 60 } }],
      steps: ['Wait: the widget hears of it.'],
      expected: [
        { kind: 'event', name: 'sign-expired' },
        { kind: 'status', is: 'EXPIRED' },
      ],
    },
    {
      id: 'end-cancelled',
      name: 'Cancelled while open',
      summary: 'The integrator cancels while the signer reads',
      words: 'canceled revoked withdrawn',
      moments: [{ at: 'sign-ready', act: { kind: 'cancel' } }],
      steps: ['Wait: the widget hears of it.'],
      expected: [
        { kind: 'event', name: 'sign-failed', detail: 'reason=cancelled' },
        { kind: 'status', is: 'CANCELLED' },
      ],
    },
    {
      id: 'end-failed',
      name: 'Broken finalization',
      summary: 'The evidence cannot be made; says that the session failed',
      words: 'error finalization sealing',
      breaksFinalization: true,
      steps: ['Tick the box and sign.'],
      expected: [
        { kind: 'event', name: 'sign-failed', detail: 'reason=finalization_failed' },
        { kind: 'status', is: 'FAILED' },
      ],
    },
    {
      id: 'end-link',
      name: 'Wrong link',
      summary: 'The link’s secret is another one; says that the link is not valid',
      words: 'invalid secret 401 unauthorized',
      hasWrongLink: true,
      steps: [],
      expected: [
        { kind: 'event', name: 'sign-error', detail: 'code=invalid_client_secret' },
        { kind: 'status', is: 'ACTIVE' },
      ],
    },
    {
      id: 'end-return',
      name: 'Back to the site',
      summary: 'After signing, a button leads to the return address',
      words: 'redirect return url',
      values: { '/returnUrl': 'https://www.example.com/contracts' },
      steps: ['Tick the box and sign.', 'Press the button that leads back.'],
      expected: [
        { kind: 'event', name: 'sign-completed' },
        { kind: 'event', name: 'sign-redirect', detail: 'www.example.com' },
        { kind: 'status', is: 'COMPLETED' },
      ],
    },
    {
      id: 'end-quota',
      name: 'Quota used up',
      summary: 'The third session of the month is refused',
      words: 'limit 429',
      isLimited: true,
      sessions: 3,
      steps: [],
      expected: [{ kind: 'refusal', status: 429, words: 'quota' }],
    },
    {
      id: 'end-wrong-cpf',
      name: 'Wrong check digits',
      summary: 'Refused when the session is made, at the field',
      words: 'invalid validation 400',
      signer: 'wrong-cpf',
      steps: [],
      expected: [{ kind: 'refusal', status: 400, words: 'check digits' }],
    },
  ],
};

/** All scenarios, in the order in which they are listed. */
export const SCENARIO_GROUPS: readonly ScenarioGroup[] = [
  CLICK,
  CODE,
  FACE,
  GOVERNMENT_BASE,
  CERTIFICATE,
  ENVELOPE,
  TRUST,
  FAULTS,
  ENDS,
];

export const SCENARIOS: readonly Scenario[] = SCENARIO_GROUPS.flatMap(({ scenarios }) => scenarios);

/** Whether a scenario has each of the words in its names, its summary or its synonyms; capitals don't matter. */
export function matchesWords(
  { id, name, summary, words = '' }: Scenario,
  group: ScenarioGroup,
  wanted: string,
): boolean {
  const text = `${group.name} ${group.words ?? ''} ${name} ${summary} ${words} ${id}`.toLowerCase();
  return wanted
    .toLowerCase()
    .trim()
    .split(/\s+/)
    .every(word => text.includes(word));
}

export function findScenario(id: string | undefined): Scenario | undefined {
  return SCENARIOS.find(scenario => scenario.id === id);
}
