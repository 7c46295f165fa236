/** Photos that are sent in: their size and form, read from the JPEG itself. */
import { invalid } from '../domain/problem.ts';

/** The bytes are not a JPEG image as a camera makes it. */
export class NotJpegError extends Error {
  override readonly name = 'NotJpegError';
}

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Markers without a length: TEM and the restart markers. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** Start-of-frame markers of all kinds; C4, C8 and CC are other markers (ITU-T T.81, table B.1). */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

interface JpegSize {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Reads an image's size from its segments (ITU-T T.81, annex B) without decoding it.
 * @throws NotJpegError when it is not a complete JPEG file
 */
export function readJpegSize(bytes: Uint8Array): JpegSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isMarker = (at: number, marker: number) => bytes[at] === 0xff && bytes[at + 1] === marker;
  if (!isMarker(0, START_OF_IMAGE)) throw new NotJpegError('It does not begin as a JPEG does.');
  if (!isMarker(bytes.length - 2, END_OF_IMAGE)) throw new NotJpegError('It does not end as a JPEG does.');
  let size: JpegSize | undefined;
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new NotJpegError('A segment does not begin with a marker.');
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (marker === START_OF_SCAN) return requireSize(size);
    else {
      const length = view.getUint16(at + 2);
      if (length < 2 || at + 2 + length > bytes.length) throw new NotJpegError('A segment is cut off.');
      if (isFrame(marker) && length >= 8) {
        size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
      }
      at += 2 + length;
    }
  }
  throw new NotJpegError('It holds no picture.');
}

function requireSize(size: JpegSize | undefined): JpegSize {
  if (size === undefined || size.width === 0 || size.height === 0) {
    throw new NotJpegError('It does not say how large its picture is.');
  }
  return size;
}

/** In smaller pictures a face cannot be recognised; pixels. */
const SMALLEST_SIDE = 300;

/**
 * Decodes and checks a photo of a request.
 * @param pointer JSON pointer to the photo in the request
 * @throws Problem `validation-error` when it is not a usable JPEG
 */
export function readPhoto(base64: string, pointer: string): Uint8Array {
  const photo = Buffer.from(base64, 'base64');
  try {
    const { width, height } = readJpegSize(photo);
    if (Math.min(width, height) >= SMALLEST_SIDE) return photo;
  } catch (error) {
    if (!(error instanceof NotJpegError)) throw error;
    throw invalid(pointer, 'Must be a whole JPEG image.');
  }
  throw invalid(pointer, `Must be at least ${SMALLEST_SIDE} pixels wide and high.`);
}
