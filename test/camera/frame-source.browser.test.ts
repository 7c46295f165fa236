import { expect } from '@open-wc/testing';
import { CameraError } from '../../src/camera/preflight.ts';
import { nextFrame, showStream } from '../../src/camera/frame-source.ts';

/** ms. */
const SOON = 100;

async function problemOf(waiting: Promise<unknown>): Promise<string> {
  const error = await waiting.catch((reason: unknown) => reason);
  return error instanceof CameraError ? error.problem : String(error);
}

/** A video that says its size; `tell` is told who waits for its next picture. */
function sized(tell: (next: () => void) => void): HTMLVideoElement {
  const video = document.createElement('video');
  Object.defineProperty(video, 'videoWidth', { value: 640 });
  const requestVideoFrameCallback = (next: () => void) => tell(next);
  return Object.assign(video, { requestVideoFrameCallback });
}

/** One that is said to play, too. */
function playing(tell: (next: () => void) => void): HTMLVideoElement {
  return Object.defineProperty(sized(tell), 'readyState', { value: HTMLMediaElement.HAVE_ENOUGH_DATA });
}

/** A camera of 20 pictures a second; `hold` turns it. */
function camera(): { stream: MediaStream; hold: (width: number, height: number) => void; off: () => void } {
  const canvas = document.createElement('canvas');
  const hold = (width: number, height: number) => Object.assign(canvas, { width, height });
  hold(640, 480);
  const context = canvas.getContext('2d');
  const stream = canvas.captureStream(20);
  const drawing = setInterval(() => context?.fillRect(0, 0, 640, 640), 50);
  const off = () => {
    clearInterval(drawing);
    for (const track of stream.getTracks()) track.stop();
  };
  return { stream, hold, off };
}

describe('the pictures of a camera', () => {
  let life: AbortController;

  beforeEach(() => {
    life = new AbortController();
  });

  it('do not come at all: the camera is said to be in use', async () => {
    const video = document.createElement('video');
    expect(await problemOf(showStream(video, new MediaStream(), life.signal, SOON))).to.equal('inUse');
  });

  it('stop without a word: the camera is said to be lost', async () => {
    const silent = playing(() => undefined);
    expect(await problemOf(nextFrame(silent, life.signal, SOON))).to.equal('lost');
  });

  it('can not be taken: the camera is said to be lost', async () => {
    const empty = playing(next => requestAnimationFrame(next));
    expect(await problemOf(nextFrame(empty, life.signal))).to.equal('lost');
  });

  it('are not given to who no longer wants them', async () => {
    const take = globalThis.createImageBitmap;
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    const picture = await take(canvas);
    const never = playing(next => requestAnimationFrame(next));
    globalThis.createImageBitmap = async () => {
      life.abort();
      return picture;
    };
    try {
      expect(await problemOf(nextFrame(never, life.signal))).to.contain('AbortError');
    } finally {
      globalThis.createImageBitmap = take;
    }
    expect(picture.width, 'its memory is given back').to.equal(0);
  });

  it('are awaited, although their size is known before the first', async function () {
    this.timeout(60_000);
    const { stream, off } = camera();
    const video = document.body.appendChild(sized(next => requestAnimationFrame(next)));
    try {
      const waiting = nextFrame(video, life.signal, 20_000);
      waiting.catch(() => undefined);
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await showStream(video, stream, life.signal, 20_000);
      const { bitmap } = await waiting;
      expect(bitmap.width).to.equal(640);
      bitmap.close();
    } finally {
      off();
      video.remove();
    }
  });

  it('stand upright as soon as the phone does', async function () {
    this.timeout(60_000);
    const { stream, hold, off } = camera();
    const video = document.body.appendChild(document.createElement('video'));
    try {
      await showStream(video, stream, life.signal, 20_000);
      const size = async () => {
        const { bitmap } = await nextFrame(video, life.signal, 20_000);
        const { width, height } = bitmap;
        bitmap.close();
        return `${width} × ${height}`;
      };
      expect(await size()).to.equal('640 × 480');
      hold(480, 640);
      // oxlint-disable-next-line no-await-in-loop -- the camera turns with some frame
      while ((await size()) !== '480 × 640');
    } finally {
      off();
      video.remove();
    }
  });

  it('are no longer wanted: nobody waits for them', async () => {
    const waiting = nextFrame(
      playing(() => undefined),
      life.signal,
    );
    life.abort();
    expect(await waiting.catch(({ name }: Error) => name)).to.equal('AbortError');
  });
});
