import { expect } from '@open-wc/testing';
import { type MountedSession, until } from '../support/mounted-session.ts';
import { accepted, CODES, codesSent, onScreen, outcomes } from './fault-matrix/action.ts';
import { ONE_OF_EACH } from './fault-matrix/faults.ts';
import { playMatrix } from './fault-matrix/play.ts';

/* The matrix for the steps that not every session has. */

const NOTICE = { profile: 'CUSTOM', customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'] };

function enter(signer: MountedSession, code: string): void {
  const input = signer.element.querySelector('input');
  if (input === null) throw new Error('There is no field for the code');
  input.value = code;
  input.dispatchEvent(new InputEvent('input'));
  signer.submit();
}

playMatrix({
  verify_otp: {
    policy: CODES,
    match: { action: 'verify_otp' },
    faults: ONE_OF_EACH,
    before: accepted,
    ready: async signer => {
      await signer.shows('otp');
    },
    // No code is 000000 to 000009 here by chance more often than once in a hundred thousand runs.
    act: signer => enter(signer, '000000'),
    done: signer => signer.text.includes('The code is incorrect'),
    once: async session => {
      expect((await session.step('OTP_VERIFY'))['attempts'], 'entries counted').to.equal(1);
    },
    outcomes: outcomes({
      notDone: /did not confirm your request. What you entered is still here/,
      refused: /did not accept your request/,
      busy: /The service is busy. What you entered is still here/,
      unknown: /could not find out whether your code was accepted. What you entered is still here/,
    }),
  },
  resend_otp: {
    policy: CODES,
    match: { action: 'resend_otp' },
    // Here the signer is told how long to wait.
    faults: [...ONE_OF_EACH, 'meets a 503', 'meets a 429'],
    before: accepted,
    // Another code can be asked for half a minute after the last.
    secondsLater: 31,
    ready: async signer => {
      await signer.shows('otp');
      await until(() => signer.text.includes('Send a new code'), 'the button');
    },
    act: signer => signer.control('Send a new code').click(),
    done: signer => signer.text.includes('A new code is on its way'),
    once: session => codesSent(session, 2),
    outcomes: {
      ...outcomes({
        notDone: /did not confirm your request/,
        refused: /did not accept your request/,
        busy: /The service is busy/,
        unknown: /could not find out/,
      }),
      busy: { says: /The service is busy/, event: 'sign-error:service_unavailable' },
      tooMany: { says: /Too many requests/, event: 'sign-error:rate_limited' },
    },
  },
  acknowledge_purpose: {
    policy: NOTICE,
    match: { action: 'acknowledge_purpose' },
    faults: ONE_OF_EACH,
    ready: async signer => {
      await signer.shows('purpose-disclosure');
    },
    act: signer => signer.control('I have read this').click(),
    done: onScreen('accept'),
    once: async session => {
      expect(await session.step('PURPOSE_DISCLOSURE')).to.include({ status: 'COMPLETED', attempts: 1 });
    },
    outcomes: outcomes({
      notDone: /has not confirmed your answer/,
      refused: /did not accept your answer. The notice may have changed/,
      busy: /The service is busy/,
      unknown: /could not find out/,
    }),
  },
});
