import { isWalkable } from './decoded-size.ts';

/** A stream of a PDF, as its dictionary describes it (ISO 32000-1, 7.3.8). */
export interface PdfStream {
  /** Where its data begins. */
  readonly start: number;
  /** How many bytes it has; up to the end of the file where the dictionary does not say so truly. */
  readonly length: number;
  /** How many times it is deflated; 0 where it is not, or is something else first. */
  readonly deflations: number;
  /** Whether no page draws it: an attached file, or what is said about the file. */
  readonly aside: boolean;
  /** The filter that its data, as it lies in the file, was made for; `undefined` where there is none. */
  readonly outerFilter: string | undefined;
  /** By how many codes earlier than they have to LZW's codes grow (7.4.4.3). */
  readonly earlyChange: 0 | 1;
  /** Width × height of an image; 0 for anything else. */
  readonly pixels: number;
  /** How many bytes an image has at least, in one filter or none; 0 where that can't be told. */
  readonly leastDecoded: number;
}

/** Dictionaries of streams are shorter than this. */
const LONGEST_DICTIONARY = 4096;

/** How long is searched before the page's thread gets a turn, ms, and how many bytes between looks at the clock. */
const AT_ONCE = 8;
const STRIDE = 65_536;

/** Of filters, which pdf.js takes in place of the full ones (8.9.7). */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['AHx', 'ASCIIHexDecode'],
  ['A85', 'ASCII85Decode'],
  ['LZW', 'LZWDecode'],
  ['Fl', 'FlateDecode'],
  ['RL', 'RunLengthDecode'],
  ['DCT', 'DCTDecode'],
]);

const KEYWORD = Array.from('stream', letter => letter.charCodeAt(0));
const S = KEYWORD[0] ?? 0;
const END = Array.from('endstream', letter => letter.charCodeAt(0));
const E = END[0] ?? 0;
const OBJECT = Array.from('obj', letter => letter.charCodeAt(0));
const O = OBJECT[0] ?? 0;
const LF = 10;
const CR = 13;

/**
 * The streams of a file in the order in which they lie in it, found by their keyword: the table of objects need
 * not be true. The data of a stream is passed over where its length is true.
 */
export async function* pdfStreams(bytes: Uint8Array, signal: AbortSignal): AsyncGenerator<PdfStream> {
  let began = performance.now();
  let look = STRIDE;
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= look) {
      look = at + STRIDE;
      if (performance.now() - began > AT_ONCE) {
        // oxlint-disable-next-line no-await-in-loop -- that is the purpose
        await new Promise(resolve => setTimeout(resolve));
        began = performance.now();
      }
      if (signal.aborted) return;
    }
    if (bytes[at] !== S || !isStreamKeyword(bytes, at)) continue;
    const stream = streamAt(bytes, at);
    if (stream === undefined) continue;
    yield stream;
    if (stream.start + stream.length < bytes.length) at = stream.start + stream.length;
  }
}

/**
 * Where a stream's data ends: what its dictionary says, or else where the file says so before `limit`, as pdf.js takes
 * it; `undefined` where neither does.
 */
export function endOf(bytes: Uint8Array, { start, length }: PdfStream, limit: number): number | undefined {
  if (start + length < bytes.length) return start + length;
  const searched = bytes.subarray(start, limit);
  for (let at = searched.indexOf(E); at >= 0; at = searched.indexOf(E, at + 1)) {
    if (END.every((letter, offset) => searched[at + offset] === letter)) return start + at;
  }
  return undefined;
}

function isStreamKeyword(bytes: Uint8Array, at: number): boolean {
  if (KEYWORD.some((letter, offset) => bytes[at + offset] !== letter)) return false;
  const after = bytes[at + KEYWORD.length];
  // “endstream” has the same letters.
  return (after === LF || after === CR) && bytes[at - 1] !== 'd'.charCodeAt(0);
}

function streamAt(bytes: Uint8Array, keyword: number): PdfStream | undefined {
  const dictionary = dictionaryBefore(bytes, keyword);
  if (dictionary === undefined) return undefined;
  const after = keyword + KEYWORD.length;
  const start = after + (bytes[after] === CR && bytes[after + 1] === LF ? 2 : 1);
  const [width, height] = [numberAt(dictionary, 'W(?:idth)?'), numberAt(dictionary, 'H(?:eight)?')];
  const filters = filtersOf(dictionary);
  const other = filters.findIndex(name => name !== 'FlateDecode');
  return {
    start,
    length: lengthOf(bytes, start, dictionary),
    deflations: other < 0 ? filters.length : other,
    aside: /\/Type\s*\/(EmbeddedFile|Metadata)\b/.test(dictionary),
    outerFilter: filters[0],
    earlyChange: /\/EarlyChange\s+0\b/.test(dictionary) ? 0 : 1,
    pixels: width * height,
    leastDecoded: tellsItsSize(filters) ? height * rowBytes(dictionary, width) : 0,
  };
}

/** What stands between the last `obj` and the keyword. Most of it is short, so no more is made a string. */
function dictionaryBefore(bytes: Uint8Array, keyword: number): string | undefined {
  const first = Math.max(0, keyword - LONGEST_DICTIONARY);
  for (let at = keyword - OBJECT.length; at >= first; at -= 1) {
    if (bytes[at] !== O || OBJECT.some((letter, offset) => bytes[at + offset] !== letter)) continue;
    return withNamesPlain(latin1(bytes.subarray(at, keyword)));
  }
  return undefined;
}

/** A name may have any of its letters as a number (7.3.5). */
function withNamesPlain(dictionary: string): string {
  return dictionary.replaceAll(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Pictures in a format of their own have as many bytes as they need. */
function tellsItsSize([filter, ...more]: readonly string[]): boolean {
  if (more.length > 0) return false;
  return filter === undefined || filter === 'FlateDecode' || isWalkable(filter);
}

function numberAt(dictionary: string, key: string): number {
  return Number(new RegExp(`/${key}\\s+(\\d{1,9})\\b(?!\\s+\\d+\\s+R)`).exec(dictionary)?.[1] ?? 0);
}

/** The length that the dictionary gives where `endstream` stands there: pdf.js then takes it, too. */
function lengthOf(bytes: Uint8Array, start: number, dictionary: string): number {
  const length = numberAt(dictionary, 'Length');
  const end = start + length;
  const isTrue = length > 0 && /^\s{0,2}endstream/.test(latin1(bytes.subarray(end, end + 12)));
  return isTrue ? length : bytes.length - start;
}

/** The filters that a stream's dictionary names itself, by their full names. */
function filtersOf(dictionary: string): readonly string[] {
  const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1] ?? '';
  const names = Array.from(filters.matchAll(/\/(\w+)/g), ([, name = '']) => name);
  return names.map(name => SHORT_NAMES.get(name) ?? name);
}

/** How many bytes a row of an image has: more where its colours are not named here, never less. */
function rowBytes(dictionary: string, width: number): number {
  const space = /\/ColorSpace\s*\/(\w+)/.exec(dictionary)?.[1];
  const components = space === 'DeviceRGB' ? 3 : space === 'DeviceCMYK' ? 4 : 1;
  return Math.ceil((width * components * (numberAt(dictionary, 'BitsPerComponent') || 1)) / 8);
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
