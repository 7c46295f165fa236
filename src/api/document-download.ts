/** Downloads a document, goes on where it broke off, and keeps the bytes as they came. */
import { NetworkError, ServiceError, StatusError } from './errors.ts';
import { withRetry } from './retry.ts';
import type { SignerClient } from './signer-client.ts';

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
class ArrivingBytes {
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

/** What has come of a document, over several downloads of it. */
export interface KeptDocument {
  arriving?: ArrivingBytes | undefined;
}

/** Which document, and how it is asked for. */
interface DocumentRequest {
  readonly client: SignerClient;
  /** Its presigned address. */
  readonly url: string;
  readonly signal: AbortSignal;
}

/** Bytes from which on a document is worth showing before all of it is there. */
const LARGE = 2_000_000;

/** The largest document of which parts are kept, in bytes: the viewer opens no larger one. */
const LARGEST = 100_000_000;

/** A PDF's table of contents is at its end (ISO 32000-2, 7.5.5). */
const TAIL = 2 ** 16;

/** What the running request brings within so many bytes is not asked for apart, and what is there is not skipped. */
const NEAR = 2 ** 18;

/**
 * Downloads a document. Where the service can send parts, what has come is kept in `kept`: after a break, and in a later
 * download, the rest alone is asked for. The document is known by its length and `ETag`: `If-Range` would be refused by
 * services that have not heard of it, in the preflight of a page of another origin.
 *
 * @param onArriving called with a large document as soon as its length is known.
 * @throws as the client's methods do.
 */
export function downloadDocument(
  from: DocumentRequest,
  kept: KeptDocument,
  onArriving?: (arriving: ArrivingBytes) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Download(from, kept, onArriving).run();
}

class Download {
  readonly #from: DocumentRequest;
  readonly #kept: KeptDocument;
  readonly #onArriving: ((arriving: ArrivingBytes) => void) | undefined;
  /** Where the running request is. */
  #at = 0;
  /** The service's length or parts were not what it said. */
  #isPlain = false;

  constructor(
    from: DocumentRequest,
    kept: KeptDocument,
    onArriving: ((arriving: ArrivingBytes) => void) | undefined,
  ) {
    this.#from = from;
    this.#kept = kept;
    this.#onArriving = onArriving;
  }

  /** Goes on for as long as each round of tries brings more. */
  async run(): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept;
    if (kept.arriving !== undefined) this.#follow(kept.arriving);
    for (;;) {
      const before = kept.arriving?.count ?? 0;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        return await withRetry(() => this.#try(), this.#from);
      } catch (error) {
        if (error instanceof StatusError && error.status === 416) kept.arriving = undefined;
        const isPassing = error instanceof ServiceError && error.retryable;
        if (!isPassing || (kept.arriving?.count ?? 0) <= before) throw error;
      }
    }
  }

