import { expect } from '@open-wc/testing';
import { base85Of, hexOf, lzwOf, runLengthsOf } from '../../support/old-filters.ts';
import { FIRST_FREE, pageNumber, pagesPdf, type TestStream } from '../../support/small-pdf.ts';
import { encryptedHalfPicture, encryptedLzw, encryptedTorn } from './encrypted-files.ts';
import { shownViewer } from './shown-viewer.ts';

/** As many letters as make a page's content worth cutting. */
const CLAUSES = Array.from(
  { length: 60 },
  (_, line) => `BT /F1 10 Tf 40 ${800 - 12 * line} Td (Clause ${line}, ${Math.sin(line)}) Tj ET`,
).join('\n');

const PICTURE = 'q 400 0 0 400 50 50 cm /Im Do Q BT /F1 24 Tf 40 700 Td (Plan) Tj ET';
const PICTURED = { content: PICTURE, resources: `/XObject << /Im ${FIRST_FREE} 0 R >>` };
const IMAGE =
  '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceRGB /BitsPerComponent 8';

const STAMPED = { text: 'Contract', entries: `/Annots [${FIRST_FREE} 0 R]` };
const STAMP = '/Type /Annot /Subtype /Stamp /Rect [40 40 400 400]';
const INK: TestStream = {
  entries: '/Type /XObject /Subtype /Form /BBox [0 0 90 90]',
  data: '0 0 90 90 re f',
};

async function deflated(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A grainy picture: one of a single colour would be too small to be cut. */
async function jpeg(): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas');
  canvas.width = 64;
  canvas.height = 64;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on.');
  for (let at = 0; at < 4096; at += 1) {
    context.fillStyle = `hsl(${(at * 137) % 360} 80% 50%)`;
    context.fillRect(at % 64, at >> 6, 1, 1);
  }
  const file = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer());
}

function olderPictures(): { entries: string; data: Uint8Array }[] {
  const samples = Uint8Array.from({ length: 64 * 64 * 3 }, (_, at) => (at >> 5) & 0xff);
  return [
    { entries: `${IMAGE} /Filter /ASCIIHexDecode`, data: hexOf(samples) },
    { entries: `${IMAGE} /Filter /ASCII85Decode`, data: base85Of(samples) },
    { entries: `${IMAGE} /Filter /RunLengthDecode`, data: runLengthsOf(samples) },
    { entries: `${IMAGE} /Filter [/LZWDecode]`, data: lzwOf(samples, 1) },
  ];
}

/** A page's content in an object of its own. */
function contentPdf(entries: string, data: TestStream['data']): Uint8Array<ArrayBuffer> {
  const file = pagesPdf([{ text: 'Contract' }], { objects: [{ entries, data }] });
  return withReference(file, pageNumber(0) + 1, FIRST_FREE);
}

/** Has the page's content point to another object. */
function withReference(file: Uint8Array, from: number, to: number): Uint8Array<ArrayBuffer> {
  const text = Array.from(file, byte => String.fromCharCode(byte)).join('');
  const wanted = `/Contents ${from} 0 R`;
  const pointed = text.replace(wanted, `/Contents ${to} 0 R`.padEnd(wanted.length));
  return Uint8Array.from(pointed, letter => letter.charCodeAt(0));
}

async function noticesOf(file: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const shown = await shownViewer(file);
  await shown.viewer.inspected();
  return shown.notices;
}

