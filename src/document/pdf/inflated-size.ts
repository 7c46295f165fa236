/** How many bytes are inflated at once: on the page's own thread, and each can become a thousand. */
const PIECE = 2048;

/**
 * The last bytes come one by one: after the data's end stands its check sum, and WebKit answers what is too much by
 * an error in place of all that the piece with it inflates to.
 */
const LAST = 64;

/** As many come one by one where each can become a million: where they end is not always known. */
const FIRST_TWICE = 4096;

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
  let stream = piecesOf(bytes.subarray(ZLIB_HEADER), deflations > 1 ? FIRST_TWICE : 0);
  for (let times = 0; times < deflations; times += 1) {
    if (times > 0) stream = untilError(stream).pipeThrough(inPieces());
    // Without zlib's header, so that a wrong one can't hide what pdf.js would inflate all the same.
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

/** @param singly how many bytes at the beginning come one by one */
function piecesOf(bytes: Uint8Array<ArrayBuffer>, singly: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      const left = bytes.length - at;
      if (left <= 0) return controller.close();
      const length = at >= singly && left > LAST ? Math.min(PIECE, left - LAST) : 1;
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
}

/**
 * What was inflated once, without its header, as `piecesOf` hands out a file's bytes: it, too, has its check sum
 * behind the data. Its length is not known, so that as many bytes as come one by one are held back.
 */
function inPieces(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let header = ZLIB_HEADER;
  let held = new Uint8Array();
  return new TransformStream({
    transform(inflated, controller) {
      const bytes = new Uint8Array(held.length + inflated.length);
      bytes.set(held);
      bytes.set(inflated, held.length);
      const start = Math.min(header, bytes.length);
      const end = Math.max(start, bytes.length - LAST);
      header -= start;
      for (let at = start; at < end; at += PIECE) {
        controller.enqueue(bytes.slice(at, Math.min(at + PIECE, end)));
      }
      held = bytes.slice(end);
    },
    flush(controller) {
      for (let at = 0; at < held.length; at += 1) controller.enqueue(held.slice(at, at + 1));
    },
  });
}

/** The same, ended where it fails: an error would take along what is still on its way to the next. */
function untilError(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { value } = await reader.read().catch(() => ({ value: undefined }));
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
    cancel: async reason => reader.cancel(reason),
  });
}
