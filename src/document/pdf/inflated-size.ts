/** How many bytes are inflated at once: on the page's own thread, and each can become a thousand. */
const PIECE = 2048;

/**
 * The last bytes come one by one: after the data's end stands its check sum, and a browser answers what is too much
 * by an error, which takes along what the piece with it inflates to.
 */
const LAST = 64;

/** As few of them are left where the data ends whose length is known: its check sum, and the end of a line. */
const REST = 32;

/** How long is inflated before the page's thread gets a turn, ms. */
const AT_ONCE = 8;

/** The two bytes before the data of a zlib stream (RFC 1950). */
const ZLIB_HEADER = 2;

type Bytes = Uint8Array<ArrayBuffer>;

/** What is inflated next, in pieces, and whether all but the `REST` of it has been handed out. */
interface Deflated {
  readonly pieces: ReadableStream<Bytes>;
  readonly atEnd: () => boolean;
}

/**
 * How many bytes a deflated stream inflates to, counted up to a bound. Nothing is kept.
 *
 * @param bytes from the stream's beginning. What is deflated once may be followed by something else; what is deflated
 *   more often counts as more than `most` where it is: a browser then loses some of it, and each byte can become a
 *   million.
 * @param deflations how many times it is deflated.
 * @returns the size, or a number above `most` as soon as it is more.
 */
export async function inflatedSize(
  bytes: Bytes,
  deflations: number,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  let lost = false;
  let deflated = piecesOf(bytes.subarray(ZLIB_HEADER));
  let stream = deflated.pieces;
  for (let times = 0; times < deflations; times += 1) {
    if (times > 0) {
      const { atEnd } = deflated;
      deflated = inPieces(stream, () => (lost ||= !atEnd()));
    }
    // Without zlib's header, so that a wrong one can't hide what pdf.js would inflate all the same.
    stream = deflated.pieces.pipeThrough(new DecompressionStream('deflate-raw'));
  }
  const reader = stream.getReader();
  let size = 0;
  let began = performance.now();
  try {
    while (size <= most && !signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- a stream
      const { value, done } = await reader.read();
      if (done) break;
      size += value.length;
      if (performance.now() - began < AT_ONCE) continue;
      // oxlint-disable-next-line no-await-in-loop -- that is the purpose
      await new Promise(resolve => setTimeout(resolve));
      began = performance.now();
    }
  } catch {
    // An error at the end is the end of the stream: something else follows in the file.
  } finally {
    reader.cancel().catch(() => undefined);
  }
  return lost ? Infinity : size;
}

function piecesOf(bytes: Bytes): Deflated {
  let at = 0;
  const pieces = new ReadableStream<Bytes>({
    pull(controller) {
      const left = bytes.length - at;
      if (left <= 0) return controller.close();
      const length = left > LAST ? Math.min(PIECE, left - LAST) : 1;
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
  return { pieces, atEnd: () => bytes.length - at <= REST };
}

/**
 * What was inflated once, without its header, as `piecesOf` hands out a file's bytes. Its length is not known, so that
 * as many bytes as come one by one are held back. It ends where inflating it fails.
 */
function inPieces(inflated: ReadableStream<Bytes>, onError: () => void): Deflated {
  const reader = inflated.getReader();
  let header = ZLIB_HEADER;
  let held: Bytes = new Uint8Array();
  let ended = false;
  const fill = async (): Promise<void> => {
    while (!ended && held.length <= header + LAST) {
      // oxlint-disable-next-line no-await-in-loop -- a stream
      const { value } = await reader.read();
      if (value === undefined) ended = true;
      else held = joined(held, value);
    }
  };
  const pieces = new ReadableStream<Bytes>({
    async pull(controller) {
      await fill().catch(() => {
        ended = true;
        onError();
      });
      held = held.subarray(header);
      header = 0;
      if (held.length === 0) return controller.close();
      const length = held.length > LAST ? Math.min(PIECE, held.length - LAST) : 1;
      controller.enqueue(held.slice(0, length));
      held = held.subarray(length);
    },
    cancel: async reason => reader.cancel(reason),
  });
  return { pieces, atEnd: () => ended && held.length <= REST };
}

function joined(one: Bytes, other: Bytes): Bytes {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
