import { inflatedSize } from './inflated-size.ts';
import { pdfStreams, type PdfStream } from './pdf-streams.ts';

/**
 * The largest image that is drawn, in pixels: 600 dpi on A3. pdf.js needs up to six times as many bytes, and a
 * file of 100 KB can claim a thousand times as much.
 */
export const LARGEST_IMAGE = 70_000_000;

/** What one stream may inflate to, bytes: a page at 600 dpi in colour. pdf.js holds it up to three times. */
const LARGEST_STREAM = 128_000_000;

/** What all streams that are no images may inflate to together, bytes: one page may draw on all of them. */
const LARGEST_CONTENT = 512_000_000;

/** Deflate makes at most 1032 bytes of one. */
const MOST_INFLATED = 1032;

/** Streams below this are not worth looking into: it would take hundreds of them. */
const SMALL_STREAM = 4096;

/** What looking at a file's streams brings to light. */
export interface FileBounds {
  /** It would take more memory than a page may have. */
  readonly tooLarge: boolean;
  /** It has an image that is too large to be drawn. */
  readonly hasHugeImage: boolean;
  /** It has stencils that pdf.js leaves out without a trace when it can't decode them. */
  readonly hasCodedStencils: boolean;
}

/**
 * Looks how large a file becomes when it is read: 307 KB can become 300 MB. Streams are inflated one after the
 * other by the browser and thrown away, on no page's thread, and none further than the bound. What is encrypted
 * can't be looked into.
 *
 * @param signal ends it; the answer is then what has been seen.
 */
export async function measureFile(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<FileBounds> {
  let hasHugeImage = false;
  let hasCodedStencils = false;
  let content = 0;
  for await (const stream of pdfStreams(bytes, signal)) {
    hasHugeImage ||= stream.pixels > LARGEST_IMAGE;
    hasCodedStencils ||= stream.codedStencil;
    if (!mayBeLarge(stream)) continue;
    const size = await inflatedSize(bytes.subarray(stream.start), stream.deflations, LARGEST_STREAM, signal);
    if (stream.pixels === 0) content += size;
    if (size > LARGEST_STREAM || content > LARGEST_CONTENT)
      return { tooLarge: true, hasHugeImage, hasCodedStencils };
  }
  return { tooLarge: false, hasHugeImage, hasCodedStencils };
}

/** An image that is too large to be drawn is not even read. */
function mayBeLarge({ length, deflations, pixels }: PdfStream): boolean {
  if (deflations === 0 || pixels > LARGEST_IMAGE) return false;
  const worst = length * MOST_INFLATED ** deflations;
  return pixels > 0 ? worst > LARGEST_STREAM : length > SMALL_STREAM || worst > LARGEST_STREAM;
}
