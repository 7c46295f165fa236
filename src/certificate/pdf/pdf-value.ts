/** The file violates the PDF specification, or a stricter rule of this reader. */
export class PdfStructureError extends Error {
  override readonly name = 'PdfStructureError';
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** A value of a PDF (ISO 32000-2, 7.3), for comparison. */
export type PdfValue =
  | { readonly kind: 'number'; readonly number: number }
  /** `true`, `false` or `null`. */
  | { readonly kind: 'keyword'; readonly word: string }
  | { readonly kind: 'name'; readonly name: string }
  /** One character per byte; literal and hexadecimal strings give the same value. */
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'reference'; readonly number: number; readonly generation: number }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | { readonly kind: 'dictionary'; readonly entries: PdfDictionary };

/** A value, and where it ends in the text. */
export interface Parsed {
  readonly value: PdfValue;
  readonly end: number;
}

const DEEPEST = 100;
const SPACE = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
// Some readers take `1-2` for one number, some for two: it is refused.
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const KEYWORD = /true|false|null/y;
const HEX_STRING = /<([0-9A-Fa-f\0\t\n\f\r ]*)>/y;
const STRING_PART = /[^()\\]+|\\(?:[0-7]{1,3}|\r\n|[\s\S])|[()]/y;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The match of a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The offset of the next character that is neither white space nor part of a comment. */
export function skipSpace(text: string, at: number): number {
  return at + (matchAt(SPACE, text, at)?.[0].length ?? 0);
}

/**
 * Reads the value at an offset of the text, which has one character per byte.
 *
 * @throws PdfStructureError; also for a duplicate key in a dictionary, because readers treat it differently.
 */
export function parseValue(text: string, at: number, depth = 0): Parsed {
  if (depth > DEEPEST) throw new PdfStructureError('Nested too deeply.');
  const start = skipSpace(text, at);
  if (text.startsWith('<<', start)) return parseDictionary(text, start + 2, depth);
  switch (text.charAt(start)) {
    case '[':
      return parseArray(text, start + 1, depth);
    case '(':
      return parseLiteral(text, start + 1);
    case '<':
      return parseHex(text, start);
    case '/': {
      const [whole = '', name = ''] = matchAt(NAME, text, start) ?? [];
      return { value: { kind: 'name', name: decodeName(name) }, end: start + whole.length };
    }
    default:
      return parseAtom(text, start);
  }
}

function parseAtom(text: string, start: number): Parsed {
  const reference = matchAt(REFERENCE, text, start);
  if (reference !== null) {
    const [whole, number, generation] = reference;
    const value = { kind: 'reference', number: Number(number), generation: Number(generation) } as const;
    return { value, end: start + whole.length };
  }
  const [number] = matchAt(NUMBER, text, start) ?? [];
  if (number !== undefined)
    return { value: { kind: 'number', number: Number(number) }, end: start + number.length };
  const [word] = matchAt(KEYWORD, text, start) ?? [];
  if (word === undefined) throw new PdfStructureError('A value has an unknown type.');
  return { value: { kind: 'keyword', word }, end: start + word.length };
}

function parseArray(text: string, start: number, depth: number): Parsed {
  const items: PdfValue[] = [];
  let at = skipSpace(text, start);
  while (text[at] !== ']') {
    const { value, end } = parseValue(text, at, depth + 1);
    items.push(value);
    at = skipSpace(text, end);
  }
  return { value: { kind: 'array', items }, end: at + 1 };
}

function parseDictionary(text: string, start: number, depth: number): Parsed {
  const entries = new Map<string, PdfValue>();
  let at = skipSpace(text, start);
  while (!text.startsWith('>>', at)) {
    const key = parseValue(text, at, depth + 1);
    if (key.value.kind !== 'name') throw new PdfStructureError('A dictionary key is not a name.');
    if (entries.has(key.value.name)) throw new PdfStructureError('A dictionary has a duplicate key.');
    const { value, end } = parseValue(text, key.end, depth + 1);
    entries.set(key.value.name, value);
    at = skipSpace(text, end);
  }
  return { value: { kind: 'dictionary', entries }, end: at + 2 };
}

function parseLiteral(text: string, start: number): Parsed {
  let content = '';
  let at = start;
  for (let open = 1; ;) {
    const [part] = matchAt(STRING_PART, text, at) ?? [];
    if (part === undefined) throw new PdfStructureError('A string has no end.');
    at += part.length;
    if (part === '(') open += 1;
    if (part === ')') open -= 1;
    if (open === 0) return { value: { kind: 'string', text: content }, end: at };
    content += part.startsWith('\\') ? unescape(part.slice(1)) : part.replaceAll(/\r\n?/g, '\n');
  }
}

function unescape(escaped: string): string {
  if (/^[0-7]/.test(escaped)) return latin1(Number.parseInt(escaped, 8) & 0xff);
  // A backslash at the end of a line continues it.
  if (/^[\r\n]/.test(escaped)) return '';
  return ESCAPES[escaped] ?? escaped;
}

function parseHex(text: string, start: number): Parsed {
  const [whole, digits = ''] = matchAt(HEX_STRING, text, start) ?? [];
  if (whole === undefined) throw new PdfStructureError('A hexadecimal string is invalid.');
  const pairs = digits.replaceAll(/[^0-9A-Fa-f]/g, '').match(/..?/g) ?? [];
  const content = pairs.map(pair => latin1(Number.parseInt(pair.padEnd(2, '0'), 16))).join('');
  return { value: { kind: 'string', text: content }, end: start + whole.length };
}

function decodeName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => latin1(Number.parseInt(hex, 16)));
}

const LATIN_1 = new TextDecoder('latin1');

/** The text's character for a byte. */
function latin1(byte: number): string {
  return LATIN_1.decode(Uint8Array.of(byte));
}

/** The whole file, one character per byte. (The web's Latin-1 is Windows-1252, which is one to one as well.) */
export function textOf(bytes: Uint8Array): string {
  return LATIN_1.decode(bytes);
}

/** Are two values equal, regardless of the order of keys? */
export function sameValue(a: PdfValue | undefined, b: PdfValue | undefined): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: PdfValue | undefined): string {
  switch (value?.kind) {
    case undefined:
      return 'null';
    case 'number':
      return String(value.number);
    case 'keyword':
      return value.word;
    case 'name':
      return `/${JSON.stringify(value.name)}`;
    case 'string':
      return `(${JSON.stringify(value.text)})`;
    case 'reference':
      return `${value.number} ${value.generation} R`;
    case 'array':
      return `[${value.items.map(canonical).join(' ')}]`;
    case 'dictionary': {
      const entries = [...value.entries].map(([key, item]) => `${JSON.stringify(key)} ${canonical(item)}`);
      return `<<${entries.toSorted().join(' ')}>>`;
    }
  }
}
