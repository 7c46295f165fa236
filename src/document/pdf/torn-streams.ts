import { decoded } from './decoded-size.ts';
import { endOf, type PdfStream } from './pdf-streams.ts';

/** How many bytes are inflated at once: on the page's own thread, and each can become a thousand. */
const PIECE = 4096;

/** How long is inflated before the page's thread gets a turn, ms. */
const AT_ONCE = 8;

/** What may follow the data: its check sum, and the end of the line before `endstream`. */
const REST = 32;

/** The two bytes before the data of a zlib stream (RFC 1950). */
const ZLIB_HEADER = 2;

const JPEG_MARKER = 0xff;
const JPEG_END = 0xd9;

/**
 * Whether the data of one of these streams breaks off, or can't be inflated: pdf.js then makes do with what it has
 * of it, and a page or picture stays empty, or in part, without a word. Not for files that are encrypted.
 *
 * @param signal ends it; the answer is then what has been seen.
 */
export async function areTorn(
  bytes: Uint8Array<ArrayBuffer>,
  streams: readonly PdfStream[],
  signal: AbortSignal,
): Promise<boolean> {
  let began = performance.now();
  for (const [index, stream] of streams.entries()) {
    // No further than to the next one, so that all are looked for in one way through the file.
    const next = streams[index + 1]?.start ?? bytes.length;
    const data = bytes.subarray(stream.start, endOf(bytes, stream, next) ?? next);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: memory is what counts
    const torn = await isTorn(data, stream, signal);
    if (signal.aborted) return false;
    if (torn) return true;
    if (performance.now() - began < AT_ONCE) continue;
    // oxlint-disable-next-line no-await-in-loop -- the page's thread gets a turn
    await new Promise(resolve => setTimeout(resolve));
    began = performance.now();
  }
  return false;
}

/** When the signal has ended it, the answer says nothing. */
async function isTorn(
  data: Uint8Array<ArrayBuffer>,
  stream: PdfStream,
  signal: AbortSignal,
): Promise<boolean> {
  // Nothing at all is what some writers make of nothing: no data broke off.
  if (data.length <= ZLIB_HEADER) return false;
  if (stream.outerFilter === 'DCTDecode') return !hasJpegEnd(data);
  if (stream.deflations > 0) return isTornDeflate(data, signal);
  return !(await decoded(data, stream, signal)).ended;
}

/** The marker that ends a JPEG stands nowhere else in it (ITU-T T.81, B.1.1.2), but for a picture within it. */
function hasJpegEnd(data: Uint8Array): boolean {
  for (let at = data.lastIndexOf(JPEG_END); at > 0; at = data.lastIndexOf(JPEG_END, at - 1)) {
    if (data[at - 1] === JPEG_MARKER) return true;
  }
  return false;
}

async function isTornDeflate(data: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<boolean> {
  if (!hasZlibHeader(data)) return true;
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const ended = readable.pipeTo(new WritableStream()).catch(() => undefined);
  const writer = writable.getWriter();
  // Each write fails by itself, and that they do is all that is asked.
  writer.closed.catch(() => undefined);
  const rest = Math.max(ZLIB_HEADER, data.length - REST);
  const isWhole = async (): Promise<boolean> => {
    if (!(await canWrite(writer, data.subarray(ZLIB_HEADER, rest), signal))) return false;
    // An error here is the end of the data: something else follows it.
    if (!(await canWrite(writer, data.subarray(rest), signal))) return true;
    return writer.close().then(
      () => true,
      () => false,
    );
  };
  const whole = await isWhole();
  await writer.abort().catch(() => undefined);
  await ended;
  return !whole;
}

/** What pdf.js asks of it: deflate, no dictionary, a true check (RFC 1950, 2.2). */
function hasZlibHeader([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && ((method << 8) + flags) % 31 === 0 && (flags & 0x20) === 0;
}

async function canWrite(
  writer: WritableStreamDefaultWriter<BufferSource>,
  data: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<boolean> {
  let began = performance.now();
  for (let at = 0; at < data.length; at += PIECE) {
    if (signal.aborted) return false;
    try {
      // oxlint-disable-next-line no-await-in-loop -- a stream
      await writer.write(data.slice(at, at + PIECE));
    } catch {
      return false;
    }
    if (performance.now() - began < AT_ONCE) continue;
    // oxlint-disable-next-line no-await-in-loop -- the page's thread gets a turn
    await new Promise(resolve => setTimeout(resolve));
    began = performance.now();
  }
  return true;
}
