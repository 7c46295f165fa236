import { BerError, expect, TAG, type Ber, type Bytes } from './ber.ts';
import { oid, text } from './ber-values.ts';
import { hexOf } from './der.ts';

/** An attribute of a Name. */
export interface NameAttribute {
  /** OID. */
  readonly type: string;
  readonly value: Ber;
}

export const ATTRIBUTE = {
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  emailAddress: '1.2.840.113549.1.9.1',
} as const;

/** A distinguished name (RFC 5280, 4.1.2.4). */
export class Name {
  readonly der: Bytes;
  /** Its relative names, mostly of one attribute each. */
  readonly relatives: readonly (readonly NameAttribute[])[];
  #key: string | undefined;

  /** @throws BerError */
  constructor(value: Ber) {
    this.der = value.raw;
    this.relatives = [...expect(value, TAG.sequence).cursor()].map(readRelativeName);
  }

  /**
   * Text that equals another name's exactly when the names are equal (RFC 5280, 7.1): strings of any type regardless of
   * case and white space, everything else byte by byte; the attributes of one relative name in any order. Each relative
   * name ends with a line feed, so that a name is in another's subtree when its key begins with the other's.
   *
   * @throws BerError
   */
  get key(): string {
    this.#key ??= this.relatives
      .map(relative => `${relative.map(attributeKey).toSorted().join('\t')}\n`)
      .join('');
    return this.#key;
  }

  /** The name to display: the common name, else the organisation, else nothing, as where it can't be read. */
  get display(): string {
    try {
      return this.textsOf(ATTRIBUTE.commonName).at(-1) ?? this.textsOf(ATTRIBUTE.organisation).at(-1) ?? '';
    } catch (error) {
      if (error instanceof BerError) return '';
      throw error;
    }
  }

  /** The texts of all attributes of a type. @throws BerError */
  textsOf(type: string): string[] {
    return this.relatives
      .flat()
      .flatMap(attribute => (attribute.type === type ? (text(attribute.value) ?? []) : []));
  }
}

function readRelativeName(relative: Ber): NameAttribute[] {
  return [...expect(relative, TAG.set).cursor()].map(attribute => {
    const fields = expect(attribute, TAG.sequence).cursor();
    return { type: oid(fields.next()), value: fields.next() };
  });
}

/** By RFC 5280, 7.1. @throws BerError */
export function sameName(one: Name, other: Name): boolean {
  return one === other || one.key === other.key;
}

function attributeKey({ type, value }: NameAttribute): string {
  const string = value.tag === TAG.octetString ? undefined : text(value);
  return string === undefined ? `${type}#${hexOf(value.raw)}` : `${type}=${prepared(string)}`;
}

/** Characters that count as nothing (RFC 4518, 2.2): the first and the last of each range, in order. */
const IGNORED: readonly number[] = [
  0x00, 0x08, 0x0e, 0x1f, 0x7f, 0x84, 0x86, 0x9f, 0xad, 0xad, 0x34f, 0x34f, 0x6dd, 0x6dd, 0x70f, 0x70f,
  0x1806, 0x1806, 0x180b, 0x180e, 0x200b, 0x200f, 0x202a, 0x202e, 0x2060, 0x2063, 0x206a, 0x206f, 0xfe00,
  0xfe0f, 0xfeff, 0xfeff, 0xfff9, 0xfffc, 0x1d173, 0x1d17a, 0xe0001, 0xe0001, 0xe0020, 0xe007f,
];

/** White space that NFKC leaves as it is. */
function isSpace(code: number): boolean {
  const isControl = (code >= 0x09 && code <= 0x0d) || code === 0x85;
  return code === 0x20 || isControl || code === 0x1680 || code === 0x2028 || code === 0x2029;
}

function isIgnored(code: number): boolean {
  if (code >= 0x20 && code < 0x7f) return false;
  for (let at = 0; at < IGNORED.length; at += 2) {
    if (code <= (IGNORED[at + 1] ?? 0)) return code >= (IGNORED[at] ?? 0);
  }
  return false;
}

/**
 * The longest text that is normalised, in UTF-16 code units: what RFC 5280, A.1 allows in an attribute. To sort combining
 * characters takes time with the square of their number.
 */
const LONGEST_NORMALISED = 128;

/** A string as it is compared (RFC 4518, 2). Both cases in turn, because the capital of ß is SS. */
function prepared(string: string): string {
  const normalised = string.length > LONGEST_NORMALISED ? string : string.normalize('NFKC');
  const folded = normalised.toUpperCase().toLowerCase();
  const words: string[] = [];
  let word = '';
  // What is kept is copied in pieces, which is much faster than by character.
  let start = 0;
  for (let at = 0; at <= folded.length; at += 1) {
    const code = folded.codePointAt(at) ?? 0x20;
    const ends = isSpace(code);
    if (!ends && !isIgnored(code)) continue;
    word += folded.slice(start, at);
    start = at + (code > 0xff_ff ? 2 : 1);
    if (!ends || word === '') continue;
    words.push(word);
    word = '';
  }
  return words.join(' ');
}

const SHORT: Readonly<Record<string, string>> = {
  [ATTRIBUTE.commonName]: 'CN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  [ATTRIBUTE.organisation]: 'O',
  '2.5.4.11': 'OU',
  [ATTRIBUTE.emailAddress]: 'emailAddress',
};

/**
 * For people: `C=BR, O=ICP-Brasil, CN=…`. Values are escaped as in RFC 4514, 2.4, so that none reads as another
 * attribute, and control characters, which cannot be stored everywhere, are written in hex.
 * @throws BerError
 */
export function nameText({ relatives }: Name): string {
  return relatives.map(relative => relative.map(attributeText).join(' + ')).join(', ');
}

function attributeText({ type, value }: NameAttribute): string {
  const string = text(value);
  return `${SHORT[type] ?? type}=${string === undefined ? `#${hexOf(value.raw)}` : escaped(string)}`;
}

/** What needs no escape is copied in pieces: a name of a megabyte takes milliseconds. */
function escaped(string: string): string {
  let result = '';
  let start = 0;
  for (let at = 0; at < string.length; at += 1) {
    const unit = string.charCodeAt(at);
    if ((unit > 0x9f && (unit < 0xd8_00 || unit > 0xdf_ff)) || NEEDS_NONE[unit] === 1) continue;
    const code = string.codePointAt(at) ?? 0;
    const escape = escapeOf(code);
    if (escape !== undefined) {
      result += string.slice(start, at) + escape;
      start = at + 1;
    } else if (code > 0xff_ff) at += 1;
  }
  return result + string.slice(start);
}

const SPECIAL = '\\,+"<>;';

/** By code, for most characters of most names: 1 for those that need no escape. */
const NEEDS_NONE = /* @__PURE__ */ Uint8Array.from({ length: 0x7f }, (_, code) =>
  code < 0x20 || SPECIAL.includes(String.fromCharCode(code)) ? 0 : 1,
);

/** Undefined for a character that stands for itself. */
function escapeOf(code: number): string | undefined {
  if (code < 0x7f && SPECIAL.includes(String.fromCharCode(code))) return `\\${String.fromCharCode(code)}`;
  // Half of a character.
  if (code >= 0xd8_00 && code <= 0xdf_ff) return '\uFFFD';
  if (code >= 0x20 && (code < 0x7f || code > 0x9f)) return undefined;
  return Array.from(
    new TextEncoder().encode(String.fromCharCode(code)),
    byte => `\\${hexOf(Uint8Array.of(byte))}`,
  ).join('');
}
