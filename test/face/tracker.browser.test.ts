import { expect } from '@open-wc/testing';
import { livenessAssets } from '../../src/assets/liveness-files.ts';
import { trackerProblem, type FaceTracker } from '../../src/face/face-reading.ts';
import { MODEL } from '../../src/face/model-files.ts';
import { openTracker } from '../../src/face/tracker-supply.ts';
import { testAsset } from '../support/runner-page.ts';
import { useAssetWatch } from '../support/watched-assets.ts';

/** Beside the sources; the test server has no service's folder. */
const ASSETS = livenessAssets(undefined, `${location.origin}/nowhere`);

/** Loading and compiling 15 MB on a busy machine. */
const LONG = 120_000;

const place = (folder: string) => ({
  wasm: `${location.origin}/${folder}/a.wasm`,
  model: `${location.origin}/${folder}/a.task`,
});

async function problemOf(opening: Promise<FaceTracker>): Promise<string> {
  const tracker = await opening.catch((error: unknown) => error);
  return trackerProblem(tracker) ?? 'none';
}

describe('the face tracker', () => {
  useAssetWatch();

  const life = new AbortController();
  let portrait: Blob;
  const realFetch = globalThis.fetch;

  before(async () => {
    portrait = new Blob([await testAsset('faces/sally-ride-1984.jpg')], { type: 'image/jpeg' });
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  /** The portrait as a camera of 480 × 480 shows it. */
  const frame = () =>
    createImageBitmap(portrait, { resizeWidth: 480, resizeHeight: 480, resizeQuality: 'medium' });

  /** Answers one of the assets otherwise. */
  function answering(name: string, answer: () => Response): void {
    globalThis.fetch = async (input, init) =>
      new Request(input, init).url.includes(name) ? answer() : realFetch(input, init);
  }

  it('reads a face, keeps its frame as a JPEG image, and says how far it has loaded', async function () {
    this.timeout(LONG);
    const parts: number[] = [];
    const opening = openTracker(ASSETS, { signal: life.signal, progress: part => parts.push(part) });
    // An engine without WebGL has to say so, and has no more to show.
    const problem = await opening.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (problem !== undefined) {
      expect(trackerProblem(problem)).to.equal('webgl');
      expect(document.createElement('canvas').getContext('webgl2')).to.equal(null);
      return;
    }
    const tracker = await opening;
    try {
      const reading = await tracker.track(await frame(), 100);
      expect(reading.faces).to.equal(1);
      expect(reading.face?.width).to.be.within(0.2, 0.7);
      expect(reading.face?.yaw).to.be.within(-20, 20);
      expect(reading.luma).to.be.within(40, 225);
      expect(parts.at(-1)).to.equal(1);
      expect(parts).to.deep.equal(parts.toSorted((a, b) => a - b));
      tracker.keep();
      // A phone is turned while it looks: the same face in an upright frame.
      const upright = await createImageBitmap(await frame(), 60, 0, 360, 480);
      const turned = await tracker.track(upright, 150);
      expect(turned.faces).to.equal(1);
      expect(turned.face?.width).to.be.within(0.3, 0.95);
      // The kept frame is sent, whatever is read after it.
      const blank = await createImageBitmap(new ImageData(64, 48));
      expect((await tracker.track(blank, 200)).faces).to.equal(0);
      const picture = await tracker.picture(60_000);
      expect(picture.type).to.equal('image/jpeg');
      expect(picture.size).to.be.within(1000, 60_000);
      const { width } = await createImageBitmap(picture);
      expect(width).to.equal(480);
    } finally {
      tracker.close();
    }
  });

  it('takes no other model, and fetches a damaged one again before it says so', async function () {
    this.timeout(LONG);
    let asked = 0;
    answering('.task', () => {
      asked += 1;
      return new Response(new Uint8Array(MODEL.bytes));
    });
    const places = ASSETS.places.slice(0, 1);
    expect(await problemOf(openTracker({ ...ASSETS, places }, { signal: life.signal }))).to.equal('model');
    expect(asked).to.equal(2);
  });

  it('says when a file is not there, is a page, or is another one', async function () {
    this.timeout(LONG);
    answering('.wasm', () => new Response(new Uint8Array(8)));
    expect(await problemOf(openTracker(ASSETS, { signal: life.signal }))).to.equal('wasm');
    answering('.wasm', () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } }));
    expect(await problemOf(openTracker(ASSETS, { signal: life.signal }))).to.equal('assets');
    answering('.task', () => new Response('Not found', { status: 404 }));
    expect(await problemOf(openTracker(ASSETS, { signal: life.signal }))).to.equal('assets');
    answering('.task', () => new Response('Later', { status: 503 }));
    expect(await problemOf(openTracker(ASSETS, { signal: life.signal }))).to.equal('load');
  });

  it('takes each file from the first place that has it, and fetches nothing with credentials', async function () {
    this.timeout(LONG);
    const asked: string[] = [];
    globalThis.fetch = async (input, init) => {
      const request = new Request(input, init);
      asked.push(
        `${new URL(request.url).pathname} ${request.credentials} ${request.headers.has('Authorization')}`,
      );
      if (request.url.includes('/missing/')) return new Response('Not found', { status: 404 });
      if (request.url.includes('/page/'))
        return new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
      if (request.url.includes('/old/')) return new Response(new Uint8Array(MODEL.bytes));
      return realFetch(input, init);
    };
    const places = [place('missing'), place('page'), place('old'), ...ASSETS.places];
    expect(await problemOf(openTracker({ ...ASSETS, places }, { signal: life.signal }))).to.be.oneOf([
      'none',
      'webgl',
    ]);
    const models = asked.filter(line => line.includes('.task'));
    // One that is another version may be a damaged copy: it is fetched anew once.
    expect(models.slice(0, 4).map(line => line.split('/')[1])).to.deep.equal([
      'missing',
      'page',
      'old',
      'old',
    ]);
    expect(models.length).to.equal(5);
    expect(asked.every(line => line.endsWith(' omit false'))).to.equal(true);
  });

  it('stops loading when nobody wants it any more', async () => {
    const abort = new AbortController();
    const opening = openTracker(ASSETS, { signal: abort.signal });
    abort.abort();
    const error = await opening.catch((reason: unknown) => reason);
    expect(error).to.equal(abort.signal.reason);
  });
});
