import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLastResort, rankCameras } from '../../src/camera/open-camera.ts';

const labelled = (...labels: readonly string[]) => labels.map(label => ({ deviceId: label, label }));
const ranked = (...labels: readonly string[]) => rankCameras(labelled(...labels)).map(({ label }) => label);

describe('the choice of a camera', () => {
  it('puts front colour cameras first, infrared and virtual ones last', () => {
    assert.deepEqual(
      ranked(
        'Integrated IR Camera',
        'OBS Virtual Camera',
        'camera2 0, facing back',
        'USB Webcam',
        'camera2 1, facing front',
      ),
      [
        'camera2 1, facing front',
        'USB Webcam',
        'camera2 0, facing back',
        'OBS Virtual Camera',
        'Integrated IR Camera',
      ],
    );
    assert.deepEqual(ranked('Câmera traseira', 'Câmera frontal'), ['Câmera frontal', 'Câmera traseira']);
  });

  it('takes no ordinary camera for an infrared or a virtual one', () => {
    for (const label of ['FaceTime HD Camera', 'HD Pro Webcam C920', 'Mirror camera', '']) {
      assert.equal(isLastResort({ label }), false, label);
    }
    for (const label of [
      'HP IR Camera',
      'Windows Hello Face',
      'OBS-Camera obs',
      'Snap Camera',
      'Surface InfraRed',
    ]) {
      assert.equal(isLastResort({ label }), true, label);
    }
  });

  it('keeps the browser’s order among equals, such as cameras without a name', () => {
    const nameless = [
      { deviceId: 'a', label: '' },
      { deviceId: 'b', label: '' },
    ];
    assert.deepEqual(rankCameras(nameless), nameless);
  });
});
