import { expect } from '@open-wc/testing';
import { CameraStandIn, movingStream } from '../support/camera-stand-in.ts';
import { standInForFaces } from '../support/face-stand-in.ts';
import type { LiveSession } from '../support/live-sessions.ts';
import type { MountedSession } from '../support/mounted-session.ts';
import { onScreen, outcomes, pressSubmit } from './fault-matrix/action.ts';
import { playMatrix } from './fault-matrix/play.ts';

/* The matrix for the two actions of the camera step, which the sandbox simulates, and for the pictures that it sends. */

const SIMULATED = { profile: 'CUSTOM', customSteps: ['BIOMETRIC_LIVENESS', 'CLICK_ACCEPT'] };

const step = {
  policy: SIMULATED,
  ready: async (signer: MountedSession) => {
    await signer.shows('liveness');
  },
  act: pressSubmit,
  done: onScreen('accept'),
  // Attempts are those that failed: no trouble on the way may cost the signer one.
  once: async (session: LiveSession) => {
    expect(await session.step('BIOMETRIC_LIVENESS')).to.include({ status: 'COMPLETED', attempts: 0 });
  },
};

const words = outcomes({
  notDone: /The service has not confirmed the check/,
  refused: /The service did not accept the attempt/,
  busy: /The service is busy/,
  unknown: /could not find out/,
});

playMatrix({
  start_liveness: {
    ...step,
    match: { action: 'start_liveness' },
    // What an answer that can't be read began, nobody can go on with: another try begins another attempt.
    outcomes: { ...words, misread: words.garbage },
  },
  complete_liveness: {
    ...step,
    match: { action: 'complete_liveness' },
    outcomes: words,
  },
});

const FACES = { ...step, faces: true };

describe('with a camera', () => {
  let cameras: CameraStandIn | undefined;
  let goAway: (() => void) | undefined;
  before(function () {
    // Without WebGL no camera is asked for.
    if (document.createElement('canvas').getContext('webgl2') === null) this.skip();
    cameras = new CameraStandIn([async () => movingStream()]);
    goAway = standInForFaces();
  });
  after(() => {
    goAway?.();
    cameras?.restore();
  });

  playMatrix({
    'a picture of the signer': {
      ...FACES,
      match: { method: 'PUT', path: '/liveness' },
      outcomes: { ...words, misread: words.garbage },
    },
  });
});
