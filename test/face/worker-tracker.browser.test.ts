import { expect } from '@open-wc/testing';
import { trackerProblem } from '../../src/face/face-reading.ts';
import { WorkerTracker } from '../../src/face/tracker-supply.ts';
import { silentFaceWorker } from '../support/face-worker.ts';

/** The smallest module there is (WebAssembly core specification, 5.5.16). */
const EMPTY_MODULE = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);

const frame = () => createImageBitmap(new ImageData(64, 48));

const problem = async (answer: Promise<unknown>) =>
  trackerProblem(await answer.catch((error: unknown) => error));

describe('the face tracker’s worker', () => {
  let url: string;
  let tracker: WorkerTracker;

  async function open(within?: number): Promise<void> {
    url = silentFaceWorker();
    const parts = { module: await WebAssembly.compile(EMPTY_MODULE), model: new Uint8Array(1) };
    tracker = await WorkerTracker.open(url, parts, new AbortController().signal, within);
  }

  afterEach(() => {
    tracker.close();
    URL.revokeObjectURL(url);
  });

  it('is broken when it falls silent over a frame, and whatever is asked afterwards says so at once', async () => {
    await open(100);
    expect(await problem(tracker.track(await frame(), 1))).to.equal('broken');
    expect(await problem(tracker.picture(1000))).to.equal('broken');
    tracker.keep();
  });

  it('leaves nobody waiting who asks after it was closed', async () => {
    await open();
    const waiting = problem(tracker.track(await frame(), 1));
    tracker.close();
    expect(await waiting).to.equal('broken');
    expect(await problem(tracker.track(await frame(), 2))).to.equal('broken');
  });
});
