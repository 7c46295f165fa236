/** A stream of a PDF, as its dictionary describes it (ISO 32000-1, 7.3.8). */
export interface PdfStream {
  /** Where its data begins. */
  readonly start: number;
  /** How many bytes it has; up to the end of the file where the dictionary does not say so truly. */
  readonly length: number;
  /** How many times it is deflated; 0 where it is not, or is something else first. */
  readonly deflations: number;
  /** Width × height of an image; 0 for anything else. */
  readonly pixels: number;
  /** Whether it is a stencil (an image that ink is pressed through) with a coding of its own. */
  readonly codedStencil: boolean;
}

/** Dictionaries of streams are shorter than this. */
const LONGEST_DICTIONARY = 4096;

/** How long is searched before the page's thread gets a turn, ms, and how many bytes between looks at the clock. */
const AT_ONCE = 8;
const STRIDE = 65_536;

const KEYWORD = Array.from('stream', letter => letter.charCodeAt(0));
const S = KEYWORD[0] ?? 0;
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
  const pixels = numberAt(dictionary, 'W(?:idth)?') * numberAt(dictionary, 'H(?:eight)?');
  return {
    start,
    length: lengthOf(bytes, start, dictionary),
    deflations: deflationsOf(dictionary),
    pixels,
    codedStencil: /\/(ImageMask|IM)\s+true/.test(dictionary) && /\/(JBIG2|JPX|DCT)Decode/.test(dictionary),
  };
}

/** What stands between the last `obj` and the keyword. */
function dictionaryBefore(bytes: Uint8Array, keyword: number): string | undefined {
  const text = latin1(bytes.subarray(Math.max(0, keyword - LONGEST_DICTIONARY), keyword));
  const from = text.lastIndexOf('obj');
  return from < 0 ? undefined : text.slice(from);
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

function deflationsOf(dictionary: string): number {
  const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1] ?? '';
  const names = filters.match(/\/\w+/g) ?? [];
  const other = names.findIndex(name => name !== '/FlateDecode' && name !== '/Fl');
  return other < 0 ? names.length : other;
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
