import {
  countOf,
  entriesOf,
  isName,
  itemsOf,
  PdfStructureError,
  type PdfDictionary,
  type PdfValue,
} from './values.ts';

/** How many bytes may still be unpacked, of a file with all that follows it; contracts have far fewer. */
export interface Budget {
  left: number;
}

export const UNPACKED_BYTES = 64 * 1024 * 1024;

/**
 * The bytes of a cross-reference or object stream: uncompressed or Flate, with PNG predictors.
 *
 * @throws PdfStructureError for another filter, for damage, and if the budget is exceeded
 */
export async function unpack(
  dictionary: PdfDictionary,
  packed: Uint8Array,
  budget: Budget,
): Promise<Uint8Array> {
  const filter = single(dictionary.get('Filter'));
  const parameters = single(dictionary.get('DecodeParms'));
  // Some readers take abbreviations that others don't know.
  if (['F', 'DP'].some(key => dictionary.has(key))) throw new PdfStructureError('stream-data');
  // Some readers take a filter in an array for none if it is null, others read nothing.
  if (filter === undefined && itemsOf(dictionary.get('Filter')).length > 0)
    throw new PdfStructureError('stream-data');
  if (filter === undefined && parameters === undefined) return packed;
  if (!isName(filter, 'FlateDecode') || (parameters && parameters.kind !== 'dictionary'))
    throw new PdfStructureError('stream-data');
  const bytes = await inflate(packed, budget);
  const [predictor, colors, bits, columns] = PARAMETERS.map(([key, usual]) => {
    const value = entriesOf(parameters).get(key);
    return value === undefined ? usual : (countOf(value) ?? -1);
  });
  if (predictor === 1) return bytes;
  if (!PNG.includes(predictor ?? -1) || colors !== 1 || bits !== 8)
    throw new PdfStructureError('stream-data');
  return withoutPrediction(bytes, columns ?? -1);
}

/** With their values where they are missing (ISO 32000-2, table 8). */
const PARAMETERS = [
  ['Predictor', 1],
  ['Colors', 1],
  ['BitsPerComponent', 8],
  ['Columns', 1],
] as const;
/** All mean that each row states its own predictor. */
const PNG: readonly number[] = [10, 11, 12, 13, 14, 15];

/** A single filter may be written as a name or as an array of one name. */
function single(value: PdfValue | undefined): PdfValue | undefined {
  if (value?.kind === 'array') {
    if (value.items.length > 1) throw new PdfStructureError('stream-data');
    return single(value.items[0]);
  }
  return value?.kind === 'keyword' && value.word === 'null' ? undefined : value;
}

/** Some programs end a stream here, without a last block and a checksum (RFC 1951, 3.2.4; RFC 1950, 2.2). */
const FLUSHED = [0, 0, 0xff, 0xff];
const LAST_BLOCK = Uint8Array.of(1, ...FLUSHED);

/** Deflate, without a dictionary, and both bytes together a multiple of 31 (RFC 1950, 2.2). */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 15) === 8 && method >> 4 <= 7 && (flags & 32) === 0 && (method * 256 + flags) % 31 === 0;
}

async function inflate(packed: Uint8Array, budget: Budget): Promise<Uint8Array> {
  // Of another one programs read nothing, even where the rest can be read.
  if (!isZlib(packed)) throw new PdfStructureError('stream-data');
  const parts: Uint8Array[] = [];
  let length = 0;
  const isOpen = FLUSHED.every((byte, index) => packed.at(index - FLUSHED.length) === byte);
  const format = isOpen ? 'deflate-raw' : 'deflate';
  const source = new Blob(isOpen ? [packed.slice(2), LAST_BLOCK] : [packed.slice()]).stream();
  const reader = source.pipeThrough(new DecompressionStream(format)).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      length += part.value.length;
      budget.left -= part.value.length;
      if (budget.left < 0) throw new PdfStructureError('limit');
    }
  } catch (cause) {
    await reader.cancel().catch(() => undefined);
    throw cause instanceof PdfStructureError
      ? cause
      : new PdfStructureError('stream-data', undefined, { cause });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Undoes PNG's filters (RFC 2083, 6) for samples of one byte; each row starts with its filter's number. */
function withoutPrediction(bytes: Uint8Array, columns: number): Uint8Array {
  if (columns < 1 || bytes.length % (columns + 1) !== 0) throw new PdfStructureError('stream-data');
  const output = new Uint8Array((bytes.length / (columns + 1)) * columns);
  for (let from = 0, to = 0; from < bytes.length; from += columns + 1) {
    for (let column = 0; column < columns; column++, to++) {
      const up = to < columns ? 0 : (output[to - columns] ?? 0);
      const left = column === 0 ? 0 : (output[to - 1] ?? 0);
      const upLeft = column === 0 || to < columns ? 0 : (output[to - columns - 1] ?? 0);
      output[to] = (bytes[from + 1 + column] ?? 0) + prediction(bytes[from] ?? 0, left, up, upLeft);
    }
  }
  return output;
}

function prediction(filter: number, left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)] as const;
  const paeth = a <= b && a <= c ? left : b <= c ? up : upLeft;
  const predicted = [0, left, up, (left + up) >> 1, paeth][filter];
  if (predicted === undefined) throw new PdfStructureError('stream-data');
  return predicted;
}
