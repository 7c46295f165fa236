import type { PdfStream } from './pdf-streams.ts';

/** How many bytes are walked through between looks at the clock. */
const PIECE = 16_384;

/** How long is walked before the page's thread gets a turn, ms. */
const AT_ONCE = 8;

/** In LZW's data (ISO 32000-1, 7.4.4). */
const CLEAR_TABLE = 256;
const END_OF_DATA = 257;
const FIRST_ENTRY = 258;
const FIRST_WIDTH = 9;
const MOST_WIDTH = 12;
const MOST_ENTRIES = 4096;

/** In run lengths (7.4.5). */
const NO_RUN = 128;

/** Of hexadecimal digits (7.4.2). */
const HEX_END = '>'.charCodeAt(0);

/** Of base 85 (7.4.3). */
const BASE_85_END = '~'.charCodeAt(0);
const FIRST_DIGIT = '!'.charCodeAt(0);
const LAST_DIGIT = 'u'.charCodeAt(0);
const FOUR_ZEROS = 'z'.charCodeAt(0);

/** What data in one of the older filters decodes to. */
export interface Decoded {
  /** Bytes. */
  readonly size: number;
  /** Whether it has the end that its filter asks for. */
  readonly ended: boolean;
}

/** Looks at one piece of the data after the other, and keeps none. */
interface Walker {
  size: number;
  /** @returns whether the end is in it */
  readonly take: (piece: Uint8Array) => boolean;
}

const WALKERS: ReadonlyMap<string, (stream: PdfStream) => Walker> = new Map([
  ['ASCIIHexDecode', hexWalker],
  ['ASCII85Decode', base85Walker],
  ['LZWDecode', lzwWalker],
  ['RunLengthDecode', runLengthWalker],
]);

/** Whether `decoded` knows the filter. */
export function isWalkable(filter: string | undefined): filter is string {
  return WALKERS.has(filter ?? '');
}

/**
 * Walks through the data of a stream whose outer filter is walkable, and decodes no further. Deflated data has to be
 * inflated instead (inflated-size.ts).
 *
 * @param signal ends it; the answer then says nothing.
 */
export async function decoded(data: Uint8Array, stream: PdfStream, signal: AbortSignal): Promise<Decoded> {
  const walker = WALKERS.get(stream.outerFilter ?? '')?.(stream);
  if (walker === undefined) throw new TypeError(`${stream.outerFilter} is none of the older filters.`);
  let began = performance.now();
  for (let at = 0; at < data.length && !signal.aborted; at += PIECE) {
    if (walker.take(data.subarray(at, at + PIECE))) return { size: walker.size, ended: true };
    if (performance.now() - began < AT_ONCE) continue;
    // oxlint-disable-next-line no-await-in-loop -- the page's thread gets a turn
    await new Promise(resolve => setTimeout(resolve));
    began = performance.now();
  }
  return { size: walker.size, ended: false };
}

function hexWalker(): Walker {
  return {
    size: 0,
    take(piece) {
      for (const byte of piece) {
        if (byte === HEX_END) return true;
        if (isHexDigit(byte)) this.size += 0.5;
      }
      return false;
    },
  };
}

function isHexDigit(byte: number): boolean {
  const lowerCase = byte | 0x20;
  return (byte >= 0x30 && byte <= 0x39) || (lowerCase >= 0x61 && lowerCase <= 0x66);
}

function base85Walker(): Walker {
  return {
    size: 0,
    take(piece) {
      for (const byte of piece) {
        if (byte === BASE_85_END) return true;
        if (byte === FOUR_ZEROS) this.size += 4;
        else if (byte >= FIRST_DIGIT && byte <= LAST_DIGIT) this.size += 0.8;
      }
      return false;
    },
  };
}

function lzwWalker({ earlyChange }: PdfStream): Walker {
  /** Bytes that each code stands for. */
  const lengths = new Uint32Array(MOST_ENTRIES).fill(1, 0, CLEAR_TABLE);
  let width = FIRST_WIDTH;
  let nextEntry = FIRST_ENTRY;
  /** Of the code before; 0 after a clear, when the next code adds nothing to the table. */
  let before = 0;
  let bits = 0;
  let waiting = 0;
  return {
    size: 0,
    take(piece) {
      for (const byte of piece) {
        bits = ((bits << 8) | byte) & 0xfffff;
        waiting += 8;
        if (waiting < width) continue;
        waiting -= width;
        const code = (bits >> waiting) & ((1 << width) - 1);
        if (code === END_OF_DATA) return true;
        if (code === CLEAR_TABLE) {
          width = FIRST_WIDTH;
          nextEntry = FIRST_ENTRY;
          before = 0;
          continue;
        }
        if (before > 0 && nextEntry < MOST_ENTRIES) {
          // What the code before stands for, and one byte more; the code may stand for that entry itself.
          lengths[nextEntry] = before + 1;
          nextEntry += 1;
        }
        before = lengths[code] ?? 0;
        this.size += before;
        if (nextEntry + earlyChange >= 1 << width) width = Math.min(width + 1, MOST_WIDTH);
      }
      return false;
    },
  };
}

function runLengthWalker(): Walker {
  /** Bytes of a run that are still to come. */
  let left = 0;
  return {
    size: 0,
    take(piece) {
      for (const byte of piece) {
        if (left > 0) left -= 1;
        else if (byte === NO_RUN) return true;
        else {
          left = byte < NO_RUN ? byte + 1 : 1;
          this.size += byte < NO_RUN ? byte + 1 : 257 - byte;
        }
      }
      return false;
    },
  };
}
