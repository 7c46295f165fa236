import { expect } from '@open-wc/testing';
import { areCut, areTooLarge, measureFile, type FileBounds } from '../../../src/document/pdf/file-bounds.ts';
import { pdfStreams, type PdfStream } from '../../../src/document/pdf/pdf-streams.ts';
import { numberedPdf, pagesPdf, type TestStream } from '../../support/small-pdf.ts';

const { signal } = new AbortController();
const FINE = { tooLarge: false, hasHugeImage: false, largeImages: [], sizedImages: [] };

function withStreams(...objects: TestStream[]): Uint8Array<ArrayBuffer> {
  return pagesPdf([{ text: 'Page' }], { objects });
}

/** Zeros, deflated once or more often. */
async function zeros(count: number, times = 1): Promise<Uint8Array<ArrayBuffer>> {
  let stream: ReadableStream = new Blob([new Uint8Array(count)]).stream();
  for (let time = 0; time < times; time += 1) stream = stream.pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Bytes deflated, with others behind each other. */
async function deflated(...parts: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob(parts).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A file with a stream that is deflated twice, and something else in the place of its length. */
function twiceDeflated(data: Uint8Array<ArrayBuffer>, length: string): Uint8Array<ArrayBuffer> {
  const bytes = withStreams({ entries: '/Filter [/FlateDecode /FlateDecode]', data });
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  const changed = text.replace(`/Length ${data.length}`, length);
  return Uint8Array.from(changed, letter => letter.charCodeAt(0));
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
    expect(streams.map(({ length, deflations, pixels }) => [length, deflations, pixels])).to.deep.equal([
      [16, 1, 0],
      [1, 2, 0],
      [1, 1, 1200],
      [1, 0, 0],
      [35, 0, 0],
    ]);
  });

  it('reach to the end of the file where their length is a lie', async () => {
    const bytes = withStreams({ entries: '/Filter /FlateDecode', data: 'x'.repeat(50) });
    const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
    bytes.set(new TextEncoder().encode('/Length 10'), text.indexOf('/Length 50'));
    const [stream] = await streamsOf(bytes);
    expect(stream?.length).to.equal(bytes.length - (stream?.start ?? 0));
  });
});

/** What was measured, but for the streams that were not looked into. */
async function measured(bytes: Uint8Array<ArrayBuffer>): Promise<Omit<FileBounds, 'endingStreams'>> {
  const { tooLarge, hasHugeImage, largeImages, sizedImages } = await measureFile(bytes, signal);
  return { tooLarge, hasHugeImage, largeImages, sizedImages };
}

