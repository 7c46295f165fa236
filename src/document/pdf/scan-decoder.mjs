/**
 * pdf.js's decoder of scans (CCITT and JBIG2), which it asks for by this name's place among the assets
 * (`jbig2_nowasm_fallback.js`), with an eye on what it decodes. Both decoders draw what they have of a scan that breaks
 * off, and say nothing; here open-pdf.ts is told. Everything is seen here: what is encrypted, in other filters or in a
 * page's content.
 *
 * The letters are the ones that pdfjs-dist gives its functions, between this and its worker.
 */
// Dynamically, because a static import in a worker would have to pass `worker-src` with its own address.
const { default: instantiate } = await import('./wasm/jbig2_nowasm_fallback.js');

/** A scan with this share of its rows counts as whole: some writers are a row short. */
const WHOLE = 0.98;

/** The shortest header of a segment, bytes. */
const HEADER = 11;

/** Dictionaries and regions that are not drawn by themselves, and those that are (7.3). */
const AWAITING = [0, 4, 16, 20, 36, 40];
const DRAWN = [6, 7, 22, 23, 38, 39, 42, 43];

/** A segment of this length ends where its data says so. */
const UNKNOWN = 0xffff_ffff;

export default function decoder(imports) {
  const { f: setRow } = imports.a;
  let rows = 0;
  const countRow = (...row) => {
    rows += 1;
    setRow(...row);
  };
  const decoders = instantiate({ a: { ...imports.a, f: countRow } });
  const { i: memory, m: decodeJbig2, n: decodeCcitt } = decoders;
  return {
    ...decoders,
    n(data, size, width, height, ...parameters) {
      rows = 0;
      decodeCcitt(data, size, width, height, ...parameters);
      if (rows < height * WHOLE) tell();
    },
    m(data, size, ...parameters) {
      if (breaksOff(new DataView(memory.buffer, data, size))) tell();
      decodeJbig2(data, size, ...parameters);
    },
  };
}

function tell() {
  postMessage({ brokenPart: 'scan' });
}

/**
 * Whether a segment's header, or its data, goes beyond the end (ITU-T T.88, 7.2), or there is only what others are
 * drawn with, and none of them. What else may follow is none.
 */
function breaksOff(view) {
  const waiting = new Set();
  let isDrawn = false;
  const end = view.byteLength;
  let at = 0;
  while (at + HEADER <= end) {
    const number = view.getUint32(at);
    const flags = view.getUint8(at + 4);
    let referred = view.getUint8(at + 5) >> 5;
    at += 6;
    if (referred === 7) {
      referred = view.getUint32(at - 1) & 0x1fff_ffff;
      at += 3 + Math.ceil((referred + 1) / 8);
    }
    const size = number <= 256 ? 1 : number <= 65_536 ? 2 : 4;
    const references = at;
    at += referred * size + (flags & 0x40 ? 4 : 1);
    if (at + 4 > end) return true;
    for (let to = references; to < references + referred * size; to += size)
      waiting.delete(numberAt(view, to, size));
    const type = flags & 0x3f;
    const length = view.getUint32(at);
    if (DRAWN.includes(type)) isDrawn = true;
    else if (AWAITING.includes(type) && length > 0) waiting.add(number);
    if (length === UNKNOWN) return false;
    at += 4 + length;
  }
  return at > end || (waiting.size > 0 && !isDrawn);
}

function numberAt(view, at, size) {
  return size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at) : view.getUint32(at);
}
