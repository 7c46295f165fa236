interface Piece {
  readonly begin: number;
  readonly end: number;
}

interface Reader extends Piece {
  readonly done: () => void;
}

/**
 * The bytes of a document that have come so far, in whatever order. Each byte stays as it came first, so that what was
 * drawn of it is what is hashed in the end.
 */
export class ArrivingBytes {
  /** Settles when no byte is missing. */
  readonly whole: Promise<void>;
  /** Called for bytes that somebody waits for. */
  onWanted: ((begin: number, end: number) => void) | undefined;
  readonly etag: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Disjoint and in order. */
  #pieces: readonly Piece[] = [];
  #readers: readonly Reader[] = [];

  constructor(size: number, etag: string | null) {
    this.bytes = new Uint8Array(size);
    this.etag = etag;
    this.whole = this.#until(0, size);
  }

  get size(): number {
    return this.bytes.length;
  }

  /** How many bytes have come. */
  get count(): number {
    return this.#pieces.reduce((sum, { begin, end }) => sum + end - begin, 0);
  }

  /** The first bytes that are missing from a place on. */
  missing(from = 0): Piece | undefined {
    let begin = from;
    for (const piece of this.#pieces) {
      if (piece.begin > begin) return { begin, end: piece.begin };
      begin = Math.max(begin, piece.end);
    }
    return begin < this.size ? { begin, end: this.size } : undefined;
  }

  /** Keeps what is new of a part that lies within the document. */
  put(begin: number, part: Uint8Array): void {
    const end = begin + part.length;
    for (let gap = this.missing(begin); gap !== undefined && gap.begin < end; gap = this.missing(gap.end)) {
      this.bytes.set(part.subarray(gap.begin - begin, Math.min(gap.end, end) - begin), gap.begin);
    }
    const joined = this.#pieces.filter(piece => piece.begin <= end && piece.end >= begin);
    const apart = this.#pieces.filter(piece => !joined.includes(piece));
    const first = Math.min(begin, joined[0]?.begin ?? begin);
    const last = Math.max(end, joined.at(-1)?.end ?? end);
    this.#pieces = [...apart, { begin: first, end: last }].toSorted((one, other) => one.begin - other.begin);
    const ready = this.#readers.filter(reader => this.#has(reader));
    this.#readers = this.#readers.filter(reader => !ready.includes(reader));
    for (const { done } of ready) done();
  }

  /** A copy of bytes, as soon as they are there. */
  async read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
    if (!this.#has({ begin, end })) {
      this.onWanted?.(begin, end);
      await this.#until(begin, end);
    }
    return this.bytes.slice(begin, end);
  }

  #until(begin: number, end: number): Promise<void> {
    return new Promise(done => (this.#readers = [...this.#readers, { begin, end, done }]));
  }

  #has({ begin, end }: Piece): boolean {
    return (this.missing(begin)?.begin ?? end) >= end;
  }
}