describe('what a file may inflate to', () => {
  it('is enough for ordinary files', async () => {
    expect(await measured(numberedPdf(50))).to.deep.equal(FINE);
    const page = { entries: '/Filter /FlateDecode', data: await zeros(50_000_000) };
    expect(await measured(withStreams(page))).to.deep.equal(FINE);
  });

  it('is not 140 MB in one stream, however it is deflated or its header is written', async () => {
    const bomb = await zeros(140_000_000);
    const wrongHeader = Uint8Array.from(bomb);
    wrongHeader[1] = 0;
    for (const stream of [
      { entries: '/Filter /FlateDecode', data: bomb },
      { entries: '/Filter /FlateDecode', data: wrongHeader },
      { entries: '/Filter [/FlateDecode /FlateDecode]', data: await zeros(140_000_000, 2) },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- each needs memory
      expect(await measured(withStreams(stream))).to.deep.equal({ ...FINE, tooLarge: true });
    }
  });

  it('is not 140 MB deflated twice behind what can hardly be deflated, nor three times', async () => {
    const bomb = await zeros(140_000_000);
    const noise = crypto.getRandomValues(new Uint8Array(4200));
    const behindNoise = await deflated(await deflated(noise, new Uint8Array(140_000_000)));
    const withRest = await deflated(await deflated(await zeros(140_000_000)), new Uint8Array(500));
    for (const stream of [
      { entries: '/Filter [/FlateDecode /FlateDecode]', data: behindNoise },
      { entries: '/Filter [/FlateDecode /FlateDecode /FlateDecode]', data: withRest },
      { entries: '/Filter /F#6cateDecode', data: bomb },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- each needs memory
      expect((await measured(withStreams(stream))).tooLarge).to.equal(true);
    }
  });

  it('is enough for what is deflated twice or three times and is small', async () => {
    const twice = await deflated(await deflated(crypto.getRandomValues(new Uint8Array(60_000))));
    const ordinary = { entries: '/Filter [/FlateDecode /FlateDecode]', data: twice };
    expect(await measured(withStreams(ordinary))).to.deep.equal(FINE);
    const thrice = { entries: '/Filter [/Fl /Fl /Fl]', data: await zeros(50_000_000, 3) };
    expect(await measured(withStreams(thrice))).to.deep.equal(FINE);
  });

  it('is enough for the same where its length is not in its dictionary, or a lie', async () => {
    const data = await deflated(await deflated(crypto.getRandomValues(new Uint8Array(60_000))));
    const bomb = await zeros(140_000_000, 2);
    for (const length of ['/Length 9 0 R', '/Length 12']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await measured(twiceDeflated(data, length))).to.deep.equal(FINE);
      // oxlint-disable-next-line no-await-in-loop
      expect((await measured(twiceDeflated(bomb, length))).tooLarge).to.equal(true);
    }
  });

  it('is not 600 MB in many streams of a page', async () => {
    const data = await zeros(60_000_000);
    const parts = Array.from({ length: 10 }, () => ({ entries: '/Filter /FlateDecode', data }));
    expect((await measureFile(withStreams(...parts), signal)).tooLarge).to.equal(true);
  });

  it('tells of an image that is too large to be drawn, and does not inflate it', async () => {
    const entries = '/Subtype /Image /Width 30000 /Height 30000 /Filter /FlateDecode';
    const bytes = withStreams({ entries, data: await zeros(140_000_000) });
    expect(await measured(bytes)).to.deep.equal({ ...FINE, hasHugeImage: true });
  });

  it('is measured of images when it is asked for', async () => {
    const entries = '/Subtype /Image /Width 5000 /Height 5000 /Filter /FlateDecode';
    const bytes = withStreams({ entries, data: await zeros(140_000_000) });
    const { tooLarge, largeImages } = await measureFile(bytes, signal);
    expect(tooLarge).to.equal(false);
    expect(await areTooLarge(bytes, largeImages, signal)).to.equal(true);
    const [image] = largeImages;
    expect(image).to.not.equal(undefined);
    expect(await areTooLarge(bytes, [], signal)).to.equal(false);
  });

  it('tells of an image that is cut off, and of none that is whole or a row short', async () => {
    const entries = '/Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceRGB /BitsPerComponent 8';
    const isCut = async (size: number): Promise<boolean> => {
      const bytes = withStreams({ entries: `${entries} /Filter /FlateDecode`, data: await zeros(size) });
      return areCut(bytes, (await measureFile(bytes, signal)).sizedImages, signal);
    };
    expect(await Promise.all([30_000, 29_700, 15_000].map(isCut))).to.deep.equal([false, false, true]);
  });

  it('tells the same of an image that is not deflated', async () => {
    const entries = '/Subtype /Image /Width 100 /Height 100 /ColorSpace /DeviceGray /BitsPerComponent 8';
    const isCut = async (size: number): Promise<boolean> => {
      const bytes = withStreams({ entries, data: new Uint8Array(size) });
      return areCut(bytes, (await measureFile(bytes, signal)).sizedImages, signal);
    };
    expect(await Promise.all([10_000, 5000].map(isCut))).to.deep.equal([false, true]);
  });

  it('ends when nobody wants to know any more', async () => {
    const ended = AbortSignal.abort();
    const bomb = withStreams({ entries: '/Filter /FlateDecode', data: await zeros(140_000_000) });
    expect((await measureFile(bomb, ended)).tooLarge).to.equal(false);
  });
});
