/** How many bytes are inflated at once: on the page's own thread, and each can become a thousand. */
const PIECE = 2048;

/**
 * The last bytes come one by one: after the data's end stands its check sum, and WebKit answers what is too much by
 * an error in place of all that the piece with it inflates to.
 */
const LAST = 64;

/** How long is inflated before the page's thread gets a turn, ms. */
const AT_ONCE = 8;

/** The two bytes before the data of a zlib stream (RFC 1950). */
const ZLIB_HEADER = 2;

/**
 * How many bytes a deflated stream inflates to, counted up to a bound. Nothing is kept.
 *
 * @param bytes from the stream's beginning; what follows its end is not read.
 * @param deflations how many times it is deflated.
 * @returns the size, or a number above `most` as soon as it is more.
 */
export async function inflatedSize(
  bytes: Uint8Array<ArrayBuffer>,
  deflations: number,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  let stream = piecesOf(bytes.subarray(ZLIB_HEADER));
  for (let times = 0; times < deflations; times += 1) {
    // Without zlib's header, so that a wrong one can't hide what pdf.js would inflate all the same.
    if (times > 0) stream = stream.pipeThrough(dropFirst(ZLIB_HEADER));
    stream = stream.pipeThrough(new DecompressionStream('deflate-raw'));
  }
  const reader = stream.getReader();
  let size = 0;
  let began = performance.now();
  try {
    while (size <= most && !signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- a stream
      const { value, done } = await reader.read();
      if (done) return size;
      size += value.length;
      if (performance.now() - began < AT_ONCE) continue;
      // oxlint-disable-next-line no-await-in-loop -- that is the purpose
      await new Promise(resolve => setTimeout(resolve));
      began = performance.now();
    }
    // An error at the end is the end of the stream: something else follows in the file.
  } catch {
    return size;
  } finally {
    reader.cancel().catch(() => undefined);
  }
  return size;
}

function piecesOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const left = bytes.length - at;
      if (left <= 0) return controller.close();
      const length = left > LAST ? Math.min(PIECE, left - LAST) : 1;
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
}

function dropFirst(count: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = count;
  return new TransformStream({
    transform(piece, controller) {
      const skipped = Math.min(left, piece.length);
      left -= skipped;
      if (skipped < piece.length) controller.enqueue(piece.subarray(skipped));
    },
  });
}
