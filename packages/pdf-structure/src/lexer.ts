import { PdfStructureError } from './values.ts';
import type { PdfContent, PdfReference, PdfValue, StructureReason } from './values.ts';

const DEEPEST = 100;
/** In one object of a revision, or in all updates together. */
const MOST_VALUES = 2_000_000;
const LONGEST_NUMBER = 64;
const MOST_DIGITS = 15;

const SPACE = 1;
const DELIMITER = 2;
/** What each byte is (ISO 32000-2, 7.2.3): 0 for regular ones. */
const CLASSES = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) CLASSES[byte] = SPACE;
for (const character of '()<>[]{}/%') CLASSES[character.charCodeAt(0)] = DELIMITER;

/** The value of each byte as a hexadecimal digit. */
const NO_DIGIT = 16;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
for (let digit = 0; digit < 16; digit += 1) {
  DIGITS[digit.toString(16).charCodeAt(0)] = digit;
  DIGITS[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

const LF = 10;
const CR = 13;
const CODES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes as text, one character per byte. */
export function latin1(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    // Spread, they would be as many values of an iterator first.
    text += Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + 8192));
  return text;
}

/** The bytes of a text that has one character for each, as strings of a PDF have. */
export function bytesOfLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Where a word is in the bytes between two offsets; -1 if it is not there. */
export function indexOfWord(bytes: Uint8Array, word: string, from: number, end = bytes.length): number {
  const lexer = new Lexer(bytes);
  const first = word.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at !== -1 && at + word.length <= end;) {
    if (lexer.sees(word, at)) return at;
    at = bytes.indexOf(first, at + 1);
  }
  return -1;
}

/**
 * Reads tokens and values of bytes (ISO 32000-2, 7.2 and 7.3), in linear time. A strict one takes neither comments nor
 * NUL or form feeds for white space, since readers treat them differently.
 */
export class Lexer {
  readonly bytes: Uint8Array;
  readonly isStrict: boolean;
  /** Of a key that comes twice, the last value counts; otherwise it is an error. */
  readonly takesDoubles: boolean;
  at: number;
  #values = 0;

  constructor(bytes: Uint8Array, at = 0, isStrict = false, takesDoubles = false) {
    this.bytes = bytes;
    this.at = at;
    this.isStrict = isStrict;
    this.takesDoubles = takesDoubles;
  }

  /** @throws PdfStructureError */
  fail(reason: StructureReason = 'syntax', at = this.at): never {
    throw new PdfStructureError(reason, at);
  }

  /** The byte at an offset, by default the next; -1 behind the last. */
  peek(at = this.at): number {
    return this.bytes[at] ?? -1;
  }

  /** Goes to the next byte that is neither white space nor part of a comment. */
  skipSpace(): void {
    for (;;) {
      const byte = this.peek();
      if (byte === 37 && !this.isStrict) this.skipLine();
      else if (CLASSES[byte] !== SPACE) return;
      else if (this.isStrict && (byte === 0 || byte === 12)) this.fail();
      else this.at += 1;
    }
  }

  /** Reads white space without comments and NUL: false if there is none. */
  gap(): boolean {
    const start = this.at;
    while (CLASSES[this.peek()] === SPACE && this.peek() !== 0) this.at += 1;
    return this.at > start;
  }

  /** Goes to the end of the line. */
  skipLine(): void {
    while (this.at < this.bytes.length && this.peek() !== LF && this.peek() !== CR) this.at += 1;
  }

  /** Reads a line end; false if there is none. */
  lineEnd(): boolean {
    const start = this.at;
    if (this.peek() === CR) this.at += 1;
    if (this.peek() === LF) this.at += 1;
    return this.at > start;
  }

  /** Whether these characters are next. */
  sees(word: string, at = this.at): boolean {
    for (let index = 0; index < word.length; index++)
      if (this.peek(at + index) !== word.charCodeAt(index)) return false;
    return true;
  }

