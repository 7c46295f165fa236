/** Bytes that are not DER of the form that was expected. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

export const DER_TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/** One value: tag, length and contents (X.690, 8.1), by its place in the bytes that it is read from. */
export interface DerValue {
  readonly tag: number;
  /** Offset of the tag. */
  readonly start: number;
  /** Offset of the contents. */
  readonly contents: number;
  readonly end: number;
}

/**
 * Reads values one after the other without making anything of them, so that the size of what is read costs no
 * memory. Definite lengths and tags of one byte only.
 */
export class DerReader {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #end: number;
  #at: number;

  constructor(bytes: Uint8Array<ArrayBuffer>, range: { readonly contents: number; readonly end: number }) {
    this.bytes = bytes;
    this.#at = range.contents;
    this.#end = range.end;
  }

  /** Of bytes that are one value and nothing else. @throws DerError */
  static whole(bytes: Uint8Array<ArrayBuffer>, tag: number): DerReader {
    const reader = new DerReader(bytes, { contents: 0, end: bytes.length });
    const value = reader.next(tag);
    reader.expectEnd();
    return new DerReader(bytes, value);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#end;
  }

  /** @throws DerError when nothing follows, or something of another tag */
  next(tag?: number): DerValue {
    const { bytes } = this;
    const start = this.#at;
    const found = bytes[start];
    let length = bytes[start + 1];
    let contents = start + 2;
    if (found === undefined || length === undefined) throw new DerError('A value is missing.');
    if ((tag !== undefined && found !== tag) || (found & 0x1f) === 0x1f) throw new DerError('Another tag.');
    if (length >= 0x80) {
      const size = length & 0x7f;
      if (size === 0 || size > 4) throw new DerError('A length of another form.');
      length = 0;
      for (; contents < start + 2 + size; contents += 1) length = length * 256 + (bytes[contents] ?? 0);
    }
    const end = contents + length;
    if (end > this.#end) throw new DerError('A value is cut off.');
    this.#at = end;
    return { tag: found, start, contents, end };
  }

  /** The next value where it has one of these tags. @throws DerError */
  optional(...tags: readonly number[]): DerValue | undefined {
    const found = this.#at < this.#end ? this.bytes[this.#at] : undefined;
    return found !== undefined && tags.includes(found) ? this.next() : undefined;
  }

  /** What is inside of a value. */
  inside(value: DerValue): DerReader {
    return new DerReader(this.bytes, value);
  }

  /** The contents, as a view. */
  contentsOf({ contents, end }: DerValue): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(contents, end);
  }

  /** Tag, length and contents, as a view. */
  encodingOf({ start, end }: DerValue): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(start, end);
  }

  /** @throws DerError */
  expectEnd(): void {
    if (!this.isAtEnd) throw new DerError('Something follows.');
  }
}

/** @param contents of an OBJECT IDENTIFIER @throws DerError */
export function oidOf(contents: Uint8Array<ArrayBuffer>): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of contents) {
    number = number * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      if (numbers.length === 0) {
        const first = Math.min(2, Math.floor(number / 40));
        numbers.push(first);
        number -= first * 40;
      }
      numbers.push(number);
      number = 0;
    }
  }
  if (numbers.length === 0 || (contents.at(-1) ?? 0x80) >= 0x80) throw new DerError('No object identifier.');
  return numbers.join('.');
}

/**
 * @param contents of a UTCTime or GeneralizedTime as RFC 5280, 4.1.2.5, has them: in UTC, with seconds
 * @throws DerError
 */
export function timeOf(tag: number, contents: Uint8Array<ArrayBuffer>): Date {
  const text = String.fromCharCode(...contents.subarray(0, 16));
  const found = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  const [, year = '', ...rest] = found ?? [];
  if (year.length !== (tag === DER_TAG.utcTime ? 2 : 4)) throw new DerError('A time of another form.');
  const full = year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`;
  const [month, day, hour, minute, second] = rest;
  const time = new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time.getTime())) throw new DerError('There is no such time.');
  return time;
}
