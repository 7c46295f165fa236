import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';
import { unpackStream } from './bounded-inflate.ts';
import { characterMapOf } from './character-map.ts';

/** Size limits for one appearance and for all of a file's appearances, unpacked. */
const LARGEST_LOOK = 1024 * 1024;
const ALL_LOOKS = 16 * 1024 * 1024;

/** Maximum nesting of forms in an appearance. */
const DEEPEST_FORM = 4;

/** Stands for a character that the file shows but does not name. */
const UNKNOWN = '\u{fffd}';

/** Glyph names from the space on; letters are their own names (ISO 32000-2, annex D). */
const ASCII_NAMES = (
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma ' +
  'hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at'
).split(' ');

/** The tokens of a content stream, except for strings in parentheses, which can be nested. */
const TOKEN = /%[^\r\n]*|\/[^\s()<>[\]{}/%]*|<<|>>|<[\da-fA-F\s]*>|[[\]{}]|\(|[^\s()<>[\]{}/%]+/y;

const NUMBER = /^[+-]?[\d.]+$/;

const key = (name: string): PDFName => PDFName.of(name);

/** An operator with the strings and the last name before it, which is all that text needs. */
interface Operation {
  readonly operator: string;
  readonly strings: readonly Uint8Array[];
  readonly name: string;
}

/** Extracts the text of fields' appearances. */
export class LookReader {
  readonly #usual: PDFDict | undefined;
  #left = ALL_LOOKS;

  /** @param usual the form's resources, for appearances without their own */
  constructor(usual: PDFDict | undefined) {
    this.#usual = usual;
  }

  /** The text that an appearance draws, in drawing order; `undefined` if it cannot be read. */
  textOf(look: PDFStream): string | undefined {
    try {
      return this.#read(look, DEEPEST_FORM);
    } catch {
      return undefined;
    }
  }

  /** @throws if it cannot be read or exceeds a limit */
  #read(look: PDFStream, depth: number): string {
    if (!(look instanceof PDFRawStream) || depth === 0) throw new RangeError('Not to be read.');
    const bytes = unpackStream(look, Math.max(1, Math.min(LARGEST_LOOK, this.#left)));
    this.#left -= bytes.length;
    let text = '';
    let font: PDFDict | undefined;
    for (const { operator, strings, name } of operationsOf(Buffer.from(bytes).toString('latin1'))) {
      if (operator === 'Tf') {
        const found = this.#resource(look, 'Font', name);
        font = found instanceof PDFDict ? found : undefined;
      } else if (['Tj', 'TJ', "'", '"'].includes(operator)) {
        text += strings.map(string => charactersOf(string, font)).join('');
      } else if (operator === 'Do') {
        const form = this.#resource(look, 'XObject', name);
        const drawn = form instanceof PDFStream && form.dict.lookup(key('Subtype')) === key('Form');
        if (drawn) text += this.#read(form, depth - 1);
      }
    }
    return text;
  }

  #resource(look: PDFStream, kind: string, name: string): unknown {
    for (const resources of [look.dict.lookup(key('Resources')), this.#usual]) {
      const named = resources instanceof PDFDict ? resources.lookup(key(kind)) : undefined;
      const found = named instanceof PDFDict ? named.lookup(key(name)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/**
 * Whether the text shown is the text meant, ignoring white space. An unnamed character matches anything except
 * ASCII letters and digits.
 */
export function matches(shown: string, meant: string): boolean {
  const [one, other] = [shown, meant].map(text => Array.from(text.normalize('NFKC').replaceAll(/\s/g, '')));
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  return one.every((character, index) => {
    const expected = other[index] ?? '';
    return character === expected || (character === UNKNOWN && !/[a-z\d]/i.test(expected));
  });
}

function* operationsOf(content: string): Generator<Operation> {
  let strings: Uint8Array[] = [];
  let name = '';
  for (let at = 0; at < content.length;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(content)?.[0];
    if (token === undefined) {
      at += 1;
      continue;
    }
    const end = token === '(' ? endOfString(content, at) : at + token.length;
    if (token === '(') strings.push(PDFString.of(content.slice(at + 1, end - 1)).asBytes());
    else if (/^<[^<]/.test(token)) strings.push(PDFHexString.of(token.slice(1, -1)).asBytes());
    else if (token.startsWith('/')) name = token.slice(1);
    else if (/^[^%<>[\]{}]/.test(token) && !NUMBER.test(token)) {
      yield { operator: token, strings, name };
      strings = [];
    }
    at = end;
  }
}

/** The offset after the parenthesis that closes the one at `start`. */
function endOfString(content: string, start: number): number {
  let open = 0;
  for (let at = start; at < content.length; at += 1) {
    if (content[at] === '\\') at += 1;
    else if (content[at] === '(') open += 1;
    else if (content[at] === ')') open -= 1;
    if (open === 0) return at + 1;
  }
  return content.length + 1;
}

function charactersOf(bytes: Uint8Array, font: PDFDict | undefined): string {
  const map = font?.lookup(key('ToUnicode'));
  const known = map instanceof PDFStream ? characterMapOf(map) : undefined;
  if (font?.lookup(key('Subtype')) === key('Type0')) {
    const codes = Array.from({ length: bytes.length >> 1 }, (_, at) => {
      return ((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0);
    });
    return codes.map(code => known?.get(code) ?? UNKNOWN).join('');
  }
  const names = differencesOf(font);
  return Array.from(bytes, code => known?.get(code) ?? ofName(names.get(code)) ?? ofCode(code)).join('');
}

/** The glyph names in a simple font's encoding differences (ISO 32000-2, 9.6.5). */
function differencesOf(font: PDFDict | undefined): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const encoding = font?.lookup(key('Encoding'));
  const list = encoding instanceof PDFDict ? encoding.lookup(key('Differences')) : undefined;
  if (!(list instanceof PDFArray)) return names;
  let code = 0;
  for (let index = 0; index < list.size(); index += 1) {
    const entry = list.lookup(index);
    if (entry instanceof PDFNumber) code = entry.asNumber();
    else if (entry instanceof PDFName) names.set(code++, entry.decodeText());
  }
  return names;
}

function ofName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (/^[A-Za-z]$/.test(name)) return name;
  const ascii = ASCII_NAMES.indexOf(name);
  if (ascii !== -1) return String.fromCharCode(32 + ascii);
  const unicode = /^uni([\dA-F]{4})$/.exec(name)?.[1];
  return unicode === undefined ? UNKNOWN : String.fromCharCode(Number.parseInt(unicode, 16));
}

/** All text encodings agree on ASCII, except for the quotes. */
function ofCode(code: number): string {
  return code >= 32 && code < 127 && code !== 39 && code !== 96 ? String.fromCharCode(code) : UNKNOWN;
}
