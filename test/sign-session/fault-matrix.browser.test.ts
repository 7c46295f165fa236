import { expect } from '@open-wc/testing';
import { CODES, codesSent, NOTHING_SEEN, onScreen, outcomes } from './fault-matrix/action.ts';
import { ONE_OF_EACH } from './fault-matrix/faults.ts';
import { playMatrix } from './fault-matrix/play.ts';

/*
 * Every action of the signer, and everything that may go wrong on its way to the real service and back: the
 * signer ends where the service has them, was told the truth meanwhile, and the service did it once.
 */

playMatrix({
  load: {
    policy: CODES,
    match: { method: 'GET' },
    act: () => undefined,
    done: onScreen('accept'),
    once: async session => {
      expect((await session.state())['status']).to.equal('ACTIVE');
    },
    outcomes: {
      ...outcomes({
        notDone: /The service is not responding/,
        refused: /The service is having a problem/,
        busy: /The service is having a problem/,
        unknown: /The service is not responding/,
      }),
      garbage: { says: /sent an unexpected answer/, event: 'sign-error:unexpected_answer' },
      misread: { says: /sent an unexpected answer/, event: 'sign-error:unexpected_answer' },
      stranger: { says: /This link does not work/, event: 'sign-error:invalid_client_secret' },
      absent: { says: /This link does not work/, event: 'sign-error:invalid_client_secret' },
      gone: { says: /This link has expired/ },
    },
  },
  accept: {
    policy: CODES,
    match: { action: 'accept' },
    ready: async signer => {
      const accept = await signer.shows('accept');
      accept.querySelector('input')?.click();
    },
    act: signer => signer.submit(),
    done: onScreen('otp'),
    once: session => codesSent(session, 1),
    outcomes: outcomes({
      notDone: /So far, nothing is confirmed/,
      refused: /did not accept your answer. Nothing was confirmed/,
      busy: /The service is busy. So far, nothing is confirmed/,
      unknown: /could not find out whether your confirmation was recorded/,
    }),
  },
  decline: {
    policy: CODES,
    match: { method: 'POST', path: '/cancel' },
    faults: ONE_OF_EACH,
    ready: async signer => {
      await signer.shows('accept');
      signer.control('Decline').click();
      await signer.shows('decline');
    },
    act: signer => signer.submit(),
    done: signer => signer.text.includes('You declined'),
    once: async session => {
      expect(await session.state()).to.include({ status: 'CANCELLED', cancelledBy: 'signer' });
    },
    outcomes: outcomes({
      notDone: /has not confirmed yet that you declined/,
      refused: /has not confirmed yet that you declined/,
      busy: /has not confirmed yet that you declined/,
      unknown: /could not find out whether your refusal was recorded/,
    }),
  },
  'a look at the session': {
    policy: CODES,
    match: { method: 'GET' },
    ready: async signer => {
      await signer.shows('accept');
    },
    act: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    done: onScreen('accept'),
    once: async session => {
      expect((await session.state())['status']).to.equal('ACTIVE');
    },
    // Nobody asked for it, so nobody is troubled with it.
    outcomes: NOTHING_SEEN,
  },
});
