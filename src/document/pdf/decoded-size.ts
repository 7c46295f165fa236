import type { PdfStream } from './pdf-streams.ts';

/** How many bytes are walked through between looks at the clock. */
const PIECE = 16_384;

/** How long is walked before the page's thread gets a turn, ms. */
const AT_ONCE = 8;

const JPEG_MARKER = 0xff;
const JPEG_END = 0xd9;

/** In LZW's data (ISO 32000-1, 7.4.4). */
const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const FIRST_ENTRY = 258;
const FIRST_WIDTH = 9;
const MOST_WIDTH = 12;

/** In run lengths (7.4.5). */
const NO_RUN = 128;

/** Looks at one piece of the data after the other. @returns whether the end is in it */
type EndIn = (piece: Uint8Array) => boolean;

/** @param signal ends it; the answer then says nothing. */
type HasEnd = (data: Uint8Array, stream: PdfStream, signal: AbortSignal) => boolean | Promise<boolean>;

/**
 * Whether data has the end that its filter asks for, by the filter's name (ISO 32000-1, 7.4): without it, data broke
 * off. Deflated data has to be inflated to know (torn-streams.ts).
 */
export const DATA_ENDS: ReadonlyMap<string, HasEnd> = new Map<string, HasEnd>([
  ['ASCIIHexDecode', data => data.includes('>'.charCodeAt(0))],
  ['ASCII85Decode', data => data.includes('~'.charCodeAt(0))],
  ['DCTDecode', hasJpegEnd],
  ['LZWDecode', (data, { earlyChange }, signal) => walk(data, lzwEnd(earlyChange), signal)],
  ['RunLengthDecode', (data, _, signal) => walk(data, runLengthEnd(), signal)],
]);

/** The marker that ends a JPEG stands nowhere else in it (ITU-T T.81, B.1.1.2), but for a picture within it. */
function hasJpegEnd(data: Uint8Array): boolean {
  for (let at = data.lastIndexOf(JPEG_END); at > 0; at = data.lastIndexOf(JPEG_END, at - 1)) {
    if (data[at - 1] === JPEG_MARKER) return true;
  }
  return false;
}

function lzwEnd(earlyChange: PdfStream['earlyChange']): EndIn {
  let width = FIRST_WIDTH;
  let nextEntry = FIRST_ENTRY;
  // The first code after a clear adds nothing to the table.
  let adds = false;
  let bits = 0;
  let waiting = 0;
  return piece => {
    for (const byte of piece) {
      bits = ((bits << 8) | byte) & 0xfffff;
      waiting += 8;
      if (waiting < width) continue;
      waiting -= width;
      const code = (bits >> waiting) & ((1 << width) - 1);
      if (code === END_OF_DATA) return true;
      const clears = code === CLEAR_TABLE;
      nextEntry = clears ? FIRST_ENTRY : nextEntry + (adds ? 1 : 0);
      adds = !clears;
      if (clears) width = FIRST_WIDTH;
      else if (nextEntry + earlyChange >= 1 << width) width = Math.min(width + 1, MOST_WIDTH);
    }
    return false;
  };
}

function runLengthEnd(): EndIn {
  let left = 0;
  return piece => {
    for (let at = 0; at < piece.length; at += 1) {
      if (left > 0) {
        left -= 1;
        continue;
      }
      const length = piece[at] ?? NO_RUN;
      if (length === NO_RUN) return true;
      left = length < NO_RUN ? length + 1 : 1;
    }
    return false;
  };
}

async function walk(data: Uint8Array, endIn: EndIn, signal: AbortSignal): Promise<boolean> {
  let began = performance.now();
  for (let at = 0; at < data.length && !signal.aborted; at += PIECE) {
    if (endIn(data.subarray(at, at + PIECE))) return true;
    if (performance.now() - began < AT_ONCE) continue;
    // oxlint-disable-next-line no-await-in-loop -- the page's thread gets a turn
    await new Promise(resolve => setTimeout(resolve));
    began = performance.now();
  }
  return false;
}
