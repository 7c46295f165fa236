import { PdfStructureError, type PdfDictionary, type PdfValue } from './pdf-value.ts';

/** Maximum decompressed size; cross references and object streams of a contract are far smaller. */
const LARGEST = 64 * 1024 * 1024;

/**
 * The bytes of a cross-reference or object stream: uncompressed or Flate, with PNG predictors.
 *
 * @throws PdfStructureError for another filter, for damage, and for more than 64 MB.
 */
export async function unpack(
  dictionary: PdfDictionary,
  packed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const filter = single(dictionary.get('Filter'));
  if (filter === undefined) return packed;
  if (filter.kind !== 'name' || !['FlateDecode', 'Fl'].includes(filter.name))
    throw new PdfStructureError('Filters other than Flate are not supported.');
  const bytes = await inflate(packed);
  const parameters = single(dictionary.get('DecodeParms'));
  if (parameters?.kind !== 'dictionary') return bytes;
  const predictor = numberOf(parameters.entries.get('Predictor')) ?? 1;
  if (predictor === 1) return bytes;
  if (predictor < 10) throw new PdfStructureError('Predictors other than PNG’s are not supported.');
  const colors = numberOf(parameters.entries.get('Colors')) ?? 1;
  const bits = numberOf(parameters.entries.get('BitsPerComponent')) ?? 8;
  if (colors !== 1 || bits !== 8) throw new PdfStructureError('Predictors for images are not supported.');
  return unpredict(bytes, numberOf(parameters.entries.get('Columns')) ?? 1);
}

export function numberOf(value: PdfValue | undefined): number | undefined {
  return value?.kind === 'number' ? value.number : undefined;
}

/** A single filter may be written as a name or as an array of one name. */
function single(value: PdfValue | undefined): PdfValue | undefined {
  if (value?.kind !== 'array') return value?.kind === 'keyword' ? undefined : value;
  if (value.items.length > 1) throw new PdfStructureError('Several filters are not supported.');
  return value.items[0];
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      length += part.value.length;
      if (length > LARGEST) throw new PdfStructureError('A stream decompresses to more than 64 MB.');
    }
  } catch (cause) {
    await reader.cancel().catch(() => undefined);
    throw cause instanceof PdfStructureError
      ? cause
      : new PdfStructureError('A stream is damaged.', { cause });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Undoes PNG's filters (RFC 2083, 6) for pixels of one byte; each row starts with its filter's number. */
function unpredict(bytes: Uint8Array, columns: number): Uint8Array {
  const rows = Math.floor(bytes.length / (columns + 1));
  const output = new Uint8Array(rows * columns);
  const at = (row: number, column: number): number =>
    row < 0 || column < 0 ? 0 : (output[row * columns + column] ?? 0);
  for (let row = 0; row < rows; row++) {
    const filter = bytes[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column++) {
      const [left, up, upLeft] = [at(row, column - 1), at(row - 1, column), at(row - 1, column - 1)];
      const added = prediction(filter, left, up, upLeft);
      output[row * columns + column] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + added;
    }
  }
  return output;
}

function prediction(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      throw new PdfStructureError('A row has an unknown PNG filter.');
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
}
