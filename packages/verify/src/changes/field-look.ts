import { PDFArray, PDFName, type PDFDict, type PDFObject } from '@cantoo/pdf-lib';
import {
  dictionaryIn,
  dictionaryOf,
  entriesIn,
  nameOf,
  numberOf,
  stringOf,
  valueIn,
} from '../pdf/document.ts';
import {
  contentsOf,
  isStream,
  operationsIn,
  UnreadableContentError,
  type Operand,
} from './content-stream.ts';
import type { FormField } from './form-fields.ts';
import type { Revision } from './revision.ts';

/** A field's value for people: texts, names of states, several choices with a comma. */
export function valueText(value: PDFObject | undefined): string {
  if (value instanceof PDFArray) return value.asArray().map(valueText).join(', ');
  return stringOf(value) ?? nameOf(value) ?? '';
}

/** Whether a button shows the state that is its value, or none of its states. */
export function isStateOf(revision: Revision, { dict }: FormField, value: PDFObject | undefined): boolean {
  const state = nameOf(valueIn(revision, dict, 'AS'));
  if (value !== undefined && nameOf(value) === undefined) return false;
  const looks = dictionaryOf(valueIn(revision, dictionaryIn(revision, dict, 'AP'), 'N'));
  const hasState = looks?.has(PDFName.of(nameOf(value) ?? 'Off')) === true;
  return state === undefined || state === 'Off'
    ? !hasState || nameOf(value) === 'Off'
    : state === nameOf(value);
}

/**
 * Whether a text field's or choice's look shows its value and nothing else, but for white space. Without a look,
 * readers draw the value.
 */
export function isShownIn(revision: Revision, field: FormField, value: PDFObject | undefined): boolean {
  const { dict, type } = field;
  if (type !== 'Tx' && type !== 'Ch') return false;
  if (value !== undefined && stringOf(value) === undefined) return false;
  const looks = dictionaryIn(revision, dict, 'AP');
  if (looks === undefined) return true;
  const look = valueIn(revision, looks, 'N');
  if (looks.keys().length !== 1 || !isStream(look)) return false;
  try {
    const shown = plain(textDrawnBy(revision, look));
    return expectedTexts(revision, field, valueText(value)).some(text => plain(text) === shown);
  } catch (error) {
    if (error instanceof UnreadableContentError) return false;
    throw error;
  }
}

function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s/g, '');
}

/** A choice may be shown by another text than its value (`/Opt`). */
function expectedTexts(revision: Revision, { dict, type }: FormField, value: string): string[] {
  if (type !== 'Ch') return [value];
  const shown = entriesIn(revision, dict, 'Opt').flatMap(entry => {
    const option = revision.resolve(entry);
    const [exported, text] = option instanceof PDFArray ? option.asArray() : [];
    return stringOf(revision.resolve(exported)) === value ? [stringOf(revision.resolve(text)) ?? ''] : [];
  });
  return [value, ...shown];
}

/** Around a text: colours, a background, a border, positions. Whatever could draw more is not among them. */
const HARMLESS = new Set(
  'q Q cm w J j M d i g G rg RG k K BT ET Tc Tw Tz TL Ts Td TD Tm T* BMC BDC EMC W W* n re f F f* S s m l h'.split(
    ' ',
  ),
);
/** A background and a border with an underline: more lines could be letters. */
const MOST_LINES = 16;

