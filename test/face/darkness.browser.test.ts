import { expect } from '@open-wc/testing';
import { livenessAssets } from '../../src/assets/liveness-files.ts';
import { trackerProblem, type FaceTracker } from '../../src/face/face-reading.ts';
import { faceGate } from '../../src/face/gates.ts';
import { openTracker } from '../../src/face/tracker-supply.ts';
import { testAsset } from '../support/runner-page.ts';

/** Beside the sources; the test server has no service's folder. */
const ASSETS = livenessAssets(undefined, `${location.origin}/nowhere`);

/** The first frame of a film. Motion JPEG: whole JPEG files, one behind the other. */
async function firstFrame(film: string): Promise<ImageBitmap> {
  const bytes = await testAsset(`camera/${film}.mjpeg`);
  const end = bytes.findIndex((byte, at) => byte === 0xff && bytes[at + 1] === 0xd9);
  return createImageBitmap(new Blob([bytes.slice(0, end + 2)], { type: 'image/jpeg' }));
}

interface Darkness {
  /** What is left of the light, from 0 to 1. */
  readonly light: number;
  /** Standard deviation of the sensor's noise. */
  readonly noise: number;
}

/** What a camera shows of a picture in the dark. */
function darkened(picture: ImageBitmap, { light, noise }: Darkness): ImageBitmap {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no context');
  context.drawImage(picture, 0, 0);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < image.data.length; at += 4) {
    // The sum of three even numbers is distributed almost normally, with a deviation of a half.
    const grain = noise * 2 * (Math.random() + Math.random() + Math.random() - 1.5);
    for (let channel = at; channel < at + 3; channel += 1) {
      image.data[channel] = (image.data[channel] ?? 0) * light + grain;
    }
  }
  context.putImageData(image, 0, 0);
  return canvas.transferToImageBitmap();
}

describe('a dark picture', function () {
  this.timeout(120_000);
  let tracker: FaceTracker | undefined;
  let at = 0;

  before(async function () {
    try {
      tracker = await openTracker(ASSETS, { signal: new AbortController().signal });
    } catch (error) {
      if (trackerProblem(error) !== 'webgl') throw error;
      this.skip();
    }
  });
  after(() => tracker?.close());

  async function hintOf(film: string, darkness: Darkness): Promise<string | undefined> {
    const frame = darkened(await firstFrame(film), darkness);
    at += 40;
    const reading = await tracker?.track(frame, at);
    return reading && faceGate(reading, false);
  }

  for (const light of [0.3, 0.1, 0.05, 0.025, 0.015]) {
    for (const noise of [0, 4]) {
      it(`with a person in ${light} of the light asks for more: noise ${noise}`, async () => {
        expect(await hintOf('live-sequence', { light, noise })).to.equal('light');
      });
    }
  }

  it('of an empty room asks for light too', async () => {
    expect(await hintOf('no-face', { light: 0.04, noise: 4 })).to.equal('light');
  });

  for (const noise of [0, 2, 4]) {
    it(`of a covered lens asks to uncover it: noise ${noise}`, async () => {
      expect(await hintOf('camera-covered', { light: 0.02, noise })).to.equal('uncover');
    });
  }
});
