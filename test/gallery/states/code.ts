import { CodeFlow } from '../../support/scripted-flow.ts';
import { until } from '../../support/mounted-session.ts';
import { HEADING, RETURN, stepsOf, type GalleryState, type Place } from '../gallery-state.ts';
import type { Scene } from '../scene.ts';

const EMAIL = 'm***a@exemplo.com.br';
const CONFIRM: Place = { name: words => words.later('otp').t('enter.submit') };
const RESEND: Place = { name: words => words.later('otp').t('resend.again') };
/** The field for the code: a child of the element, in the page's own tree. */
const FIELD: Place = { selector: 'input[autocomplete="one-time-code"]' };

/** The session when the code has been sent, after so many wrong entries. */
function sent(scene: Scene, attempts = 0): void {
  const flow = new CodeFlow();
  flow.attempts = attempts;
  scene.service.flow = flow;
  scene.service.change(flow.sent('email'));
}

/** Signs, which has a code sent. */
async function toCode(scene: Scene): Promise<void> {
  await scene.signer.readyToSign();
  await scene.press(scene.words.t('accept.submitNext'));
  await scene.signer.shows('otp');
}

/** Fills a code in at one stroke, as autofill does, which sends it. */
async function enter(scene: Scene, code: string): Promise<void> {
  const field = await until(() => scene.element.querySelector('input'), 'the field');
  field.focus();
  field.value = code;
  field.dispatchEvent(new InputEvent('input', { inputType: 'insertText', bubbles: true }));
}

/** The one-time code. */
export const codeStates: readonly GalleryState[] = [
  {
    name: 'otp-channel',
    document: false,
    session: {
      ...stepsOf(['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'], 1),
      signer: {
        name: 'Maria da Silva',
        maskedEmail: EMAIL,
        maskedPhone: '+55 11 *****-4321',
        otpChannelSelectable: true,
        availableOtpChannels: ['email', 'sms'],
      },
    },
    arrive: ({ signer }) => signer.shows('otp-channel'),
    primary: { name: words => `${words.later('otp').t('choose.email')}: ${EMAIL}` },
    seen: [HEADING],
  },
  {
    name: 'otp-entry',
    session: stepsOf(['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY']),
    prepare: ({ service }) => {
      service.flow = new CodeFlow();
    },
    arrive: toCode,
    primary: CONFIRM,
    seen: [HEADING, FIELD, RESEND],
    focus: [HEADING, FIELD],
  },
  {
    name: 'otp-entry-sandbox',
    session: { environment: 'sandbox', ...stepsOf(['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY']) },
    prepare: ({ service }) => {
      service.flow = new CodeFlow();
    },
    arrive: toCode,
    primary: CONFIRM,
    seen: [HEADING, FIELD],
    focus: [HEADING, FIELD],
  },
  {
    name: 'otp-wrong',
    prepare: sent,
    arrive: async scene => {
      await scene.signer.shows('otp');
      await scene.signer.hears('sign-ready');
      await enter(scene, '000000');
      await scene.says(scene.words.later('otp').plural('error.wrongLeft', 2));
    },
    primary: CONFIRM,
    seen: [{ text: words => words.later('otp').plural('error.wrongLeft', 2) }, FIELD],
    focus: [FIELD],
  },
  {
    name: 'otp-dead',
    prepare: scene => sent(scene, 2),
    arrive: async scene => {
      await scene.signer.shows('otp');
      await scene.signer.hears('sign-ready');
      await enter(scene, '000000');
      await scene.says(scene.words.later('otp').t('error.dead'));
    },
    primary: RESEND,
    seen: [{ text: words => words.later('otp').t('error.dead') }, FIELD],
    focus: [FIELD, RESEND],
  },
  {
    name: 'otp-exhausted',
    session: stepsOf(['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'], 2, {
      status: 'FAILED',
      attempts: 9,
      maxAttempts: 9,
      error: 'attempts-exhausted',
    }),
    arrive: ({ signer }) => signer.shows('attempts-exhausted'),
    primary: RETURN,
    seen: [HEADING, { selector: '.notice' }],
  },
];
