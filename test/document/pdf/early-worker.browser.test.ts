import { expect } from '@open-wc/testing';
import { assetFolder, assetSource } from '../../../src/assets/asset-source.ts';
import { EarlyWorker } from '../../../src/document/pdf/pdf-worker.ts';
import { openPdf } from '../../../src/document/pdf/open-pdf.ts';
import { numberedPdf } from '../../support/small-pdf.ts';
import { until } from './shown-viewer.ts';

const ASSETS = assetSource(undefined);

const RealWorker = globalThis.Worker;
let started = 0;
let ended = 0;

class CountedWorker extends RealWorker {
  constructor(url: string | URL, options?: WorkerOptions) {
    super(url, options);
    started += 1;
  }

  override terminate(): void {
    super.terminate();
    ended += 1;
  }
}

function askPassword(): Promise<string> {
  return Promise.reject(new Error('It has none.'));
}

describe('a worker that is started early', () => {
  beforeEach(() => {
    started = 0;
    ended = 0;
    globalThis.Worker = CountedWorker;
  });
  afterEach(() => {
    globalThis.Worker = RealWorker;
  });

  it('is for the first who takes it, and then theirs', async () => {
    const early = new EarlyWorker(ASSETS);
    const owner = new AbortController();
    const worker = await early.take(ASSETS, owner.signal);
    expect(early.take(ASSETS, AbortSignal.abort())).to.equal(undefined);
    early.discard();
    if (worker === undefined) throw new Error('No worker.');
    const { document } = await openPdf(numberedPdf(2), worker, {
      assets: ASSETS,
      decoders: 'wasm/',
      largestCanvas: 1_000_000,
      askPassword,
    });
    expect(document.numPages).to.equal(2);
    expect(ended).to.equal(0);
    worker.terminate();
  });

  it('ends when nobody takes it', async () => {
    const early = new EarlyWorker(ASSETS);
    await until(() => started === 1, 'started');
    early.discard();
    await until(() => ended === 1, 'ended while it starts');
  });

  it('ends when who took it goes before it runs', async () => {
    const owner = new AbortController();
    const worker = new EarlyWorker(ASSETS).take(ASSETS, owner.signal);
    await until(() => started === 1, 'started');
    owner.abort();
    expect(await worker?.catch((error: unknown) => error)).to.have.property('problem', 'viewer');
    expect(ended).to.equal(1);
  });

  it('is no use to who wants one of other assets', async () => {
    const early = new EarlyWorker(ASSETS);
    await until(() => started === 1, 'started');
    expect(early.take(assetFolder(`${location.origin}/elsewhere/`), new AbortController().signal)).to.equal(
      undefined,
    );
    await until(() => ended > 0, 'ended');
  });
});
