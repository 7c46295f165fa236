import { expect } from '@open-wc/testing';
import { CameraError } from '../../src/camera/preflight.ts';
import { LiveCamera, openCamera } from '../../src/camera/open-camera.ts';
import { blankStream, CameraStandIn, refusing } from '../support/camera-stand-in.ts';
import { until } from '../support/mounted-session.ts';

const never = () => new Promise<MediaStream>(() => undefined);
const gives = (label?: string) => async () => blankStream(label);

describe('asking for the camera', () => {
  let cameras: CameraStandIn;
  let life: AbortController;

  beforeEach(() => {
    life = new AbortController();
  });
  afterEach(() => {
    life.abort();
    cameras.restore();
  });

  const open = (more: Partial<Parameters<typeof openCamera>[0]> = {}) =>
    openCamera({ facing: 'user', signal: life.signal, ...more });

  for (const [name, problems] of [
    ['NotFoundError', ['noCamera']],
    ['NotReadableError', ['inUse']],
    ['AbortError', ['inUse']],
    ['SecurityError', ['policy']],
    // Who closed the question can be asked again: the browser knows which it was.
    ['NotAllowedError', ['denied', 'dismissed']],
    ['TypeError', ['unsupported']],
  ] as const) {
    it(`has a name for ${name}`, async () => {
      cameras = new CameraStandIn([refusing(name)]);
      const error = await open().catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(CameraError);
      expect(problems).to.include(error instanceof CameraError ? error.problem : '');
    });
  }

  it('tells a refusal from a question that was closed', async () => {
    cameras = new CameraStandIn([refusing('NotAllowedError')]);
    const query = navigator.permissions.query.bind(navigator.permissions);
    try {
      for (const [state, problem] of [
        ['denied', 'denied'],
        ['prompt', 'dismissed'],
      ] as const) {
        const status = Object.assign(new EventTarget(), { state, name: 'camera', onchange: null });
        Object.defineProperty(navigator.permissions, 'query', {
          configurable: true,
          value: async () => status,
        });
        const error = await open().catch((reason: unknown) => reason);
        expect(error instanceof CameraError && error.problem).to.equal(problem);
      }
    } finally {
      Object.defineProperty(navigator.permissions, 'query', { configurable: true, value: query });
    }
  });

  it('asks for any camera when the chosen one is gone', async () => {
    cameras = new CameraStandIn([refusing('OverconstrainedError'), gives()]);
    expect((await open({ deviceId: 'gone' })).active).to.equal(true);
    expect(cameras.asked.at(-1)?.video).to.equal(true);
  });

  it('changes an infrared or virtual camera for a better one, and turns the first off', async () => {
    cameras = new CameraStandIn(
      [gives('Integrated IR Camera'), gives()],
      ['Integrated IR Camera', 'Integrated Camera'],
    );
    const stream = await open();
    expect(stream.getVideoTracks()[0]?.label).to.equal('Front camera');
    expect(cameras.asked.at(-1)).to.deep.include({ audio: false });
    expect(JSON.stringify(cameras.asked.at(-1))).to.include('camera-1');
    expect(cameras.given[0]?.active).to.equal(false);
  });

  it('says after a while that the browser has not answered, and takes a late answer', async () => {
    let answer: ((stream: MediaStream) => void) | undefined;
    cameras = new CameraStandIn([() => new Promise(resolve => (answer = resolve))]);
    let told = false;
    const opening = open({ answerTimeout: 20, unanswered: () => (told = true) });
    await until(() => told, 'the word that there is no answer');
    answer?.(blankStream());
    expect((await opening).active).to.equal(true);
  });

  it('turns a camera off that comes when nobody wants it any more', async () => {
    let answer: ((stream: MediaStream) => void) | undefined;
    cameras = new CameraStandIn([() => new Promise(resolve => (answer = resolve))]);
    const opening = open().catch((reason: unknown) => reason);
    await until(() => answer !== undefined, 'the question');
    life.abort();
    expect(await opening).to.equal(life.signal.reason);
    answer?.(blankStream());
    await until(() => cameras.given.length === 1 && cameras.off, 'the camera to go off');
  });

  it('can be given up while the browser never answers', async () => {
    cameras = new CameraStandIn([never]);
    const opening = open().catch((reason: unknown) => reason);
    life.abort();
    expect(await opening).to.equal(life.signal.reason);
  });
});

/** Firefox passes no event on to a track that the browser itself did not make. */
function tracksHearTests(): boolean {
  const [track] = blankStream().getTracks();
  let heard = false;
  track?.addEventListener('ended', () => (heard = true), { once: true });
  track?.dispatchEvent(new Event('ended'));
  return heard;
}

describe('a camera that is on', () => {
  let cameras: CameraStandIn;
  let life: AbortController;
  let heard: string[];

  beforeEach(() => {
    cameras = new CameraStandIn([gives()]);
    life = new AbortController();
    heard = [];
  });
  afterEach(() => {
    life.abort();
    cameras.restore();
  });

  const turnOn = () =>
    LiveCamera.open(
      { facing: 'user', signal: life.signal },
      { hidden: () => heard.push('hidden'), lost: () => heard.push('lost') },
    );

  it('goes off when it is stopped, and when nobody wants it any more', async () => {
    (await turnOn()).stop();
    expect(cameras.off).to.equal(true);
    const camera = await turnOn();
    expect(camera.isOn).to.equal(true);
    life.abort();
    expect(cameras.off).to.equal(true);
    expect(heard).to.deep.equal([]);
  });

  it('goes off when the page is left or hidden, and says so once', async () => {
    await turnOn();
    dispatchEvent(new Event('pagehide'));
    expect(cameras.off).to.equal(true);
    await turnOn();
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
    expect(cameras.off).to.equal(true);
    dispatchEvent(new Event('pagehide'));
    expect(heard).to.deep.equal(['hidden', 'hidden']);
  });

  it('goes off at once when the page was hidden while the browser asked', async () => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    try {
      expect((await turnOn()).isOn).to.equal(false);
    } finally {
      Reflect.deleteProperty(document, 'hidden');
    }
    expect(cameras.given.length).to.equal(1);
    expect(cameras.off).to.equal(true);
    expect(heard).to.deep.equal(['hidden']);
  });

  it('goes off when the screen that it is for is hidden, as routers and tabs hide pages', async () => {
    const page = document.createElement('div');
    const screen = document.createElement('p');
    page.append(screen);
    document.body.append(page);
    try {
      let hidden = false;
      const listener = { screen, hidden: () => void (hidden = true), lost: () => undefined };
      await LiveCamera.open({ facing: 'user', signal: life.signal }, listener);
      expect(cameras.off).to.equal(false);
      page.style.setProperty('display', 'none', 'important');
      await until(() => hidden, 'the camera to go off');
      expect(cameras.off).to.equal(true);
    } finally {
      page.remove();
    }
  });

  it('says when it stopped by itself', async function () {
    if (!tracksHearTests()) return this.skip();
    const { stream } = await turnOn();
    stream.getTracks()[0]?.dispatchEvent(new Event('ended'));
    expect(heard).to.deep.equal(['lost']);
    expect(cameras.off).to.equal(true);
  });
});