  /** Reads the word if it is next and ends here: false if it does not. */
  word(word: string): boolean {
    if (!this.sees(word) || this.#isRegular(this.at + word.length)) return false;
    this.at += word.length;
    return true;
  }

  /** Reads an integer without sign; undefined if none is next, or one that is too long for a place in a file. */
  digits(): number | undefined {
    const { at } = this;
    let number = 0;
    for (let byte = this.peek(); byte >= 48 && byte <= 57; byte = this.peek()) {
      number = number * 10 + byte - 48;
      this.at += 1;
    }
    return this.at === at || this.at - at > MOST_DIGITS ? undefined : number;
  }

  /** Reads a value. @throws PdfStructureError; also for a double key */
  value(depth = 0): PdfValue {
    this.skipSpace();
    const start = this.at;
    if (depth > DEEPEST || ++this.#values > MOST_VALUES) this.fail('limit');
    const value = this.#content(depth);
    return { ...value, start, end: this.at };
  }

  #content(depth: number): PdfContent {
    switch (this.peek()) {
      case 0x3c:
        return this.peek(this.at + 1) === 0x3c ? this.#dictionary(depth) : this.#hexadecimal();
      case 0x5b:
        return this.#array(depth);
      case 0x28:
        return this.#literal();
      case 0x2f:
        return { kind: 'name', name: this.#name() };
      default:
        return this.#atom();
    }
  }

  #isRegular(at: number): boolean {
    return CLASSES[this.peek(at)] === 0;
  }

  #atom(): PdfContent {
    for (const word of ['true', 'false', 'null']) if (this.word(word)) return { kind: 'keyword', word };
    const reference = this.#reference();
    if (reference !== undefined) return reference;
    const start = this.at;
    while (this.#isRegular(this.at) && this.at - start <= LONGEST_NUMBER) this.at += 1;
    const text = latin1(this.bytes.subarray(start, this.at));
    // Some readers take `1-2` for one number, some for two: it is refused.
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) this.fail('syntax', start);
    return { kind: 'number', number: Number(text), isInteger: !text.includes('.') };
  }

  /** `12 0 R`; undefined, and nothing is read, if something else is next. */
  #reference(): PdfReference | undefined {
    const start = this.at;
    const number = this.digits();
    const generation = number !== undefined && this.gap() ? this.digits() : undefined;
    if (number !== undefined && generation !== undefined && this.gap() && this.word('R'))
      return { kind: 'reference', number, generation };
    this.at = start;
    return undefined;
  }

  #array(depth: number): PdfContent {
    const items: PdfValue[] = [];
    this.at += 1;
    for (this.skipSpace(); this.peek() !== 0x5d; this.skipSpace()) items.push(this.value(depth + 1));
    this.at += 1;
    return { kind: 'array', items };
  }

  #dictionary(depth: number): PdfContent {
    const entries = new Map<string, PdfValue>();
    this.at += 2;
    for (this.skipSpace(); !this.sees('>>'); this.skipSpace()) {
      if (this.peek() !== 0x2f) this.fail();
      const { at } = this;
      const key = this.#name();
      if (entries.has(key) && !this.takesDoubles) this.fail('double-key', at);
      entries.set(key, this.value(depth + 1));
    }
    this.at += 2;
    return { kind: 'dictionary', entries };
  }

  #name(): string {
    const start = (this.at += 1);
    while (this.#isRegular(this.at)) this.at += 1;
    const text = latin1(this.bytes.subarray(start, this.at));
    // Where it stands for the end of a text, readers see another name.
    if (text.includes('#00')) this.fail('syntax', start);
    if (this.isStrict && /#(?![0-9A-Fa-f]{2})/.test(text)) this.fail('syntax', start);
    return decodeName(text);
  }

  #hexadecimal(): PdfContent {
    const start = this.at + 1;
    const end = this.bytes.indexOf(0x3e, start);
    this.at = end === -1 ? this.bytes.length : end;
    if (end === -1) this.fail('syntax', start);
    const codes = new Uint8Array(Math.ceil((end - start) / 2));
    let count = 0;
    // Each signature is one of 30,000 digits: as bytes they take a tenth of the memory that they would as texts.
    for (let at = start; at < end; at += 1) {
      const byte = this.peek(at);
      const digit = DIGITS[byte] ?? NO_DIGIT;
      if (digit === NO_DIGIT && (CLASSES[byte] !== SPACE || byte === 0)) this.fail('syntax', start);
      if (digit === NO_DIGIT) continue;
      codes[count >> 1] = count % 2 === 0 ? digit << 4 : (codes[count >> 1] ?? 0) | digit;
      count += 1;
    }
    this.at += 1;
    return { kind: 'string', text: latin1(codes.subarray(0, Math.ceil(count / 2))) };
  }

  #literal(): PdfContent {
    const start = (this.at += 1);
    for (let open = 1; open > 0; this.at += 1) {
      const byte = this.peek();
      if (byte === -1) this.fail('syntax', start);
      if (byte === 0x5c) this.at += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29) open -= 1;
    }
    const text = latin1(this.bytes.subarray(start, this.at - 1));
    return { kind: 'string', text: text.replaceAll(/\\([0-7]{1,3}|\r\n?|[^])|\r\n?/g, unescape) };
  }
}

/** A name may be written with the codes of its characters (ISO 32000-2, 7.3.5). */
export function decodeName(name: string): string {
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => character(Number.parseInt(code, 16)));
}

function unescape(_part: string, escaped: string | undefined): string {
  if (escaped === undefined) return '\n';
  if (/^[0-7]/.test(escaped)) return character(Number.parseInt(escaped, 8) & 0xff);
  // A backslash at the end of a line continues it.
  if (/^[\r\n]/.test(escaped)) return '';
  return CODES[escaped] ?? escaped;
}

const character = (code: number): string => String.fromCharCode(code);
