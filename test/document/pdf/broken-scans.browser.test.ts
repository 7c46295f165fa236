import { expect } from '@open-wc/testing';
import { codedJpeg } from '../../support/coded-jpeg.ts';
import { FIRST_FREE, pagesPdf, type TestStream } from '../../support/small-pdf.ts';
import { ccittImage, emptyJbig2Image, jbig2Image, jpegImage } from '../proof/image-files.ts';
import { shownViewer } from './shown-viewer.ts';

const WORDS = 'BT /F1 24 Tf 40 700 Td (Contract) Tj ET';
const SCANNED = {
  content: `${WORDS} q 400 0 0 400 50 50 cm /Im Do Q`,
  resources: `/XObject << /Im ${FIRST_FREE} 0 R >>`,
};

/** A document whose second page has this picture. */
function scanPdf(image: TestStream): Uint8Array<ArrayBuffer> {
  return pagesPdf([{ text: 'Contract' }, SCANNED], { objects: [image] });
}

function dataOf({ data }: TestStream): Uint8Array<ArrayBuffer> {
  if (typeof data === 'string') throw new Error('Not bytes.');
  return Uint8Array.from(data);
}

/** The upper half of a picture, as its code comes from the top. */
function half(image: TestStream): TestStream {
  const data = dataOf(image);
  return { ...image, data: data.slice(0, data.length / 2) };
}

/** The same with the end that a JPEG has. */
function ended(image: TestStream): TestStream {
  return { ...image, data: Uint8Array.from([...dataOf(image), 0xff, 0xd9]) };
}

/** In four colours, which pdf.js decodes itself, with this share of its codes. */
function printersJpeg(share: number): TestStream {
  const sampling = Array.from({ length: 4 }, () => [1, 1] as const);
  const { headers, scans, end } = codedJpeg({ width: 160, height: 120, sampling });
  const codes = scans.flat();
  return {
    entries: `/Type /XObject /Subtype /Image /Width 160 /Height 120 /ColorSpace /DeviceCMYK /BitsPerComponent 8 /Filter /DCTDecode`,
    data: Uint8Array.from([...headers, ...codes.slice(0, codes.length * share), ...end]),
  };
}

/** The same, deflated around it. */
async function inDeflate(image: TestStream): Promise<TestStream> {
  const stream = new Blob([dataOf(image)]).stream().pipeThrough(new CompressionStream('deflate'));
  const entries = image.entries
    .replace(/\/Filter (\/\w+)/, '/Filter [/FlateDecode $1]')
    .replace(/\/DecodeParms (<<.*?>>)/, '/DecodeParms [null $1]');
  return { entries, data: new Uint8Array(await new Response(stream).arrayBuffer()) };
}

/** The same, in the page's content. */
function inContent(image: TestStream): Uint8Array<ArrayBuffer> {
  const code = String.fromCharCode(...dataOf(image));
  const entries = image.entries.replace('/Type /XObject /Subtype /Image', '');
  return pagesPdf([{ content: `${WORDS} q 400 0 0 400 50 50 cm BI ${entries} ID ${code}\nEI Q` }]);
}

/** Code that ends as it should, after half of the rows that the picture says it has. */
function shortScan(): TestStream {
  const whole = ccittImage();
  return { ...whole, entries: whole.entries.replace(/(Height|Rows) 448/g, '$1 896') };
}

async function noticesOf(file: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const shown = await shownViewer(file);
  await shown.viewer.inspected();
  return shown.notices;
}

describe('a scan', () => {
  it('that breaks off is told, wherever its data is', async () => {
    const broken = [
      scanPdf(half(ccittImage())),
      scanPdf(await inDeflate(half(ccittImage()))),
      inContent(half(ccittImage())),
      scanPdf({ ...ccittImage(), data: '\0' }),
      scanPdf(half(jbig2Image())),
      scanPdf(await inDeflate(half(jbig2Image()))),
      scanPdf(emptyJbig2Image()),
      scanPdf(await inDeflate(half(await jpegImage()))),
      scanPdf(ended(half(await jpegImage()))),
      scanPdf(await inDeflate(ended(half(await jpegImage())))),
      scanPdf(printersJpeg(0.9)),
      scanPdf(printersJpeg(0.15)),
    ];
    for (const [at, file] of broken.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one viewer after the other
      expect(await noticesOf(file), `file ${at}`).to.deep.equal(['image-missing']);
    }
  });

  it('that has fewer rows than it says is told', async () => {
    expect(await noticesOf(scanPdf(shortScan()))).to.deep.equal(['image-missing']);
  });

  it('that is whole is not told', async () => {
    const code = dataOf(ccittImage());
    // The end of the code is 24 bits, which some writers leave out.
    const endless = { ...ccittImage(), data: code.slice(0, -3) };
    const followed = { ...jbig2Image(), data: Uint8Array.from([...dataOf(jbig2Image()), 13, 10]) };
    const whole = [
      scanPdf(ccittImage()),
      scanPdf(endless),
      scanPdf(await inDeflate(ccittImage())),
      inContent(ccittImage()),
      scanPdf(jbig2Image()),
      scanPdf(followed),
      scanPdf(await inDeflate(jbig2Image())),
      scanPdf(await jpegImage()),
      scanPdf(await inDeflate(await jpegImage())),
      scanPdf(printersJpeg(1)),
    ];
    for (const [at, file] of whole.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one viewer after the other
      expect(await noticesOf(file), `file ${at}`).to.deep.equal([]);
    }
  });
});
