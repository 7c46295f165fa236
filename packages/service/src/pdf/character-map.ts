import { PDFRawStream } from '@cantoo/pdf-lib';
import type { PDFStream } from '@cantoo/pdf-lib';
import { unpackStream } from './bounded-inflate.ts';

/** A ToUnicode map usually has a few kilobytes. */
const LARGEST_MAP = 1024 * 1024;

/** Two-byte codes; a single range may cover all of them. */
const MOST_CODES = 0x1_0000;

const known = new WeakMap<PDFStream, ReadonlyMap<number, string> | undefined>();

/**
 * The characters of a font's codes, by its ToUnicode map (ISO 32000-2, 9.10.3).
 * @returns `undefined` if the map cannot be read; other readers may be able to
 */
export function characterMapOf(stream: PDFStream): ReadonlyMap<number, string> | undefined {
  if (!known.has(stream)) known.set(stream, readMap(stream));
  return known.get(stream);
}

function readMap(stream: PDFStream): ReadonlyMap<number, string> | undefined {
  if (!(stream instanceof PDFRawStream)) return undefined;
  let text;
  try {
    text = Buffer.from(unpackStream(stream, LARGEST_MAP)).toString('latin1');
  } catch {
    return undefined;
  }
  const map = new Map<number, string>();
  for (const [, kind, body = ''] of text.matchAll(/beginbf(char|range)([\s\S]*?)endbf/g))
    if (kind === 'char') readCharacters(body, map);
    else readRanges(body, map);
  return map;
}

function readCharacters(body: string, map: Map<number, string>): void {
  for (const [, code = '', to = ''] of body.matchAll(/<([\da-f\s]+)>\s*<([\da-f\s]*)>/gi))
    map.set(numberOf(code), charactersOf(to));
}

function readRanges(body: string, map: Map<number, string>): void {
  const ranges = /<([\da-f\s]+)>\s*<([\da-f\s]+)>\s*(?:<([\da-f\s]*)>|\[([^\]]*)\])/gi;
  for (const [, from = '', until = '', first, list] of body.matchAll(ranges)) {
    const start = numberOf(from);
    const each = list === undefined ? undefined : [...list.matchAll(/<([\da-f\s]*)>/gi)];
    const last = Math.min(numberOf(until), start + MOST_CODES - map.size);
    for (let code = start; code <= last; code += 1) {
      const to =
        each === undefined ? later(charactersOf(first ?? ''), code - start) : each[code - start]?.[1];
      if (to !== undefined) map.set(code, each === undefined ? to : charactersOf(to));
    }
  }
}

/** Within a range, the last character is incremented. */
function later(first: string, by: number): string {
  const characters = Array.from(first);
  const last = (characters.pop()?.codePointAt(0) ?? 0) + by;
  return characters.join('') + (last <= 0x10_ffff ? String.fromCodePoint(last) : '');
}

const numberOf = (hex: string): number => Number.parseInt(hex.replaceAll(/\s/g, ''), 16);

/** UTF-16BE in hex. */
function charactersOf(hex: string): string {
  const units = hex.replaceAll(/\s/g, '').match(/.{4}/g) ?? [];
  return String.fromCharCode(...units.map(unit => Number.parseInt(unit, 16)));
}
