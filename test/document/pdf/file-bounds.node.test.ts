import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { areCut, areTooLarge, measureFile, type FileBounds } from '../../../src/document/pdf/file-bounds.ts';
import { pdfStreams, type PdfStream } from '../../../src/document/pdf/pdf-streams.ts';
import { numberedPdf, pagesPdf, type TestStream } from '../../support/small-pdf.ts';

const { signal } = new AbortController();
const FINE = { tooLarge: false, hasHugeImage: false, largeImages: [], sizedImages: [] };

function withStreams(...objects: TestStream[]): Uint8Array<ArrayBuffer> {
  return pagesPdf([{ text: 'Page' }], { objects });
}

/** Zeros, deflated once or more often. */
function zeros(count: number, times = 1): Uint8Array {
  let data: Uint8Array = new Uint8Array(count);
  for (let time = 0; time < times; time += 1) data = deflateSync(data);
  return data;
}

async function streamsOf(bytes: Uint8Array): Promise<PdfStream[]> {
  const streams: PdfStream[] = [];
  for await (const stream of pdfStreams(bytes, signal)) streams.push(stream);
  return streams;
}

describe('the streams of a file', () => {
  it('are found with their length, filters and, of images, their pixels', async () => {
    const bytes = withStreams(
      { entries: '/Filter /FlateDecode', data: 'stream\nendstream' },
      { entries: '/Filter [/FlateDecode /FlateDecode]', data: 'x' },
      { entries: '/Subtype /Image /Width 40 /Height 30 /Filter [ /FlateDecode /DCTDecode ]', data: 'x' },
      { entries: '/Filter /DCTDecode', data: 'x' },
    );
    const streams = await streamsOf(bytes);
    assert.deepEqual(
      streams.map(({ length, deflations, pixels }) => [length, deflations, pixels]),
      [
        [16, 1, 0],
        [1, 2, 0],
        [1, 1, 1200],
        [1, 0, 0],
        [35, 0, 0],
      ],
    );
  });

  it('reach to the end of the file where their length is a lie', async () => {
    const bytes = withStreams({ entries: '/Filter /FlateDecode', data: 'x'.repeat(50) });
    const lie = Buffer.from(bytes).toString('latin1').replace('/Length 50', '/Length 10');
    const [stream] = await streamsOf(Buffer.from(lie, 'latin1'));
    assert.equal(stream?.length, lie.length - (stream?.start ?? 0));
  });
});

/** What was measured, but for the streams that were not looked into. */
async function measured(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<FileBounds, 'endingStreams'>> {
  const { tooLarge, hasHugeImage, largeImages, sizedImages } = await measureFile(bytes, signal);
  return { tooLarge, hasHugeImage, largeImages, sizedImages };
}

describe('what a file may inflate to', () => {
  it('is enough for ordinary files', async () => {
    assert.deepEqual(await measured(numberedPdf(50)), FINE);
    const page = { entries: '/Filter /FlateDecode', data: zeros(50_000_000) };
    assert.deepEqual(await measured(withStreams(page)), FINE);
  });

  it('is not 140 MB in one stream, however it is deflated or its header is written', async () => {
    const bomb = zeros(140_000_000);
    const wrongHeader = Uint8Array.from(bomb);
    wrongHeader[1] = 0;
    for (const stream of [
      { entries: '/Filter /FlateDecode', data: bomb },
      { entries: '/Filter /FlateDecode', data: wrongHeader },
      { entries: '/Filter [/FlateDecode /FlateDecode]', data: zeros(140_000_000, 2) },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- each needs memory
      assert.deepEqual(await measured(withStreams(stream)), { ...FINE, tooLarge: true });
    }
  });

  it('is not 600 MB in many streams of a page', async () => {
    const data = zeros(60_000_000);
    const parts = Array.from({ length: 10 }, () => ({ entries: '/Filter /FlateDecode', data }));
    assert.equal((await measureFile(withStreams(...parts), signal)).tooLarge, true);
  });

  it('tells of an image that is too large to be drawn, and does not inflate it', async () => {
    const entries = '/Subtype /Image /Width 30000 /Height 30000 /Filter /FlateDecode';
    assert.deepEqual(await measured(withStreams({ entries, data: zeros(140_000_000) })), {
      ...FINE,
      hasHugeImage: true,
    });
  });

  it('is measured of images when it is asked for', async () => {
    const entries = '/Subtype /Image /Width 5000 /Height 5000 /Filter /FlateDecode';
    const bytes = withStreams({ entries, data: zeros(140_000_000) });
    const { tooLarge, largeImages } = await measureFile(bytes, signal);
    assert.equal(tooLarge, false);
    assert.equal(await areTooLarge(bytes, largeImages, signal), true);
    const [image] = largeImages;
    assert.ok(image !== undefined && !(await areTooLarge(bytes, [], signal)));
  });

  it('tells of an image that is cut off, and of none that is whole or a row short', async () => {
    const entries = '/Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceRGB /BitsPerComponent 8';
    const isCut = async (size: number): Promise<boolean> => {
      const bytes = withStreams({ entries: `${entries} /Filter /FlateDecode`, data: zeros(size) });
      return areCut(bytes, (await measureFile(bytes, signal)).sizedImages, signal);
    };
    assert.deepEqual(await Promise.all([30_000, 29_700, 15_000].map(isCut)), [false, false, true]);
  });

  it('tells the same of an image that is not deflated', async () => {
    const entries = '/Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8';
    const isCut = async (size: number): Promise<boolean> => {
      const bytes = withStreams({ entries, data: new Uint8Array(size) });
      return areCut(bytes, (await measureFile(bytes, signal)).sizedImages, signal);
    };
    assert.deepEqual(await Promise.all([10_000, 5000].map(isCut)), [false, true]);
  });

  it('ends when nobody wants to know any more', async () => {
    const ended = AbortSignal.abort();
    const bomb = withStreams({ entries: '/Filter /FlateDecode', data: zeros(140_000_000) });
    assert.equal((await measureFile(bomb, ended)).tooLarge, false);
  });
});
