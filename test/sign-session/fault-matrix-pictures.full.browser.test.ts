import { CameraStandIn, hasWebGl, movingStream } from '../support/camera-stand-in.ts';
import { standInForFaces } from '../support/face-stand-in.ts';
import { ONE_OF_EACH } from './fault-matrix/faults.ts';
import { livenessOutcomes, livenessStep } from './fault-matrix/liveness-step.ts';
import { playMatrix } from './fault-matrix/play.ts';

/*
 * The matrix for the pictures of the camera step. The service lets nobody be faster than a person, so each takes some
 * seconds.
 */
describe('with a camera', () => {
  let camera: CameraStandIn | undefined;
  let removeFaces: (() => void) | undefined;
  before(function () {
    if (!hasWebGl()) return this.skip();
    camera = new CameraStandIn([async () => movingStream()]);
    removeFaces = standInForFaces();
  });
  after(() => {
    removeFaces?.();
    camera?.restore();
  });

  playMatrix({
    'a picture of the signer': {
      ...livenessStep,
      faces: true,
      match: { method: 'PUT', path: '/liveness' },
      faults: ONE_OF_EACH.filter(fault => fault !== 'arrives after the widget has given up waiting'),
      outcomes: { ...livenessOutcomes, misread: livenessOutcomes.garbage },
    },
  });
});
