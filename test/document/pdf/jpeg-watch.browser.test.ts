import { expect } from '@open-wc/testing';
import { startModuleWorker } from '../../../src/support/module-worker.ts';
import { JpegWatch } from '../../../src/document/pdf/jpeg-watch.ts';
import { openPdf } from '../../../src/document/pdf/open-pdf.ts';
import { startPdfWorker } from '../../../src/document/pdf/pdf-worker.ts';
import { codedJpeg } from '../../support/coded-jpeg.ts';
import { pagesPdf } from '../../support/small-pdf.ts';

const ASSETS = `${location.origin}/src/document/assets/`;

/** A whole one, and bytes after its end that nobody draws. */
function jpegOf(bytes: number): Uint8Array {
  const { headers, scans, end } = codedJpeg({ width: 16, height: 16 });
  const jpeg = new Uint8Array(bytes);
  jpeg.set([...headers, ...scans.flat(), ...end]);
  return jpeg;
}

async function decodingWorker(signal: AbortSignal): Promise<Worker> {
  const query = new URLSearchParams({ worker: `${ASSETS}pdfjs/pdf-worker.mjs` });
  return startModuleWorker(
    `${location.origin}/test/document/pdf/decoding-worker.ts?${query.toString()}`,
    'decoding',
    signal,
  );
}

describe('JPEGs that are kept until they are looked through', () => {
  const ended = new AbortController();
  let worker: Worker | undefined;
  afterEach(() => worker?.terminate());

  it('are as many as a page may have; of others it is not said that they are whole', async function () {
    // Elsewhere pdf.js decodes them itself, and says what they lack.
    if (!('ImageDecoder' in globalThis)) this.skip();
    worker = await decodingWorker(ended.signal);
    const watch = new JpegWatch(worker);
    for (const sizes of [[60_000_000, 30_000_000], [60_000_000, 60_000_000], [1000]]) {
      watch.begin();
      for (const size of sizes) worker.postMessage(jpegOf(size), []);
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      expect(await watch.countBroken(), sizes.join()).to.equal(sizes[1] === 60_000_000 ? 1 : 0);
    }
  });

  it('say nothing of a page that is asked about when the next is looked at', async () => {
    worker = await startPdfWorker(ASSETS, ended.signal);
    const file = pagesPdf([{ text: 'One' }, { text: 'Two' }]);
    const opened = await openPdf(file, worker, {
      assetsUrl: ASSETS,
      askPassword: () => Promise.reject(new Error('There is none.')),
    });
    const strict = await opened.openStrictly();
    const first = strict.watchPage();
    const second = strict.watchPage();
    expect(await first()).to.equal(true);
    expect(await second()).to.equal(false);
    await strict.close();
    await opened.close();
  });
});
