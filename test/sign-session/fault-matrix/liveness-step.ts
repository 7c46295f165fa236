import { expect } from '@open-wc/testing';
import type { LiveSession } from '../../support/live-sessions.ts';
import type { MountedSession } from '../../support/mounted-session.ts';
import { onScreen, outcomes, pressSubmit } from './action.ts';

/** What every action of the camera step has in common. */
export const livenessStep = {
  policy: { profile: 'CUSTOM', customSteps: ['BIOMETRIC_LIVENESS', 'CLICK_ACCEPT'] },
  ready: async (signer: MountedSession) => {
    await signer.shows('liveness');
  },
  act: pressSubmit,
  done: onScreen('accept'),
  // Attempts are those that failed: no trouble on the way may cost the signer one.
  once: async (session: LiveSession) => {
    expect(await session.step('BIOMETRIC_LIVENESS')).to.include({ status: 'COMPLETED', attempts: 0 });
  },
} as const;

export const livenessOutcomes = outcomes({
  notDone: /The service did not confirm the check/,
  refused: /The service did not accept the attempt/,
  busy: /The service is busy/,
  unknown: /could not find out/,
});
