import { indexOfWord, latin1, Lexer } from './lexer.ts';
import { isType, type PdfObject } from './objects.ts';
import type { Span } from './values.ts';

/** White space, and comments that end there, behind a digit: what may precede `obj` where an object begins. */
const HEAD = /\d[\0\t\n\f\r ]*(?:%[^\n\r]*[\n\r][\0\t\n\f\r ]*)*$/;
const AT_LINE = /(?:^|[\n\r])[\0\t\f ]*$/;
const LONGEST_HEAD = 64;

/** A word that programs find which search a file, as they do where they can't follow its cross references. */
interface SearchedWord {
  readonly word: string;
  /** Whether they take it for one, by what precedes it. */
  readonly counts: (before: string) => boolean;
}

const WORDS: readonly SearchedWord[] = [
  { word: 'obj', counts: before => HEAD.test(before) || before.endsWith('end') },
  { word: 'trailer', counts: before => AT_LINE.test(before) },
  { word: 'startxref', counts: () => true },
];

/**
 * Where programs that search for the parts of a file would find one in a span, whether it is one or not: in a string or
 * in the bytes of a stream, for example. Linear in the span's length.
 */
export function* searchedWords(bytes: Uint8Array, { start, end }: Span): Generator<number> {
  for (const { word, counts } of WORDS)
    for (let at = start; (at = indexOfWord(bytes, word, at, end)) !== -1; at += 1)
      if (counts(latin1(bytes.subarray(Math.max(0, at - LONGEST_HEAD), at)))) yield at;
}

/** Whether programs that search a file find this object, and no other one in it, nor what they take for cross references. */
export function isFoundAlone(object: PdfObject, bytes: Uint8Array): boolean {
  const { span } = object;
  const lexer = new Lexer(bytes);
  const isAtLine = [10, 13].includes(lexer.peek(span.start - 1));
  if (!isAtLine || isType(object, 'ObjStm') || isType(object, 'XRef')) return false;
  // pdf.js takes a stream for cross references that has this anywhere.
  if (indexOfWord(bytes, '/XRef', span.start, span.end) !== -1) return false;
  if (!lexer.sees(`${object.number} 0 obj`, span.start)) return false;
  return lexer.sees('endobj', span.end - 'endobj'.length) && wordInside([object], bytes) === undefined;
}

/** Where such a program would find something between the head and the end of one of these objects. */
export function wordInside(objects: readonly PdfObject[], bytes: Uint8Array): number | undefined {
  for (const object of objects)
    for (const at of searchedWords(bytes, { start: object.value.start, end: object.span.end }))
      if (at !== endOf(object)) return at;
  return undefined;
}

/** Where `obj` is in an object's head. */
export function headOf({ number, generation, span }: PdfObject): number {
  return span.start + `${number} ${generation} `.length;
}

/** Where `obj` is in an object's `endobj`. */
export function endOf({ span }: PdfObject): number {
  return span.end - 'obj'.length;
}
