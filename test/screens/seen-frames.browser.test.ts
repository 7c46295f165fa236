import { expect } from '@open-wc/testing';
import type { FaceReading, FaceTracker } from '../../src/face/face-reading.ts';
import { seenFrames } from '../../src/screens/liveness/liveness-attempt.ts';
import { movingStream } from '../support/camera-stand-in.ts';
import { until } from '../support/mounted-session.ts';

/** A tracker that reads a frame when it is told to. */
class ToldTracker implements FaceTracker {
  readonly frames: ImageBitmap[] = [];
  #answer: ((reading: FaceReading) => void) | undefined;

  track(frame: ImageBitmap, at: number): Promise<FaceReading> {
    expect(this.#answer, 'one at a time').to.equal(undefined);
    this.frames.push(frame);
    return new Promise(resolve => {
      this.#answer = () => {
        this.#answer = undefined;
        resolve({ at, faces: 0, luma: 0, sharpness: 0, contrast: 0 });
      };
    });
  }

  read(): void {
    this.#answer?.({ at: 0, faces: 0, luma: 0, sharpness: 0, contrast: 0 });
  }

  keep(): void {}

  picture(): Promise<Blob> {
    return Promise.resolve(new Blob());
  }

  close(): void {}
}

describe('the frames that are seen', function () {
  this.timeout(60_000);
  const take = globalThis.createImageBitmap;
  let video: HTMLVideoElement;
  let stream: MediaStream;
  let taken: ImageBitmap[];

  beforeEach(async () => {
    taken = [];
    stream = movingStream();
    video = document.body.appendChild(document.createElement('video'));
    Object.assign(video, { muted: true, srcObject: stream });
    await video.play();
    Reflect.set(globalThis, 'createImageBitmap', async (source: HTMLVideoElement) => {
      const bitmap = await take(source);
      taken.push(bitmap);
      return bitmap;
    });
  });
  afterEach(() => {
    globalThis.createImageBitmap = take;
    for (const track of stream.getTracks()) track.stop();
    video.remove();
  });

  it('are taken while the one before is read, and no further ahead', async () => {
    const tracker = new ToldTracker();
    const seen = seenFrames(video, tracker, new AbortController().signal);
    for (let count = 1; count <= 3; count += 1) {
      const reading = seen.next();
      // oxlint-disable-next-line no-await-in-loop -- one frame after the other
      await until(() => taken.length === count + 1, 'the next frame', 20_000);
      expect(tracker.frames.length).to.equal(count);
      tracker.read();
      // oxlint-disable-next-line no-await-in-loop
      expect((await reading).done).to.equal(false);
    }
    expect(taken.length).to.equal(4);
    await seen.return(undefined);
    await until(() => taken[3]?.width === 0, 'the frame that nobody reads to be let go');
  });

  it('end when nobody wants them any more, whatever is being read', async () => {
    const life = new AbortController();
    const seen = seenFrames(video, new ToldTracker(), life.signal);
    const reading = seen.next().catch(({ name }: Error) => name);
    await until(() => taken.length === 2, 'a frame', 20_000);
    life.abort();
    expect(await reading).to.equal('AbortError');
    await until(() => taken[1]?.width === 0, 'the frame that nobody reads to be let go');
  });
});
