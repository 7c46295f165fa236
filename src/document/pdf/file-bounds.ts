import { decoded, isWalkable } from './decoded-size.ts';
import { inflatedSize } from './inflated-size.ts';
import { endOf, pdfStreams, type PdfStream } from './pdf-streams.ts';

/**
 * The largest image that is drawn, in pixels: 600 dpi on A3. pdf.js needs up to six times as many bytes, and a
 * file of 100 KB can claim a thousand times as much.
 */
export const LARGEST_IMAGE = 70_000_000;

/** What one stream may inflate to, bytes: a page at 600 dpi in colour. pdf.js holds it up to three times. */
const LARGEST_STREAM = 128_000_000;

/** What all streams that are no images may inflate to together, bytes: one page may draw on all of them. */
const LARGEST_CONTENT = 512_000_000;

/** An image with this share of its bytes counts as whole: some writers are a row short. */
const WHOLE = 0.98;

/** Deflate makes at most 1032 bytes of one. */
const MOST_INFLATED = 1032;

/** Streams below this are not worth looking into: it would take hundreds of them. */
const SMALL_STREAM = 4096;

/** What looking at a file's streams brings to light. */
export interface FileBounds {
  /** What its pages are made of takes more memory than a page may have. */
  readonly tooLarge: boolean;
  /** It has an image that is too large to be drawn. */
  readonly hasHugeImage: boolean;
  /** Images that may inflate beyond the bound, for `areTooLarge`. */
  readonly largeImages: readonly PdfStream[];
  /** Images of which is known how much they have to inflate to, for `areCut`. */
  readonly sizedImages: readonly PdfStream[];
  /** What pages may draw and whose end can be told from its data, in the file's order, for `areTorn`. */
  readonly endingStreams: readonly PdfStream[];
}

/**
 * Looks how large a file becomes when its pages are read: 307 KB can become 300 MB. Streams are inflated one after
 * the other, a little at a time, and thrown away, none further than the bound. What is encrypted can't be looked
 * into. Images are left for later: pages need not wait for them.
 *
 * @param signal ends it; the answer is then what has been seen.
 */
export async function measureFile(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<FileBounds> {
  let hasHugeImage = false;
  const contents: PdfStream[] = [];
  const images: PdfStream[] = [];
  const endingStreams: PdfStream[] = [];
  for await (const stream of pdfStreams(bytes, signal)) {
    hasHugeImage ||= stream.pixels > LARGEST_IMAGE;
    (stream.pixels > 0 ? images : contents).push(stream);
    if (endsByItself(stream) && !stream.aside && stream.pixels <= LARGEST_IMAGE) endingStreams.push(stream);
  }
  const tooLarge = await areTooLarge(bytes, contents.filter(mayBeLarge), signal);
  return {
    tooLarge,
    hasHugeImage,
    largeImages: images.filter(mayBeLarge),
    sizedImages: images.filter(({ pixels, leastDecoded }) => leastDecoded > 0 && pixels <= LARGEST_IMAGE),
    endingStreams,
  };
}

/** Whether one of these streams inflates beyond its bound; or all that are no images together beyond theirs. */
export async function areTooLarge(
  bytes: Uint8Array<ArrayBuffer>,
  streams: readonly PdfStream[],
  signal: AbortSignal,
): Promise<boolean> {
  let content = 0;
  for (const [index, stream] of streams.entries()) {
    const { start, deflations, pixels } = stream;
    // No further than to the next one, so that all are looked for in one way through the file.
    const next = streams[index + 1]?.start ?? bytes.length;
    const data = bytes.subarray(start, deflations > 1 ? endOf(bytes, stream, next) : undefined);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: memory is what this is about
    const size = await inflatedSize(data, deflations, LARGEST_STREAM, signal);
    if (pixels === 0) content += size;
    if (size > LARGEST_STREAM || content > LARGEST_CONTENT) return true;
  }
  return false;
}

/**
 * Whether one of these images has noticeably less than its size asks for: pdf.js then leaves the rest of it empty,
 * without a word. Not for files that are encrypted.
 */
export async function areCut(
  bytes: Uint8Array<ArrayBuffer>,
  images: readonly PdfStream[],
  signal: AbortSignal,
): Promise<boolean> {
  for (const image of images) {
    const enough = image.leastDecoded * WHOLE;
    // oxlint-disable-next-line no-await-in-loop -- one after the other: memory is what this is about
    const size = await sizeOf(bytes, image, enough, signal);
    if (size < enough && !signal.aborted) return true;
  }
  return false;
}

/** How many bytes an image has when it is decoded, counted up to a bound. */
async function sizeOf(
  bytes: Uint8Array<ArrayBuffer>,
  image: PdfStream,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const { start, length, deflations, outerFilter } = image;
  const data = bytes.subarray(start, start + length);
  if (isWalkable(outerFilter)) return (await decoded(data, image, signal)).size;
  return deflations === 0 ? length : inflatedSize(data, deflations, most, signal);
}

/**
 * Run lengths and hexadecimal digits should end by themselves, too, but there are writers that leave that out
 * (pypdf issue 2303; PDFBox): of them only the size tells. An image whose size tells needs no end.
 */
function endsByItself({ deflations, leastDecoded, outerFilter }: PdfStream): boolean {
  if (deflations > 0 || outerFilter === 'DCTDecode') return true;
  return leastDecoded === 0 && (outerFilter === 'LZWDecode' || outerFilter === 'ASCII85Decode');
}

/** An image that is too large to be drawn is not even read. */
function mayBeLarge({ length, deflations, pixels }: PdfStream): boolean {
  if (deflations === 0 || pixels > LARGEST_IMAGE) return false;
  const worst = length * MOST_INFLATED ** deflations;
  return pixels > 0 ? worst > LARGEST_STREAM : length > SMALL_STREAM || worst > LARGEST_STREAM;
}
