/** The bytes are not valid BER, or have another structure than expected. Reading throws no other error. */
export class BerError extends Error {
  override readonly name = 'BerError';
}

export type Bytes = Uint8Array<ArrayBuffer>;

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  universalString: 0x1c,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The bit of the identifier octet that says “constructed”. */
export const CONSTRUCTED = 0x20;
/** Maximum nesting. A certificate in a PKCS#12 file has 15 levels at most. */
const DEEPEST = 48;
/** Maximum number of values with an indefinite length in one encoding. */
export const MOST_INDEFINITE = 10_000;
/** Maximum number of values of one encoding that are kept in lists (`children`); a cursor keeps none. */
const MOST_KEPT = 250_000;

/** The tag `[number]` of a constructed value, as explicit tags have it. */
export const context = (number: number): number => 0xa0 | number;

/** The tag `[number]` of a primitive value under an implicit tag. */
export const contextPrimitive = (number: number): number => 0x80 | number;

/** What all values of one encoding share. */
interface Source {
  readonly bytes: Bytes;
  readonly isDer: boolean;
  /** Where contents of indefinite length end, by where they begin: each end is searched for once. */
  readonly ends: Map<number, number>;
  /** How many more values may be kept in lists. */
  left: number;
}

/** An ASN.1 value (X.690, 8.1) by its place in the bytes; what is inside is read only when it is asked for. */
export class Ber {
  /** The identifier octet: class, the bit for “constructed”, and number. */
  readonly tag: number;
  /** Offsets of the first octet, and behind the last. */
  readonly start: number;
  readonly end: number;
  readonly #source: Source;
  readonly #depth: number;
  readonly #from: number;
  readonly #to: number;
  #children: readonly Ber[] | undefined;

  /** @param from offset of the content, which ends at `to` */
  constructor(
    source: Source,
    depth: number,
    tag: number,
    start: number,
    from: number,
    to: number,
    end: number,
  ) {
    this.#source = source;
    this.#depth = depth;
    this.tag = tag;
    this.start = start;
    this.#from = from;
    this.#to = to;
    this.end = end;
  }

  /** The whole encoding as in the file. A view: zeroing it zeroes the source. */
  get raw(): Bytes {
    return this.#source.bytes.subarray(this.start, this.end);
  }

  /** Without tag and length. A view. */
  get content(): Bytes {
    return this.#source.bytes.subarray(this.#from, this.#to);
  }

  /** Whether it was read by `readDer`. */
  get isDer(): boolean {
    return this.#source.isDer;
  }

