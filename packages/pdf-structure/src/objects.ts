import { indexOfWord, Lexer } from './lexer.ts';
import { countOf, entriesOf, isName, type PdfDictionary, type PdfValue, type Span } from './values.ts';

const LF = 10;
const CR = 13;

/** An indirect object: `span` is from its number to `endobj`, or that of its value in an object stream. */
export interface PdfObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  readonly span: Span;
  /** A stream's bytes, as they are in the file. */
  readonly data?: Span;
  /** The number of the object stream that it is in. */
  readonly container?: number;
}

/** An object whose stream, if any, is not delimited yet: the length may be another object. */
interface BegunObject extends Omit<PdfObject, 'span' | 'data'> {
  readonly start: number;
  /** Where the bytes of its stream begin. */
  readonly dataStart: number | undefined;
  readonly lexer: Lexer;
}

/**
 * Reads an indirect object up to its end or its stream's bytes. A strict lexer takes `6 0 obj` only in that form.
 *
 * @throws PdfStructureError
 */
export function beginObject(lexer: Lexer): BegunObject {
  if (!lexer.isStrict) lexer.skipSpace();
  const start = lexer.at;
  const number = lexer.digits();
  const generation = number !== undefined && lexer.gap() ? lexer.digits() : undefined;
  if (number === undefined || generation === undefined || !lexer.gap() || !lexer.word('obj'))
    lexer.fail('syntax', start);
  if (lexer.isStrict && !lexer.sees(`${number} ${generation} obj`, start)) lexer.fail('syntax', start);
  const value = lexer.value();
  lexer.skipSpace();
  const hasStream = value.kind === 'dictionary' && lexer.sees('stream');
  if (hasStream) {
    lexer.at += 'stream'.length;
    // Readers differ on where the bytes begin behind a CR alone.
    if (!lexer.lineEnd() || lexer.peek(lexer.at - 1) !== LF) lexer.fail();
  }
  return { number, generation, value, start, lexer, dataStart: hasStream ? lexer.at : undefined };
}

/**
 * Reads an object to its end.
 *
 * @param indirectLength the number of bytes of its stream, unless it says so itself
 * @throws PdfStructureError
 */
export function endObject(begun: BegunObject, indirectLength?: number): PdfObject {
  const { start, dataStart, number, generation, value, lexer } = begun;
  const data = dataStart === undefined ? undefined : readData(lexer, dataStart, value, indirectLength);
  if (!lexer.word('endobj') && lexer.isStrict) lexer.fail();
  return { number, generation, value, span: { start, end: lexer.at }, ...(data && { data }) };
}

/**
 * Reads a stream's bytes and `endstream`. Where the length is indirect, and in updates, `endstream` must not be among the
 * bytes: some programs read only up to there. Where a length is missing, too small, or too large by less than that word,
 * all readers do so.
 */
function readData(lexer: Lexer, start: number, value: PdfValue, indirectLength: number | undefined): Span {
  const stated = entriesOf(value).get('Length');
  const direct = countOf(stated);
  if (lexer.isStrict && stated?.kind === 'reference') return readUpTo(lexer, start);
  const length = direct ?? indirectLength ?? (stated === undefined && !lexer.isStrict ? 0 : undefined);
  if (length === undefined) lexer.fail('stream-length', start);
  let end = (lexer.at = start + length);
  if (lexer.isStrict) lexer.lineEnd();
  else lexer.gap();
  const isExact = lexer.sees('endstream');
  if (!isExact && lexer.isStrict) lexer.fail('stream-length', start);
  if (!isExact || direct === undefined || lexer.isStrict) {
    const first = indexOfWord(lexer.bytes, 'endstream', start);
    if (isExact ? first !== lexer.at : first < end - 'endstream'.length) lexer.fail('stream-length', start);
    if (!isExact) lexer.at = end = first;
  }
  if (!lexer.word('endstream')) lexer.fail('stream-length', start);
  lexer.skipSpace();
  return { start, end };
}

/** Reads a stream's bytes up to the first `endstream` and the line end before it. */
function readUpTo(lexer: Lexer, start: number): Span {
  const first = indexOfWord(lexer.bytes, 'endstream', start);
  if (first === -1) lexer.fail('stream-length', start);
  lexer.at = first;
  if (!lexer.word('endstream')) lexer.fail('stream-length', start);
  lexer.skipSpace();
  const feed = first > start && lexer.peek(first - 1) === LF ? 1 : 0;
  const carriage = first - feed > start && lexer.peek(first - feed - 1) === CR ? 1 : 0;
  return { start, end: first - feed - carriage };
}

/** The objects of an object stream, in its order: their numbers and where their values begin. */
export interface ObjectStream {
  readonly bytes: Uint8Array;
  /** Where the first byte is that is not of its head. */
  readonly start: number;
  readonly entries: readonly { readonly number: number; readonly offset: number }[];
}

/** @throws PdfStructureError if its head has another form, or names an object twice */
export function readObjectStream(dictionary: PdfDictionary, bytes: Uint8Array): ObjectStream {
  const [count, first] = [countOf(dictionary.get('N')), countOf(dictionary.get('First'))];
  const lexer: Lexer = new Lexer(bytes, 0, true);
  if (count === undefined || first === undefined || count > bytes.length) lexer.fail('object-stream');
  const entries = Array.from({ length: count }, () => {
    const [number, offset] = [0, 1].map(() => {
      lexer.skipSpace();
      return lexer.digits();
    });
    if (number === undefined || offset === undefined) lexer.fail('object-stream');
    return { number, offset: first + offset };
  });
  lexer.skipSpace();
  const isTwice = new Set(entries.map(({ number }) => number)).size < count;
  if (isTwice || lexer.at < Math.min(first, bytes.length)) lexer.fail('object-stream');
  return { bytes, start: lexer.at, entries };
}

/** Reads one of its objects. @throws PdfStructureError if another one is at this index */
export function objectInStream(
  { bytes, start, entries }: ObjectStream,
  { number, index, container }: { number: number; index: number; container: number },
  isStrict = false,
): PdfObject {
  const entry = entries[index];
  const lexer: Lexer = new Lexer(bytes, entry?.offset, isStrict);
  if (entry?.number !== number) lexer.fail('object-stream');
  const value = lexer.value();
  if (isStrict) {
    lexer.skipSpace();
    // Nothing between the objects, and none within another.
    const isNext = lexer.at === (entries[index + 1]?.offset ?? bytes.length);
    if (!isNext || (index === 0 && entry.offset !== start)) lexer.fail('object-stream');
  }
  return { number, generation: 0, value, span: { start: value.start, end: value.end }, container };
}

/** Is the object a dictionary or stream of this `/Type`? */
export function isType({ value }: Pick<PdfObject, 'value'>, type: string): boolean {
  return isName(entriesOf(value).get('Type'), type);
}

/** Is it a stream of cross references? In an update, each one is read as such. */
export function isSection(object: PdfObject): boolean {
  return object.data !== undefined && isType(object, 'XRef');
}
