import { PDFArray, PDFName, PDFRawStream, PDFRef, PDFStream, type PDFObject } from '@cantoo/pdf-lib';
import { unpackStructure } from '../pdf/bounded-inflate.ts';
import type { ObjectSource } from '../pdf/document.ts';

/** What a stream draws can't be told. */
export class UnreadableContentError extends Error {
  override readonly name = 'UnreadableContentError';
}

/** Of an operator: numbers, strings as bytes, names with their slash. Dictionaries are left out. */
export type Operand = number | string | Uint8Array | readonly Operand[];

export interface Operation {
  readonly operator: string;
  readonly operands: readonly Operand[];
}

/** Of one stream unpacked. */
const LARGEST_BYTES = 4 * 1024 * 1024;

/** @throws UnreadableContentError for other filters than deflate, or too much of it */
export function contentsOf(source: ObjectSource, value: PDFObject | undefined): Uint8Array {
  const found = source.resolve(value);
  if (found === undefined) return new Uint8Array();
  if (!(found instanceof PDFRawStream)) throw new UnreadableContentError('No stream.');
  const [filter, parameters] = [
    found.dict.get(PDFName.of('Filter')),
    found.dict.get(PDFName.of('DecodeParms')),
  ];
  if (!isPlain(filter) || !isPlain(parameters) || found.dict.has(PDFName.of('F')) || source.encrypted) {
    throw new UnreadableContentError('Filters of another form.');
  }
  try {
    return unpackStructure(found, LARGEST_BYTES);
  } catch (cause) {
    throw new UnreadableContentError('It cannot be unpacked.', { cause });
  }
}

/** Nothing to be looked up, which `unpackStructure` doesn't. */
function isPlain(entry: PDFObject | undefined): boolean {
  const parts = entry instanceof PDFArray ? entry.asArray() : [entry];
  return !parts.some(part => part instanceof PDFRef);
}

export function isStream(value: PDFObject | undefined): value is PDFStream {
  return value instanceof PDFStream;
}

const SPACE = String.raw`[\0\t\n\f\r ]`;
const REGULAR = String.raw`[^\0\t\n\f\r ()<>[\]{}/%]`;
const TOKEN = new RegExp(
  `(?:${SPACE}|%[^\\r\\n]*(?=[\\r\\n]|$))*(?:(?<mark><<|>>|[[\\](])|<(?<hex>[0-9A-Fa-f\\0\\t\\n\\f\\r ]*)>|` +
    `(?<name>/${REGULAR}*)|(?<number>[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?!${REGULAR}))|(?<word>${REGULAR}+)|$)`,
  'y',
);

/** Reads a content stream (ISO 32000-2, 7.8.2). @throws UnreadableContentError, also for an image inside of it */
export function* operationsIn(data: Uint8Array): Generator<Operation> {
  const text = binaryText(data);
  const lists: Operand[][] = [[]];
  let dictionaries = 0;
  const add = (operand: Operand) => {
    if (dictionaries === 0) lists.at(-1)?.push(operand);
  };
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const { mark, hex, name, number, word } = TOKEN.exec(text)?.groups ?? failed();
    at = TOKEN.lastIndex;
    if (mark === '(') {
      const string = literalAt(text, at);
      add(string.bytes);
      at = string.end;
    } else if (mark === '<<') dictionaries += 1;
    else if (mark === '>>') dictionaries -= 1;
    else if (mark === '[') lists.push([]);
    else if (mark === ']') add(lists.pop() ?? []);
    else if (hex !== undefined) add(hexadecimal(hex));
    else if (name !== undefined) add(name);
    else if (number !== undefined) add(Number(number));
    else if (word !== undefined && dictionaries === 0) {
      // Some readers take what only looks like a number for one.
      if (word === 'BI' || lists.length !== 1 || /^[+\-.\d]/.test(word)) failed();
      yield { operator: word, operands: lists[0] ?? [] };
      lists[0] = [];
    }
    if (dictionaries < 0 || lists.length === 0 || lists.length > 8) failed();
  }
}

function failed(): never {
  throw new UnreadableContentError('The content is of another form.');
}

/** Exactly Latin-1, which no decoder of the platform is. */
function binaryText(data: Uint8Array): string {
  let text = '';
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return text;
}

function hexadecimal(digits: string): Uint8Array {
  const plain = digits.replaceAll(/[^0-9A-Fa-f]/g, '');
  const pairs = plain.padEnd(plain.length + (plain.length % 2), '0').match(/../g) ?? [];
  return Uint8Array.from(pairs, pair => Number.parseInt(pair, 16));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** From behind the opening parenthesis on (ISO 32000-2, 7.3.4.2). */
function literalAt(text: string, start: number): { bytes: Uint8Array; end: number } {
  const part =
    /[^\\()\r]+|\\(?<octal>[0-7]{1,3})|\\(?<newline>\r\n|\r|\n)|\\(?<escaped>[^])|(?<line>\r\n?)|[()]/y;
  let found = '';
  let depth = 1;
  part.lastIndex = start;
  for (let match = part.exec(text); match !== null; match = part.exec(text)) {
    const [token] = match;
    const { octal, newline, escaped, line } = match.groups ?? {};
    if (token === '(') depth += 1;
    if (token === ')' && (depth -= 1) === 0) break;
    if (octal !== undefined) found += String.fromCharCode(Number.parseInt(octal, 8) & 255);
    else if (escaped !== undefined) found += ESCAPES[escaped] ?? escaped;
    else if (line !== undefined) found += '\n';
    else if (newline === undefined) found += token;
  }
  if (depth > 0) failed();
  return { bytes: Uint8Array.from(found, character => character.charCodeAt(0)), end: part.lastIndex };
}
