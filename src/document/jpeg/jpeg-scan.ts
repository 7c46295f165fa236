import type { HuffmanTable, HuffmanTables } from './huffman-tables.ts';
import { COEFFICIENTS, unitsOf, type Component, type JpegFrame } from './jpeg-frame.ts';
import { ScanBits } from './scan-bits.ts';

/** Of a picture that a browser draws. */
export const MOST_COMPONENTS = 4;

/** A code without a value behind it, for as many coefficients. */
const SIXTEEN_NOUGHTS = 0xf0;

/** What a scan holds. */
export interface JpegScan {
  readonly units: number;
  /** Takes a unit's bits, and answers how many units they were, or 0 where there is no such code. */
  readonly walk: ((bits: ScanBits) => number) | undefined;
}

interface Part {
  readonly component: Component;
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

/**
 * Reads what a scan is about, and notes what it adds to the frame's components. Without `walk` where it only makes the
 * picture more precise.
 * @param segment of an SOS marker (ITU-T T.81, B.2.3)
 * @returns `undefined` where it makes no sense
 */
export function readScan(segment: Uint8Array, frame: JpegFrame, tables: HuffmanTables): JpegScan | undefined {
  const parts = partsOf(segment, frame, tables);
  const [only] = parts;
  if (only === undefined) return undefined;
  const components = parts.map(({ component }) => component);
  const units = unitsOf(components, frame);
  if (!frame.isProgressive) {
    for (const component of components) component.missing[0] = 0;
    return { units, walk: walkAll(blocksOf(parts)) };
  }
  const [first = 0, last = 0, precision = 0] = segment.subarray(1 + parts.length * 2);
  const isBand = first <= last && last < COEFFICIENTS;
  if (!isBand || (first === 0 ? last > 0 : parts.length > 1)) return undefined;
  const [before, after] = [precision >> 4, precision & 15];
  for (const component of components) {
    component.missing = component.missing.map((bits, coefficient) => {
      const adds = coefficient >= first && coefficient <= last && (before === 0 || bits === before);
      return adds ? after : bits;
    });
  }
  if (before > 0) return { units, walk: undefined };
  return { units, walk: first === 0 ? walkFirst(blocksOf(parts)) : walkRest(only.ac, first, last) };
}

/** Where a scan's data ends that begins there; `undefined` where it ends before all of its units. */
export function endOfScan(
  data: Uint8Array,
  start: number,
  { units, walk }: JpegScan,
  restartInterval: number,
): number | undefined {
  if (walk === undefined) return start;
  const bits = new ScanBits(data, start);
  for (let left = units; left > 0;) {
    let untilRestart = restartInterval > 0 ? Math.min(restartInterval, left) : left;
    left -= untilRestart;
    while (untilRestart > 0) {
      const walked = walk(bits);
      if (walked === 0 || bits.areOver) return undefined;
      untilRestart -= walked;
    }
    if (left > 0 && !bits.restart()) return undefined;
  }
  return bits.at;
}

/** The components of a scan and their tables; none where it makes no sense. */
function partsOf(segment: Uint8Array, frame: JpegFrame, tables: HuffmanTables): readonly Part[] {
  const count = segment[0] ?? 0;
  if (count > MOST_COMPONENTS) return [];
  // Some files have the same id for several.
  const free = new Set(frame.components);
  const parts: Part[] = [];
  for (let index = 0; index < count; index += 1) {
    const [id = 0, used = 0] = segment.subarray(1 + index * 2);
    const component = [...free].find(one => one.id === id);
    if (component === undefined) return [];
    free.delete(component);
    parts.push({ component, dc: tables.dc(used >> 4), ac: tables.ac(used & 15) });
  }
  return parts;
}

/** The parts of a unit's blocks, one after the other. */
function blocksOf(parts: readonly Part[]): readonly Part[] {
  if (parts.length === 1) return parts;
  return parts.flatMap(part => Array<Part>(part.component.across * part.component.down).fill(part));
}

function walkAll(blocks: readonly Part[]) {
  return (bits: ScanBits): number => {
    for (const { dc, ac } of blocks) {
      if (dc === undefined || ac === undefined) return 0;
      const size = bits.code(dc);
      if (size < 0) return 0;
      bits.skip(size & 15);
      for (let coefficient = 1; coefficient < COEFFICIENTS; coefficient += 1) {
        const code = bits.code(ac);
        if (code < 0) return 0;
        // All others are noughts from here.
        if ((code & 15) === 0 && code !== SIXTEEN_NOUGHTS) break;
        coefficient += code >> 4;
        bits.skip(code & 15);
      }
    }
    return 1;
  };
}

function walkFirst(blocks: readonly Part[]) {
  return (bits: ScanBits): number => {
    for (const { dc } of blocks) {
      const size = dc === undefined ? -1 : bits.code(dc);
      if (size < 0) return 0;
      bits.skip(size & 15);
    }
    return 1;
  };
}

/** A code may end the bands of many blocks at once (G.1.2.2). */
function walkRest(ac: HuffmanTable | undefined, first: number, last: number) {
  return (bits: ScanBits): number => {
    if (ac === undefined) return 0;
    for (let coefficient = first; coefficient <= last; coefficient += 1) {
      const code = bits.code(ac);
      if (code < 0) return 0;
      const zeros = code >> 4;
      if ((code & 15) === 0 && zeros < 15) return 2 ** zeros + bits.take(zeros);
      coefficient += zeros;
      bits.skip(code & 15);
    }
    return 1;
  };
}
