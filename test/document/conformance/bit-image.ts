/**
 * Black and white images as scanners write them: ITU-T T.6 (“CCITT group 4”) and JBIG2 (ITU-T T.88), which can
 * carry the same code. Only what a picture of coarse blocks needs: all runs are multiples of 64 pixels.
 */

/** Pixels a block, in both directions. */
const BLOCK = 64;

/** T.4, table 3: the codes of runs of 64, 128 … 512 pixels. */
const WHITE_RUNS = ['11011', '10010', '010111', '0110111', '00110110', '00110111', '01100100', '01100101'];
const BLACK_RUNS = [
  '0000001111',
  '000011001000',
  '000011001001',
  '000001011011',
  '000000110011',
  '000000110100',
  '000000110101',
  '0000001101100',
];

/** T.4, table 2: what ends a run when nothing is left over. */
const WHITE_END = '00110101';
const BLACK_END = '0000110111';

/** T.6, table 4. */
const HORIZONTAL = '001';
const VERTICAL_0 = '1';
const END_OF_BLOCK = '000000000001'.repeat(2);

/** An image of up to 8 blocks across: a row a string, `#` black and anything else white. */
export interface BitImage {
  readonly width: number;
  readonly height: number;
  /** T.6 code, padded with zeros to whole bytes. */
  readonly code: Uint8Array<ArrayBuffer>;
}

export function bitImage(rows: readonly string[]): BitImage {
  const code = rows.map(row => changedLine(row) + unchangedLine(row).repeat(BLOCK - 1)).join('');
  return {
    width: (rows[0]?.length ?? 0) * BLOCK,
    height: rows.length * BLOCK,
    code: packed(code + END_OF_BLOCK),
  };
}

/** A JBIG2 page with one region, as PDF embeds it: without file header, end of page and end of file. */
export function jbig2({ width, height, code }: BitImage): Uint8Array<ArrayBuffer> {
  const resolution = [...int32(0), ...int32(0)];
  const page = [...int32(width), ...int32(height), ...resolution, 0, 0, 0];
  // At the page's corner, joined by OR, coded by T.6.
  const region = [...int32(width), ...int32(height), ...int32(0), ...int32(0), 0, 1, ...code];
  return Uint8Array.from([...segment(0, PAGE_INFORMATION, page), ...segment(1, GENERIC_REGION, region)]);
}

/** T.88, 7.3: types of segments. */
const PAGE_INFORMATION = 48;
const GENERIC_REGION = 38;

function segment(number: number, type: number, data: readonly number[]): number[] {
  const refersToNothing = 0;
  const firstPage = 1;
  return [...int32(number), type, refersToNothing, firstPage, ...int32(data.length), ...data];
}

function int32(value: number): number[] {
  return [24, 16, 8, 0].map(shift => (value >> shift) & 0xff);
}

/** Runs of blocks, white and black in turn, beginning with white. */
function runsOf(row: string): number[] {
  const runs = row.match(/#+|[^#]+/g)?.map(run => run.length) ?? [];
  return row.startsWith('#') ? [0, ...runs] : runs;
}

/** A line without regard to the one above: pairs of a white and a black run. */
function changedLine(row: string): string {
  const runs = runsOf(row);
  let code = '';
  for (let at = 0; at < runs.length; at += 2) {
    const white = (WHITE_RUNS[(runs[at] ?? 0) - 1] ?? '') + WHITE_END;
    const black = (BLACK_RUNS[(runs[at + 1] ?? 0) - 1] ?? '') + BLACK_END;
    code += HORIZONTAL + white + black;
  }
  return code;
}

/** A line like the one above: each change of colour, and the line's end, is where it was. */
function unchangedLine(row: string): string {
  const changes = (row.match(/#+|[^#]+/g)?.length ?? 0) - (row.startsWith('#') ? 0 : 1);
  return VERTICAL_0.repeat(changes + 1);
}

function packed(bits: string): Uint8Array<ArrayBuffer> {
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, byte => Number.parseInt(byte.padEnd(8, '0'), 2));
}
