import type { ScriptedRequest, ScriptedService } from './scripted-service.ts';
import { pagesPdf } from './small-pdf.ts';

/** Pages of 0.9 MB each, one after the other, as a scanner makes them. */
export function scannedPdf(count: number): Uint8Array<ArrayBuffer> {
  return pagesPdf(
    Array.from({ length: count }, (_, index) => ({
      content: `BT /F1 24 Tf 40 780 Td (Folha ${index + 1}) Tj ET\n%${'x'.repeat(900_000)}\n`,
    })),
  );
}

/** Sends a document whole or in parts, as the service does, and breaks off where it is told to. */
export class PartialServer {
  bytes: Uint8Array<ArrayBuffer>;
  etag = '"one"';
  /** What `Content-Length` says. */
  length: number;
  /** The places of the document where answers break off, one an answer. */
  breaks: number[] = [];
  onBreak: (() => void) | undefined;
  /** Called with each request for the whole document. */
  onWhole: (() => void) | undefined;
  /** A part is answered with the whole. */
  sendsParts = true;
  /** A part is answered by 416. */
  refusesParts = false;
  isAway = () => false;
  /** The first answer waits after so many bytes, until `release`. */
  holdAfter: number | undefined;
  /** The `Range` of each request. */
  readonly ranges: (string | null)[] = [];
  readonly #released: Promise<void>;
  release!: () => void;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.#released = new Promise(resolve => (this.release = resolve));
  }

  readonly fetch: typeof fetch = async (_, init) => {
    const range = new Headers(init?.headers).get('Range');
    this.ranges.push(range);
    if (range === null) this.onWhole?.();
    if (this.isAway()) throw new TypeError('Failed to fetch');
    const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    if (range !== null && this.refusesParts) {
      this.refusesParts = false;
      return new Response('', { status: 416 });
    }
    const isPart = range !== null && this.sendsParts;
    const start = isPart ? Number(first) : 0;
    const end = isPart && last !== '' ? Number(last) + 1 : this.bytes.length;
    const size = isPart ? end - start : this.length;
    const headers: Record<string, string> = {
      ETag: this.etag,
      'Accept-Ranges': 'bytes',
      'Content-Length': String(size),
      ...(isPart && { 'Content-Range': `bytes ${start}-${end - 1}/${this.bytes.length}` }),
    };
    return new Response(this.#body(start, end, init?.signal), { status: isPart ? 206 : 200, headers });
  };

  /** Answers for a service's document; the first answer is held back after the first page of a scan. */
  holdDocument(service: ScriptedService): void {
    this.holdAfter = 1_200_000;
    this.answerFor(service);
  }

  /** Answers for a service's document. */
  answerFor(service: ScriptedService): void {
    const answer = ({ headers, signal }: ScriptedRequest) => this.fetch('', { headers, signal });
    service.script('GET document', ...Array.from({ length: 40 }, () => answer));
  }

  #body(
    start: number,
    end: number,
    signal: AbortSignal | null | undefined,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const stop = this.breaks.shift();
    const hold = start === 0 && end === this.bytes.length ? this.holdAfter : undefined;
    let at = start;
    return new ReadableStream({
      pull: async controller => {
        if (hold !== undefined && at >= hold && at < hold + 50_000) await this.#until(signal);
        if (stop !== undefined && at >= stop) {
          this.onBreak?.();
          return controller.error(new TypeError('network error'));
        }
        if (at >= end) return controller.close();
        const next = Math.min(at + 50_000, end, stop !== undefined && stop > at ? stop : end);
        controller.enqueue(this.bytes.slice(at, next));
        at = next;
      },
    });
  }

  async #until(signal: AbortSignal | null | undefined): Promise<void> {
    signal?.throwIfAborted();
    const aborted = new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new TypeError('aborted')), { once: true });
    });
    await Promise.race([this.#released, aborted]);
  }
}
