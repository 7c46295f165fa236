import { HuffmanTables } from './huffman-tables.ts';
import { hasAll, readFrame, type JpegFrame } from './jpeg-frame.ts';
import { endOfScan, MOST_COMPONENTS, readScan } from './jpeg-scan.ts';

const FRAME_BASELINE = 0xc0;
const FRAME_PROGRESSIVE = 0xc2;
const FRAME_LAST = 0xcf;
const HUFFMAN_TABLES = 0xc4;
/** Markers among those of frames that begin none. */
const NO_FRAMES: readonly number[] = [HUFFMAN_TABLES, 0xc8, 0xcc];
const RESTART_0 = 0xd0;
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const RESTART_INTERVAL = 0xdd;

/**
 * Whether a JPEG holds all of the picture that it speaks of (ITU-T T.81). Browsers draw what there is of one whose data
 * stops short, grey or blurred from there, and say nothing. The codes are walked through, nothing is drawn; that takes
 * about as long as the browser's decoding.
 *
 * @param data from its start-of-image marker on
 * @returns whether every block of every component is there. `true` for what no browser draws and what is not to be
 *   told from here: arithmetic coding, lossless, a height that comes after the data. Of a progressive one, every bit
 *   has to have its scan, which its format does not ask for and its writers do; how far those go that make it only
 *   more precise is not looked at. `false`, too, for the standard codes that a file relies on without having them.
 */
export function isWholeJpeg(data: Uint8Array): boolean {
  const byte = (at: number): number => data[at] ?? 0;
  const tables = new HuffmanTables();
  let frame: JpegFrame | undefined;
  let restartInterval = 0;
  let at = 2;
  while (at + 4 <= data.length) {
    const marker = byte(at + 1);
    if (byte(at) !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    at += 2;
    if (marker === END) break;
    if (isAlone(marker)) continue;
    const length = byte(at) * 256 + byte(at + 1);
    if (length < 2) break;
    const segment = data.subarray(at + 2, at + length);
    at += length;
    if (marker === HUFFMAN_TABLES) tables.read(segment);
    else if (marker === RESTART_INTERVAL) restartInterval = (segment[0] ?? 0) * 256 + (segment[1] ?? 0);
    else if (isFrame(marker)) {
      if (marker > FRAME_PROGRESSIVE) return true;
      if (frame !== undefined || (segment[5] ?? 0) > MOST_COMPONENTS) return false;
      frame = readFrame(segment, marker === FRAME_PROGRESSIVE);
      if (frame.height === 0) return true;
      if (frame.components.some(({ across, down }) => across === 0 || down === 0)) return false;
    } else if (marker === SCAN) {
      const scan = frame && readScan(segment, frame, tables);
      const end = scan && endOfScan(data, at, scan, restartInterval);
      if (end === undefined) return false;
      at = end;
    }
  }
  return frame !== undefined && hasAll(frame);
}

/** A marker without a segment, or a byte of data that looks like one. */
function isAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= RESTART_0 && marker <= START);
}

function isFrame(marker: number): boolean {
  return marker >= FRAME_BASELINE && marker <= FRAME_LAST && !NO_FRAMES.includes(marker);
}