  /** Asks for what is missing, until nothing is. */
  async #try(): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept;
    for (;;) {
      const gap = kept.arriving === undefined ? { begin: 0 } : kept.arriving.missing();
      if (gap === undefined) break;
      const { begin } = gap;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const whole = await this.#request(begin, '', (response, alive) =>
        this.#receive(response, begin, alive),
      );
      if (whole !== undefined) return whole;
    }
    if (kept.arriving === undefined) throw new NetworkError('The document broke off');
    return kept.arriving.bytes;
  }

  /** @param last the last byte; empty: up to the end */
  #request<T>(
    begin: number,
    last: number | '',
    read: (response: Response, alive: () => void) => Promise<T>,
  ): Promise<T> {
    const { client, url, signal } = this.#from;
    const headers: Record<string, string> =
      begin === 0 && last === '' ? {} : { Range: `bytes=${begin}-${last}` };
    return client.request(url, { headers, redirect: 'follow' }, signal, read);
  }

  /** @returns the whole document where no parts can be kept. */
  async #receive(
    response: Response,
    begin: number,
    alive: () => void,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const arriving = this.#arrivingOf(response, begin);
    if (arriving === undefined) return readWhole(response, alive);
    this.#at = response.status === 206 ? begin : 0;
    // Who sends the whole again instead of a part would do so after each skip.
    const canSkip = this.#at === begin;
    const isWhole = await this.#keep(response, arriving, this.#at, alive, at => {
      this.#at = at;
      return canSkip && (arriving.missing(at)?.begin ?? arriving.size) - at > NEAR;
    });
    if (!isWhole) this.#startAnew();
    return undefined;
  }

  /** The document that an answer is of; undefined where no parts can be kept. */
  #arrivingOf(response: Response, begin: number): ArrivingBytes | undefined {
    const kept = this.#kept;
    if (kept.arriving !== undefined && isPartOf(response, kept.arriving, begin)) return kept.arriving;
    kept.arriving = undefined;
    if (response.status === 206) throw new NetworkError('The part is of another document');
    const size = Number(response.headers.get('Content-Length'));
    const hasParts = response.headers.get('Accept-Ranges') === 'bytes' && size > 0 && size <= LARGEST;
    if (this.#isPlain || !hasParts) return undefined;
    kept.arriving = new ArrivingBytes(size, response.headers.get('ETag'));
    this.#follow(kept.arriving);
    return kept.arriving;
  }

  /**
   * Keeps the body of an answer, until `enough` says that the rest is there already.
   *
   * @returns false if the document is longer or shorter than it should be.
   */
  async #keep(
    response: Response,
    arriving: ArrivingBytes,
    begin: number,
    alive: () => void,
    enough: (at: number) => boolean,
  ): Promise<boolean> {
    let at = begin;
    let outcome: boolean | undefined;
    await forEachPart(response, part => {
      alive();
      if (at + part.length > arriving.size) outcome = false;
      else {
        arriving.put(at, part);
        at += part.length;
        if (arriving.missing() === undefined || enough(at)) outcome = true;
      }
      return outcome === undefined;
    });
    return outcome ?? at === arriving.size;
  }

  /** Shows a large document while it arrives, and asks apart for what is needed of it first. */
  #follow(arriving: ArrivingBytes): void {
    if (arriving.size < LARGE || this.#onArriving === undefined) return;
    arriving.onWanted = (begin, end) => void this.#askFor(arriving, begin, end);
    this.#onArriving(arriving);
    void arriving.read(arriving.size - TAIL, arriving.size);
  }

  /** What does not come like this comes with the rest. */
  async #askFor(arriving: ArrivingBytes, from: number, end: number): Promise<void> {
    const begin = arriving.missing(from)?.begin ?? end;
    const isNear = begin >= this.#at && begin < this.#at + NEAR;
    if (begin >= end || isNear || this.#from.signal.aborted) return;
    try {
      await this.#request(begin, end - 1, async (response, alive) => {
        if (response.status !== 206 || !isPartOf(response, arriving, begin)) return;
        await this.#keep(response, arriving, begin, alive, () => false);
      });
    } catch (error) {
      if (!(error instanceof ServiceError) && !this.#from.signal.aborted) throw error;
    }
  }

  #startAnew(): never {
    this.#kept.arriving = undefined;
    this.#isPlain = true;
    throw new NetworkError('The document has another length');
  }
}

/** Whether an answer has the bytes of a document from a place on, or from its beginning. */
function isPartOf({ status, headers }: Response, { size, etag }: ArrivingBytes, begin: number): boolean {
  if (headers.get('ETag') !== etag) return false;
  if (status !== 206) return headers.get('Content-Length') === String(size);
  const [, first, all] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('Content-Range') ?? '') ?? [];
  return first === String(begin) && all === String(size);
}

async function readWhole(response: Response, alive: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await forEachPart(response, part => {
    alive();
    parts.push(part);
    return true;
  });
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Reads a body part by part, for as long as `take` wants more. */
async function forEachPart(
  { body }: Response,
  take: (part: Uint8Array<ArrayBuffer>) => boolean,
): Promise<void> {
  const reader = body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    if (!take(part.value)) return;
  }
}