  /** The nested values. @throws BerError for a primitive value, and for more than 250,000 in all */
  get children(): readonly Ber[] {
    if (this.#children !== undefined) return this.#children;
    const children: Ber[] = [];
    for (const value of this.cursor()) {
      this.#source.left -= 1;
      if (this.#source.left < 0) throw new BerError('Too many values.');
      children.push(value);
    }
    this.#children = children;
    return children;
  }

  /** Reads the nested values one by one, whatever their number. @throws BerError for a primitive value */
  cursor(): BerCursor {
    if ((this.tag & CONSTRUCTED) === 0) throw new BerError('Not a constructed value.');
    return new BerCursor(this.#source, this.#from, this.#to, this.#depth + 1);
  }
}

/** Walks over values that follow each other. */
export class BerCursor {
  readonly #source: Source;
  readonly #end: number;
  readonly #depth: number;
  #at: number;

  constructor(source: Source, at: number, end: number, depth: number) {
    this.#source = source;
    this.#at = at;
    this.#end = end;
    this.#depth = depth;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  /** The next value. @throws BerError when there is none, or it has another tag */
  next(tag?: number): Ber {
    if (this.isAtEnd) throw new BerError('A value is missing.');
    const value = readAt(this.#source, this.#at, this.#end, this.#depth);
    if (tag !== undefined) expect(value, tag);
    this.#at = value.end;
    return value;
  }

  /** The next value if it has one of these tags. @throws BerError */
  optional(...tags: readonly number[]): Ber | undefined {
    return !this.isAtEnd && tags.includes(this.#source.bytes[this.#at] ?? 0) ? this.next() : undefined;
  }

  /** @throws BerError when another value follows */
  expectEnd(): void {
    if (!this.isAtEnd) throw new BerError('Trailing bytes.');
  }

  *[Symbol.iterator](): Generator<Ber, void, undefined> {
    while (!this.isAtEnd) yield this.next();
  }
}

/**
 * Reads the first value, with a definite or indefinite length (NSS writes the latter); ignores bytes after it. Every
 * byte is looked at once, in whatever way values are nested.
 *
 * @throws BerError
 */
export function readBer(bytes: Bytes, isDer = false): Ber {
  return readAt({ bytes, isDer, ends: new Map(), left: MOST_KEPT }, 0, bytes.length, 0);
}

/** Reads a value that has to end where the bytes end. @throws BerError */
export function readWhole(bytes: Bytes, isDer = false): Ber {
  const value = readBer(bytes, isDer);
  if (value.end !== bytes.length) throw new BerError('Trailing bytes.');
  return value;
}

/**
 * Like `readWhole`, and refuses what BER allows and DER does not (X.690, 10 and 11), in all values that are read:
 * indefinite and longer lengths, strings in segments, other BOOLEANs, and longer INTEGERs. The order of a SET OF is not
 * checked.
 *
 * @throws BerError
 */
export function readDer(bytes: Bytes): Ber {
  return readWhole(bytes, true);
}

function readAt(source: Source, start: number, limit: number, depth: number): Ber {
  const { bytes, isDer } = source;
  if (depth > DEEPEST) throw new BerError('Nested too deeply.');
  if (start + 2 > limit) throw new BerError('The value is cut off.');
  const tag = bytes[start] ?? 0;
  // None of the structures read here has tag numbers of several octets.
  if ((tag & 0x1f) === 0x1f) throw new BerError('The tag number is above 30.');
  if (isDer && isSegmentedString(tag)) throw new BerError('A string is in segments.');
  let length = bytes[start + 1] ?? 0;
  let from = start + 2;
  if (length === 0x80) {
    if (isDer || (tag & CONSTRUCTED) === 0) throw new BerError('A length is indefinite.');
    const to = endOfContents(source, from, limit, depth);
    return new Ber(source, depth, tag, start, from, to, to + 2);
  }
  if (length > 0x80) {
    const size = length & 0x7f;
    from += size;
    if (size > 4) throw new BerError('A length is malformed.');
    if (from > limit) throw new BerError('The value is cut off.');
    length = 0;
    for (let at = from - size; at < from; at += 1) length = length * 256 + (bytes[at] ?? 0);
    if (isDer && (length < 0x80 || length < 256 ** (size - 1))) throw new BerError('A length is malformed.');
  }
  if (length > limit - from) throw new BerError('The value is cut off.');
  return new Ber(source, depth, tag, start, from, from + length, from + length);
}

/** Where the end-of-contents octets are (X.690, 8.1.3.6). */
function endOfContents(source: Source, from: number, limit: number, depth: number): number {
  const { bytes, ends } = source;
  const known = ends.get(from);
  if (known !== undefined) return known;
  let at = from;
  while (at + 2 > limit || bytes[at] !== 0 || bytes[at + 1] !== 0) {
    at = readAt(source, at, limit, depth + 1).end;
  }
  if (ends.size >= MOST_INDEFINITE) throw new BerError('Too many values.');
  ends.set(from, at);
  return at;
}

/** A string type in the constructed form, which only BER has (X.690, 8.7.3 and 10.2). */
export function isSegmentedString(tag: number): boolean {
  return (tag & 0xe0) === CONSTRUCTED && tag !== TAG.sequence && tag !== TAG.set && tag !== 0x28;
}

/** Returns the value if it has that tag. @throws BerError when it is missing or has another */
export function expect(value: Ber | undefined, tag: number): Ber {
  if (value?.tag !== tag) throw new BerError('A value has an unexpected tag.');
  return value;
}

/** The n-th nested value. @throws BerError when there is none */
export function child(value: Ber, index: number): Ber {
  const found = value.children[index];
  if (found === undefined) throw new BerError('A value is missing.');
  return found;
}
