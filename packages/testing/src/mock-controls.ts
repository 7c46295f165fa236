import type { Screen } from '../../../src/session/screen-for.ts';
import { STEP_TYPES, type StepType } from '../../session-rules/src/index.ts';
import { providerChoice, signing } from './mock-signing.ts';
import type { ActionBody } from './routes.ts';

/** The action that passes a step; undefined for what the service does by itself. */
const ACTION_OF_STEP: Readonly<Record<StepType, string | undefined>> = {
  PURPOSE_DISCLOSURE: 'acknowledge_purpose',
  CLICK_ACCEPT: 'accept',
  OTP_CHALLENGE: 'resend_otp',
  OTP_VERIFY: 'verify_otp',
  BIOMETRIC_LIVENESS: 'complete_liveness',
  BIOMETRIC_MATCH: undefined,
  SERPRO_IDENTITY_CHECK: undefined,
  DOCUMENT_PHOTO_MATCH: 'submit_document_photo',
  DIGITAL_SIGN_A1: 'complete_signing',
};

/** The fewest controls for a screen, as the element has them: a box to tick, a field for the code, a button. */
export function mockControls(
  screen: Screen,
  { perform, decline }: { readonly perform: (body: ActionBody) => void; readonly decline: () => void },
): HTMLElement[] {
  const heading = document.createElement('h2');
  heading.textContent = screen.kind === 'outcome' ? screen.ending : screen.kind;
  if (!('step' in screen) || screen.kind === 'attemptsExhausted') return [heading];
  const type = STEP_TYPES.find(each => each === screen.step.type);
  const action = type && ACTION_OF_STEP[type];
  if (action === undefined) return [heading];
  const isCertificate = type === 'DIGITAL_SIGN_A1';
  const { fields, chosen } = providerChoice(isCertificate ? screen.view : {});
  const form = document.createElement('form');
  const box = input('checkbox');
  const code = input('text');
  code.autocomplete = 'one-time-code';
  if (action === 'accept') form.append(box);
  if (action === 'verify_otp') form.append(code);
  form.append(...fields, button('submit', 'Continue'));
  form.addEventListener('submit', event => {
    event.preventDefault();
    if (action === 'accept' && !box.checked) return;
    if (isCertificate) perform(signing(screen.view, chosen()));
    else perform({ action, ...(action === 'verify_otp' && { otpCode: code.value }) });
  });
  const declining = button('button', 'Decline');
  declining.addEventListener('click', decline);
  return [heading, form, declining];
}

function input(type: string): HTMLInputElement {
  return Object.assign(document.createElement('input'), { type });
}

function button(type: 'submit' | 'button', text: string): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { type, textContent: text });
}
