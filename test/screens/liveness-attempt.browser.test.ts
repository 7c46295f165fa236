import { livenessAssets } from '../../src/assets/liveness-files.ts';
import { expect } from '@open-wc/testing';
import type { ReactiveControllerHost } from 'lit';
import { TrackerError, type FaceTracker } from '../../src/face/face-reading.ts';
import { TrackerSupply } from '../../src/face/tracker-supply.ts';
import { LivenessAttempt } from '../../src/screens/liveness/liveness-attempt.ts';
import { CameraStandIn, hasWebGl, movingStream } from '../support/camera-stand-in.ts';
import { until } from '../support/mounted-session.ts';

const HOST: ReactiveControllerHost = {
  updateComplete: Promise.resolve(true),
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
};

/** A supply whose tracker reads frames as a test says. */
class ScriptedSupply extends TrackerSupply {
  reads = 0;
  closed = 0;
  readonly #track: FaceTracker['track'];

  constructor(track: FaceTracker['track']) {
    super();
    this.#track = track;
  }

  override async get(): Promise<FaceTracker> {
    return {
      track: (frame, at) => {
        this.reads += 1;
        return this.#track(frame, at);
      },
      keep: () => undefined,
      picture: () => Promise.reject(new TrackerError('broken')),
      close: () => undefined,
    };
  }

  override close(): void {
    this.closed += 1;
  }
}

describe('an attempt before the camera', function () {
  let cameras: CameraStandIn;
  let video: HTMLVideoElement;

  before(function () {
    if (!hasWebGl()) this.skip();
  });
  beforeEach(() => {
    cameras = new CameraStandIn([async () => movingStream()]);
    video = document.body.appendChild(document.createElement('video'));
  });
  afterEach(() => {
    video.remove();
    cameras.restore();
  });

  const attemptWith = (supply: TrackerSupply) =>
    new LivenessAttempt(HOST, {
      assets: livenessAssets('https://assets.test/', 'https://api.test'),
      supply,
      deviceId: undefined,
      needsTime: false,
      simulated: false,
      video: async () => video,
      opened: () => undefined,
      elsewhere: () => undefined,
    });

  it('ends when it is stopped, also while a frame is never read', async () => {
    const supply = new ScriptedSupply(() => new Promise(() => undefined));
    const attempt = attemptWith(supply);
    const ready = attempt.ready(new AbortController().signal);
    await until(() => supply.reads > 0, 'a frame');
    attempt.stop();
    expect(await ready).to.equal(false);
    expect(cameras.off).to.equal(true);
    expect(supply.closed, 'the tracker is kept for another try').to.equal(0);
  });

  it('shows the camera’s picture while what finds faces is loading', async () => {
    class LoadingSupply extends TrackerSupply {
      override get(_: unknown, progress: (part: number) => void): Promise<FaceTracker> {
        progress(0.4);
        return new Promise(() => undefined);
      }
    }
    const attempt = attemptWith(new LoadingSupply());
    const ready = attempt.ready(new AbortController().signal);
    await until(() => video.videoWidth > 0, 'a picture');
    expect(attempt.phase).to.deep.equal({ kind: 'opening', part: 0.4, cameraOn: true });
    attempt.stop();
    expect(await ready).to.equal(false);
    expect(cameras.off).to.equal(true);
  });

  it('says that the tracker is broken, and gives it up: another try gets another one', async () => {
    const supply = new ScriptedSupply(() => Promise.reject(new TrackerError('broken')));
    const attempt = attemptWith(supply);
    expect(await attempt.ready(new AbortController().signal)).to.equal(false);
    expect(attempt.problem).to.equal('broken');
    expect(supply.closed).to.equal(1);
    expect(cameras.off).to.equal(true);
  });

  it('says so too when nobody knows what went wrong, and tells whoever runs the page', async () => {
    const bug = new RangeError('A bug');
    const attempt = attemptWith(new ScriptedSupply(() => Promise.reject(bug)));
    const ready = attempt.ready(new AbortController().signal);
    expect(await ready.catch((error: unknown) => error)).to.equal(bug);
    expect(attempt.problem).to.equal('broken');
    expect(cameras.off).to.equal(true);
  });
});