describe('what pdf.js leaves out without a word is told:', () => {
  it('a page’s content that is not there, or is no content', async () => {
    const file = pagesPdf([{ text: 'Contract' }]);
    expect(await noticesOf(withReference(file, pageNumber(0) + 1, 999))).to.deep.equal(['blank-page']);
    expect(await noticesOf(withReference(file, pageNumber(0) + 1, 3))).to.deep.equal(['blank-page']);
  });

  it('a page that is none', async () => {
    const file = pagesPdf([{ text: 'Contract' }], {
      catalog: `/Pages ${FIRST_FREE} 0 R`,
      objects: [`<< /Type /Pages /Count 2 /Kids [${pageNumber(0)} 0 R 3 0 R] >>`],
    });
    expect(await noticesOf(file)).to.deep.equal(['blank-page']);
  });

  it('content that breaks off, or can’t be read from its beginning', async () => {
    const data = await deflated(CLAUSES);
    const half = data.slice(0, data.length / 2);
    expect(await noticesOf(contentPdf('/Filter /FlateDecode', half))).to.deep.equal(['image-missing']);
    expect(await noticesOf(contentPdf('/Filter /FlateDecode', ''))).to.deep.equal(['blank-page']);
    const broken = data.with(0, 0xff);
    expect(await noticesOf(contentPdf('/Filter /FlateDecode', broken))).to.deep.equal([
      'image-missing',
      'blank-page',
    ]);
    expect(await noticesOf(contentPdf('/Filter /ASCIIHexDecode', 'Nothing of it>'))).to.deep.equal([
      'blank-page',
    ]);
  });

  it('content that breaks off where the file is encrypted', async () => {
    expect(await noticesOf(encryptedTorn())).to.deep.equal(['image-missing']);
    expect(await noticesOf(encryptedHalfPicture())).to.deep.equal(['image-missing']);
  });

  it('that nobody can look into an older filter’s data where the file is encrypted', async () => {
    expect(await noticesOf(encryptedLzw())).to.deep.equal(['not-inspected']);
  });

  it('a photograph that breaks off', async () => {
    const data = await jpeg();
    const half = data.slice(0, data.length / 2);
    const file = pagesPdf([PICTURED], { objects: [{ entries: `${IMAGE} /Filter /DCTDecode`, data: half }] });
    expect(await noticesOf(file)).to.deep.equal(['image-missing']);
  });

  it('a picture of which a half is missing, without a filter', async () => {
    const data = new Uint8Array(64 * 32 * 3);
    expect(await noticesOf(pagesPdf([PICTURED], { objects: [{ entries: IMAGE, data }] }))).to.deep.equal([
      'image-missing',
    ]);
  });

  it('a picture that breaks off in one of the older filters', async () => {
    for (const { entries, data } of olderPictures()) {
      const half = data.slice(0, data.length / 2);
      const file = pagesPdf([PICTURED], { objects: [{ entries, data: half }] });
      // oxlint-disable-next-line no-await-in-loop -- one viewer after the other
      expect(await noticesOf(file)).to.deep.equal(['image-missing']);
    }
  });

  it('a stamp without its picture, and one that only paper shows', async () => {
    const lost = pagesPdf([STAMPED], { objects: [`<< ${STAMP} /F 4 /AP << /N 999 0 R >> >>`] });
    expect(await noticesOf(lost)).to.deep.equal(['image-missing']);
    const printed = `<< ${STAMP} /F 36 /AP << /N ${FIRST_FREE + 1} 0 R >> >>`;
    expect(await noticesOf(pagesPdf([STAMPED], { objects: [printed, INK] }))).to.deep.equal([
      'hidden-content',
    ]);
  });

  it('and nothing of the same when it is whole', async () => {
    const whole = [
      contentPdf('/Filter /FlateDecode', await deflated(CLAUSES)),
      pagesPdf([PICTURED], { objects: [{ entries: `${IMAGE} /Filter /DCTDecode`, data: await jpeg() }] }),
      pagesPdf([PICTURED], { objects: [{ entries: IMAGE, data: new Uint8Array(64 * 64 * 3) }] }),
      pagesPdf([STAMPED], { objects: [`<< ${STAMP} /F 4 /AP << /N ${FIRST_FREE + 1} 0 R >> >>`, INK] }),
      ...olderPictures().map(picture => pagesPdf([PICTURED], { objects: [picture] })),
    ];
    for (const file of whole) {
      // oxlint-disable-next-line no-await-in-loop -- one viewer after the other
      expect(await noticesOf(file)).to.deep.equal([]);
    }
  });
});