function textDrawnBy(revision: Revision, look: PDFObject & { dict: PDFDict }): string {
  const fonts = dictionaryIn(revision, dictionaryIn(revision, look.dict, 'Resources'), 'Font');
  const shared = dictionaryIn(revision, dictionaryIn(revision, revision.form, 'DR'), 'Font');
  let text = '';
  let lines = 0;
  let decode: Decoder | undefined;
  for (const { operator, operands } of operationsIn(contentsOf(revision, look))) {
    if (operator === 'Tf') {
      const [name] = operands;
      const key = PDFName.of(typeof name === 'string' ? name.slice(1) : '');
      const font = dictionaryOf(revision.resolve(fonts?.get(key) ?? shared?.get(key)));
      decode = font && decoderOf(revision, font);
    } else if (/^(?:Tj|TJ|'|")$/.test(operator)) {
      if (decode === undefined) throw new UnreadableContentError('A text without a font.');
      text += decode(stringsIn(operands));
    } else if (operator === 'Tr' ? operands[0] !== 0 : !HARMLESS.has(operator)) {
      throw new UnreadableContentError('It draws more than text.');
    } else if (/^(?:re|m|l)$/.test(operator) && (lines += 1) > MOST_LINES) {
      throw new UnreadableContentError('It draws many lines.');
    }
  }
  return text;
}

function stringsIn(operands: readonly Operand[]): number[] {
  return operands.flatMap(operand => {
    if (operand instanceof Uint8Array) return [...operand];
    return Array.isArray(operand) ? stringsIn(operand) : [];
  });
}

type Decoder = (codes: readonly number[]) => string;

/** By what the font says of its codes (ISO 32000-2, 9.10.2), else as Latin text. */
function decoderOf(revision: Revision, font: PDFDict): Decoder {
  const isComposite = nameOf(valueIn(revision, font, 'Subtype')) === 'Type0';
  const stated = valueIn(revision, font, 'ToUnicode');
  if (isStream(stated)) {
    const mapped = charactersIn(contentsOf(revision, stated));
    const size = isComposite ? 2 : 1;
    return codes => {
      let text = '';
      for (let at = 0; at < codes.length; at += size) {
        text +=
          mapped.get(codes.slice(at, at + size).reduce((code, byte) => code * 256 + byte, 0)) ?? unknown();
      }
      return text;
    };
  }
  if (isComposite) return unknown;
  const differing = differencesIn(revision, font);
  const latin = new TextDecoder('windows-1252');
  return codes => codes.map(code => differing.get(code) ?? latin.decode(Uint8Array.of(code))).join('');
}

function unknown(): never {
  throw new UnreadableContentError('A character of an unknown kind.');
}

/** Codes with other characters than usual; those whose name says nothing can't be told. */
function differencesIn(revision: Revision, font: PDFDict): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  let code = 0;
  for (const entry of entriesIn(revision, dictionaryIn(revision, font, 'Encoding'), 'Differences')) {
    const value = revision.resolve(entry);
    const name = nameOf(value);
    if (name === undefined) code = numberOf(value) ?? 0;
    else {
      const usual = new TextDecoder('windows-1252').decode(Uint8Array.of(code));
      const letter = /^[A-Za-z]$/.test(name) ? name : GLYPHS.get(name);
      found.set(code, letter ?? (code > 160 ? usual : '\uFFFD'));
      code += 1;
    }
  }
  return found;
}

const GLYPHS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    space: ' ',
    quotesingle: "'",
    grave: '`',
    bullet: '•',
    Euro: '€',
    endash: '–',
    emdash: '—',
    quoteright: '’',
    ...Object.fromEntries(
      'parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon'
        .split(' ')
        .map((name, index) => [name, String.fromCharCode(40 + index)]),
    ),
  }),
);

/** `bfchar` and `bfrange` of a CMap (Adobe Technical Note 5411). */
function charactersIn(cmap: Uint8Array): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const { operator, operands } of operationsIn(cmap)) {
    if (operator === 'endbfchar') {
      for (let at = 0; at + 1 < operands.length; at += 2)
        found.set(codeOf(operands[at]), utf16(operands[at + 1], 0));
    } else if (operator === 'endbfrange') {
      for (let at = 0; at + 2 < operands.length; at += 3) {
        const [first, last, target] = [codeOf(operands[at]), codeOf(operands[at + 1]), operands[at + 2]];
        for (let code = first; code <= Math.min(last, first + 0xff); code += 1) {
          const offset = code - first;
          found.set(code, Array.isArray(target) ? utf16(target[offset], 0) : utf16(target, offset));
        }
      }
    }
  }
  return found;
}

function codeOf(operand: Operand | undefined): number {
  return operand instanceof Uint8Array ? operand.reduce((code, byte) => code * 256 + byte, 0) : Number.NaN;
}

function utf16(operand: Operand | undefined, offset: number): string {
  const bytes = operand instanceof Uint8Array ? new Uint8Array(operand) : new Uint8Array();
  if (bytes.length > 0) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) + offset;
  return new TextDecoder('utf-16be').decode(bytes);
}
