import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { poseOf } from '../../src/face/face-reading.ts';
import { lightOf } from '../../src/face/frame-light.ts';

/** A head turned about its upright axis, column by column, as MediaPipe gives it. */
function turned(degrees: number): number[] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [cos, 0, -sin, 0, 0, 1, 0, 0, sin, 0, cos, 0, 0, 0, 0, 1];
}

/** A picture of one brightness a point, by rows. */
const picture = (rows: readonly (readonly number[])[]) =>
  new Uint8ClampedArray(rows.flat().flatMap(luma => [luma, luma, luma, 255]));

/** Of a picture whose six rows are alike. */
const sharpness = (row: readonly number[]): number =>
  lightOf(picture(Array.from({ length: 6 }, () => row)), row.length).sharpness;

describe('the pose of a face', () => {
  it('is read from the mesh and the matrix; both eyes and both sides of the mouth have to agree', () => {
    const pose = poseOf({
      landmarks: [
        { x: 0.2, y: 0.1 },
        { x: 0.6, y: 0.5 },
        { x: 0.4, y: 0.7 },
      ],
      matrix: turned(30),
      blendshapes: { eyeBlinkLeft: 0.9, eyeBlinkRight: 0.1, mouthSmileLeft: 0.3, mouthSmileRight: 0.8 },
    });
    assert.ok(Math.abs(pose.yaw - 30) < 1e-9);
    assert.ok(Math.abs(pose.pitch) < 1e-9 && Math.abs(pose.roll) < 1e-9);
    assert.ok(Math.abs(pose.width - 0.4) < 1e-9 && Math.abs(pose.height - 0.6) < 1e-9);
    assert.ok(Math.abs(pose.centreX - 0.4) < 1e-9 && Math.abs(pose.centreY - 0.4) < 1e-9);
    assert.deepEqual([pose.blink, pose.smile], [0.1, 0.3]);
  });
});

describe('the light of a frame', () => {
  it('is its mean brightness', () => {
    assert.ok(
      Math.abs(
        lightOf(
          picture([
            [0, 255],
            [255, 0],
          ]),
          2,
        ).luma - 127.5,
      ) < 0.01,
    );
    assert.equal(lightOf(new Uint8ClampedArray(), 1).luma, 0);
  });

  it('tells a sharp edge from a soft one, and from none', () => {
    const [sharp, soft, none] = [
      [0, 0, 0, 255, 255, 255],
      [0, 50, 100, 150, 200, 255],
      [99, 99, 99, 99, 99, 99],
    ];
    assert.ok(sharpness(sharp) > 10 * sharpness(soft));
    assert.equal(sharpness(none), 0);
  });
});
