/**
 * What pdf.js's worker begins with; the build puts pdf.js's own script behind it, so that there is one way to the
 * network before the first page. It is plain JavaScript, because the worker loads it as it is, and exports nothing.
 *
 * Most of it bounds what a page may take, wherever in a file it comes from: chained filters, encrypted streams and
 * images that claim another size than they have all end in one of the objects below. Beyond the bound the worker
 * gets the error that it gets where there is no memory left; it then leaves out the image or the page, and the
 * survey of the pages tells.
 */

/** Tells the page that it lives; see worker-watch.ts. */
addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'are you there?') port?.postMessage('yes');
});

/** One array or canvas, bytes: 600 dpi on A3 (`LARGEST_IMAGE`) with four bytes a pixel. */
const LARGEST = 300_000_000;

/** What one stream may inflate to, bytes (`LARGEST_STREAM`). */
const LARGEST_INFLATED = 128_000_000;

/** All of them between two requests, bytes: a request is for one page. */
const MOST = 1_000_000_000;

/** The JPEG 2000 decoder has one buffer for all that it does, bytes; it grows by copying. */
const LARGEST_BUFFER = 1_000_000_000;

/** What is not worth counting, bytes. */
const SMALL = 65_536;

let spent = 0;
addEventListener('message', ({ data }) => {
  // Not with each piece that the page asks for of an answer.
  if (data?.action !== undefined) spent = 0;
});

function spend(bytes) {
  if (bytes < SMALL) return;
  spent += bytes;
  if (bytes > LARGEST || spent > MOST) refuse();
}

/** Until the next request, so that pdf.js does not try the same in a slower way. */
function refuse() {
  spent = Infinity;
  throw new RangeError('This takes more memory than a page may have.');
}

/** Puts a class in the place of a global one, which calls `before` with what it is constructed with. */
function beforeEach(name, before) {
  const Native = globalThis[name];
  if (Native === undefined) return;
  globalThis[name] = new Proxy(Native, {
    construct(target, args, newTarget) {
      before(args, target);
      return Reflect.construct(target, args, newTarget === globalThis[name] ? target : newTarget);
    },
  });
}

for (const { name } of [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
]) {
  // A view of a buffer takes nothing; a copy of an array as much as a new one.
  beforeEach(name, ([from], { BYTES_PER_ELEMENT: size }) => {
    if (typeof from === 'number') spend(from * size);
    else if (typeof from?.length === 'number') spend(from.length * size);
  });
}

beforeEach('ArrayBuffer', ([bytes]) => {
  if (bytes > LARGEST_BUFFER) refuse();
});

beforeEach('OffscreenCanvas', ([width, height]) => spend(width * height * 4));

/** How much of JPEGs is kept until they are looked through, bytes: many times what a page has. */
const MOST_KEPT = 100_000_000;

/**
 * The JPEGs that come by while the survey looks at a page; `undefined` while it does not. What is on the screen must not
 * wait for this: it takes as long as decoding.
 */
let kept;

function keep(data) {
  if (kept === undefined) return;
  kept.bytes += data.byteLength;
  if (kept.bytes > MOST_KEPT) kept.left += 1;
  else kept.jpegs.push(data);
}

beforeEach('ImageDecoder', ([{ type, data }]) => {
  if (type !== 'image/jpeg' || !ArrayBuffer.isView(data)) return;
  spend(jpegPixels(data) * 4);
  keep(data);
});

/** See jpeg-watch.ts. */
addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'keep JPEGs') kept = { jpegs: [], bytes: 0, left: 0 };
  if (data !== 'how many are broken?' && data !== 'keep no more') return;
  const looked = kept;
  kept = undefined;
  if (port !== undefined) void countBroken(looked).then(count => port.postMessage(count));
});

/** How long it may go on before what is on the screen gets a turn, ms. */
const STRETCH = 20;

/** How many of the JPEGs that were kept are not whole, or were too many to be kept. */
async function countBroken({ jpegs, left } = { jpegs: [], left: 0 }) {
  let broken = left;
  if (jpegs.length === 0) return broken;
  // Where it does not come, none can be said to be whole.
  const { isWholeJpeg } = await import('./whole-jpeg.mjs').catch(() => ({ isWholeJpeg: () => false }));
  let since = performance.now();
  for (const data of jpegs) {
    if (!isWhole(data, isWholeJpeg)) broken += 1;
    if (performance.now() - since < STRETCH) continue;
    await new Promise(resolve => setTimeout(resolve));
    since = performance.now();
  }
  return broken;
}

function isWhole(data, isWholeJpeg) {
  try {
    return isWholeJpeg(data);
  } catch {
    // Then it can't be said to be.
    return false;
  }
}

/** How many pixels a JPEG says that it has, in the header of its frame (ITU-T T.81, B.2.2); 0 where it does not. */
function jpegPixels(data) {
  const numberAt = at => data[at] * 256 + data[at + 1];
  for (let at = 2; data[at] === 0xff; at += 2 + numberAt(at + 2)) {
    const marker = data[at + 1];
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return numberAt(at + 5) * numberAt(at + 7);
  }
  return 0;
}

/**
 * What pdf.js says of data that it makes do with, leaving out what is missing: of deflated data that breaks off, of a
 * JPEG that it decodes itself, of the drawing of a letter. It says so nowhere else; open-pdf.ts listens.
 */
console.info = console.warn = message => {
  const glyph = /Type3 font resource "([^]*)" is not available/.exec(message)?.[1];
  if (glyph !== undefined) postMessage({ brokenGlyph: glyph });
  else if (isOfBrokenData(message)) postMessage({ brokenPart: message });
};

function isOfBrokenData(message) {
  // No data at all is what some writers make of nothing.
  if (message.includes(' in flate stream')) return !message.includes('Invalid header');
  return message.includes('without finding an EOI marker') || message.includes('Found EOI marker');
}

if ('DecompressionStream' in globalThis) {
  globalThis.DecompressionStream = new Proxy(DecompressionStream, {
    construct(target, args) {
      const { readable, writable } = new target(...args);
      return { writable, readable: readable.pipeThrough(new TransformStream({ transform: bounded() })) };
    },
  });
}

/** Hands pieces on until they are too many. */
function bounded() {
  let size = 0;
  return (piece, controller) => {
    size += piece.byteLength;
    if (size > LARGEST_INFLATED) refuse();
    controller.enqueue(piece);
  };
}

/*
 * pdf.js itself follows, now that everything is in its place; what a browser already has is not asked for. Imported
 * dynamically, because a static import would have to pass the page's `worker-src` with its own address.
 */
const complete =
  'withResolvers' in Promise &&
  'transferToFixedLength' in ArrayBuffer.prototype &&
  'bytes' in Response.prototype;
if (!complete) await import('./missing-built-ins.mjs');
