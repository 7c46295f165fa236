import { stateName } from '../friendly-names.ts';
import type { Expectation } from './scenario.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  'sign-completed': 'The widget reports the signature',
  'sign-declined': 'The widget reports that the signer declined',
  'sign-expired': 'The widget reports that the session expired',
  'sign-failed': 'The widget reports that the session failed',
  'sign-error': 'The widget reports an error',
  'sign-redirect': 'The widget leaves for the site',
};

const SCREENS: Readonly<Record<string, string>> = {
  'step=purposeDisclosure': 'the notice',
  'step=liveness': 'the camera step',
  'step=documentPhoto': 'the photo of a document',
  'step=waiting': 'the wait',
  'step=certificate': 'the certificate step',
};

const STEP_ERRORS: Readonly<Record<string, string>> = {
  'wrong-code': 'a wrong code',
  'code-exhausted': 'a code that was wrong too often',
  'code-expired': 'a code that is too old',
  'identity-mismatch': 'another face in the government base',
  'photo-mismatch': 'another face in the document',
  'certificate-revoked': 'the certificate revoked',
};

const ACTIONS: Readonly<Record<string, string>> = {
  accept: 'The acceptance',
  acknowledge_purpose: 'The acknowledgement',
  verify_otp: 'A code',
  complete_signing: 'A signature',
  complete_liveness: 'A picture of the face',
};

const COUNTS: readonly string[] = ['never', 'once', 'twice'];

/** How often, in words. */
export function times(count: number): string {
  return COUNTS[count] ?? `${count} times`;
}

export function describeStepError(error: string): string {
  return STEP_ERRORS[error] ?? `“${error}”`;
}

/** An event of the widget as a short sentence. @param detail empty, or the fields that matter */
export function describeEvent(name: string, detail: string): string {
  if (name === 'sign-step') return `The widget shows ${SCREENS[detail] ?? detail}`;
  const signer = /signer=(\d)/.exec(detail)?.[1];
  const words = ENDINGS[name] ?? `The widget raises ${name}`;
  if (signer !== undefined) return `${words} (signer ${signer})`;
  return detail === '' || name === 'sign-redirect' ? words : `${words} (${detail.replace(/^\w+=/, '')})`;
}

/** An expectation as a short sentence. */
export function describeExpectation(expectation: Expectation): string {
  switch (expectation.kind) {
    case 'event':
      return describeEvent(expectation.name, expectation.detail ?? '');
    case 'noEvent':
      return expectation.name === 'sign-completed' ? 'Nothing is signed' : `No ${expectation.name}`;
    case 'status':
      return `The service has it as “${stateName(expectation.is)}”`;
    case 'stepError':
      return `The service finds ${describeStepError(expectation.error)}`;
    case 'action':
      return `${ACTIONS[expectation.name] ?? expectation.name} is sent ${times(expectation.times)}`;
    case 'refusal':
      return `The service refuses to make it (${expectation.status})`;
    case 'message':
      return expectation.channel === 'sms' ? 'An SMS arrives' : 'An e-mail arrives';
    case 'delivery':
      return `The delivery is answered ${expectation.httpStatus}`;
  }
}
