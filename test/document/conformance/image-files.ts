import type { TestStream } from '../../support/small-pdf.ts';
import { bitImage, jbig2 } from './bit-image.ts';
import { JPX_IMAGE } from './jpx-image.ts';

/** What the scanned pages show: a mark that looks the same neither upside down nor mirrored. */
const MARK = bitImage(['########', '#......#', '#.####.#', '#.#....#', '#.##...#', '#.#..###', '########']);

const BITS = `/Type /XObject /Subtype /Image /Width ${MARK.width} /Height ${MARK.height} /ColorSpace /DeviceGray /BitsPerComponent 1`;

/** A scan as fax machines code it. */
export function ccittImage(): TestStream {
  const parameters = `<< /K -1 /Columns ${MARK.width} /Rows ${MARK.height} >>`;
  return { entries: `${BITS} /Filter /CCITTFaxDecode /DecodeParms ${parameters}`, data: MARK.code };
}

/** The same scan as office scanners code it. */
export function jbig2Image(): TestStream {
  return { entries: `${BITS} /Filter /JBIG2Decode`, data: jbig2(MARK) };
}

/** JPEG 2000, as archives use it. */
export function jpxImage(): TestStream {
  return {
    entries: '/Type /XObject /Subtype /Image /Width 48 /Height 32 /Filter /JPXDecode',
    data: JPX_IMAGE,
  };
}

/** A photograph's stand-in: coloured bands and a disc, coded by the browser itself. */
export async function jpegImage(): Promise<TestStream> {
  const canvas = new OffscreenCanvas(160, 120);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on.');
  for (const [index, colour] of ['#b02030', '#1040a0', '#208040', '#c09010'].entries()) {
    context.fillStyle = colour;
    context.fillRect(40 * index, 0, 40, 120);
  }
  context.fillStyle = 'white';
  context.arc(80, 60, 40, 0, 2 * Math.PI);
  context.fill();
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return {
    entries: `${SIZE_160_120} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    data: new Uint8Array(await file.arrayBuffer()),
  };
}

const SIZE_160_120 = '/Type /XObject /Subtype /Image /Width 160 /Height 120';

/** What a PNG becomes in a PDF: rows with a predictor byte (here Up), compressed, with a soft mask for its alpha. */
export async function pngLikeImage(maskObject: number): Promise<TestStream> {
  const parameters = '<< /Predictor 15 /Colors 3 /Columns 160 >>';
  return {
    entries: `${SIZE_160_120} /ColorSpace /DeviceRGB /BitsPerComponent 8 /SMask ${maskObject} 0 R /Filter /FlateDecode /DecodeParms ${parameters}`,
    data: await deflated(predicted(160, 120, x => [x, 255 - x, 128])),
  };
}

/** Half of the picture is opaque, the other fades out. */
export async function softMask(): Promise<TestStream> {
  const data = await deflated(predicted(160, 120, x => [x < 80 ? 255 : 255 - 3 * (x - 80)]));
  const parameters = '<< /Predictor 15 /Colors 1 /Columns 160 >>';
  return {
    entries: `${SIZE_160_120} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms ${parameters}`,
    data,
  };
}

/** PNG's filter 2 (Up): the first row as it is, then the difference to the row above, which is none. */
function predicted(
  width: number,
  height: number,
  colour: (x: number) => readonly number[],
): Uint8Array<ArrayBuffer> {
  const row = Array.from({ length: width }, (_, x) => colour(x)).flat();
  const bytes = new Uint8Array((row.length + 1) * height);
  for (let y = 0; y < height; y += 1) bytes[y * (row.length + 1)] = 2;
  bytes.set(row, 1);
  return bytes;
}

async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
