import { invalid } from '../domain/problem.ts';
import { NotJpegError, readJpegSize } from './jpeg.ts';

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
