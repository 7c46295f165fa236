import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { StatusError } from '../api/errors.ts';
import { address, array, boolean, lenient, number, object, text } from '../api/shape.ts';
import type { SignerClient } from '../api/signer-client.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import { laterDocumentLoader } from './later-document-loader.ts';
import type { DocumentView, StepWork } from './intents.ts';
import { readDigest } from './read-view.ts';
import { sha256Hex } from '../support/hex.ts';

const listed = object({
  documents: array(
    object({
      title: lenient(text),
      hash: text,
      pages: lenient(number),
      signed: lenient(boolean),
      warnings: lenient(array(object({ code: text, page: lenient(number) }))),
      presignedUrl: lenient(address),
      downloadUrl: lenient(address),
    }),
  ),
});

/**
 * The bytes that came, by their SHA-256: of the session that this client is of, so that the next step's screen has them,
 * too.
 */
const loaded = new WeakMap<SignerClient, Map<string, Blob>>();

/** A document of a batch, and what is known of it on this device. */
export interface BatchDocument {
  readonly title: string;
  /** SHA-256 in lower-case hex, as the service says. */
  readonly digest: string | undefined;
  readonly pages: number | undefined;
  readonly warnings: readonly { readonly code: string; readonly page?: number | undefined }[] | undefined;
  readonly url: string | undefined;
  /** Has the signer signed it with their certificate, while others are left? */
  readonly isSigned: boolean;
  /** Of the signed document, once there is one. */
  readonly downloadUrl: string | undefined;
  /** Whether its bytes were loaded here, and are those of the digest. */
  readonly check: 'waiting' | 'verified' | 'mismatch' | 'unreachable';
  /** What the signer has seen of it; undefined before it is shown. */
  readonly seen: DocumentView | undefined;
}

/**
 * The documents of a batch: reads their list, loads each in the background and compares its SHA-256 with the service's.
 * Their bytes come once: the browser keeps them, outside the page's memory, since together they may be 100 MB.
 */
export class BatchDocuments implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #client: SignerClient | undefined;
  #loaded = new Map<string, Blob>();
  #abort = new AbortController();
  #documents: readonly BatchDocument[] = [];
  #shown: { readonly index: number; readonly load: DocumentLoad } | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#abort.abort();
  }

  get all(): readonly BatchDocument[] {
    return this.#documents;
  }

  /** Is the list known? */
  get isRead(): boolean {
    return this.#client !== undefined;
  }

  /** The document that is shown, and its bytes on their way. */
  get shown(): { readonly index: number; readonly load: DocumentLoad } | undefined {
    return this.#shown;
  }

  /** How many have been compared. */
  get verified(): number {
    return this.#documents.filter(({ check }) => check === 'verified').length;
  }

  /** Reads the list. @param checks whether the documents are then loaded and compared */
  reading(checks: boolean): StepWork {
    return async ({ client }, signal) => {
      await this.#readList(client, signal);
      if (checks) void this.#checkAll();
      return undefined;
    };
  }

  async #readList(client: SignerClient, signal: AbortSignal): Promise<void> {
    const { documents } = await client.ask('documents', listed, signal, 'GET');
    this.#client = client;
    this.#loaded = loaded.get(client) ?? this.#loaded;
    loaded.set(client, this.#loaded);
    const before = this.#documents;
    this.#documents = documents.map(
      ({ title, hash, pages, warnings, presignedUrl, downloadUrl, signed }, index) => ({
        title: title ?? String(index + 1),
        digest: readDigest(hash),
        pages,
        warnings,
        url: presignedUrl,
        isSigned: signed === true,
        downloadUrl,
        check: before[index]?.check === 'verified' ? 'verified' : 'waiting',
        seen: before[index]?.seen,
      }),
    );
    this.#host.requestUpdate();
  }

  /** Shows a document; undefined: none. */
  show(index: number | undefined): void {
    this.#shown = index === undefined ? undefined : { index, load: { status: 'loading' } };
    this.#host.requestUpdate();
    if (index !== undefined) void this.#load(index);
  }

  /** The bytes of a document; undefined where they are not those of the list, or do not load. */
  async bytesOf(index: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const load = await this.#fetch(index, signal);
    signal.throwIfAborted();
    return load.status === 'loaded' ? load.bytes : undefined;
  }

  /** Notes what the signer has seen of the document that is shown. */
  note(change: Partial<DocumentView>): void {
    const { index } = this.#shown ?? {};
    const document = index === undefined ? undefined : this.#documents[index];
    if (index === undefined || document === undefined) return;
    const before = document.seen ?? { pagesViewed: 0, pages: document.pages ?? 0, notices: [] };
    const seen = { ...before, ...change, pagesViewed: Math.max(before.pagesViewed, change.pagesViewed ?? 0) };
    this.#change(index, { seen });
  }

  /** One after the other, so that what the signer opens meanwhile does not wait long. */
  async #checkAll(): Promise<void> {
    this.#abort.abort();
    const { signal } = (this.#abort = new AbortController());
    for (const index of this.#documents.keys()) {
      if (signal.aborted) return;
      if (this.#documents[index]?.check !== 'verified') await this.#fetch(index, signal);
    }
  }

  async #load(index: number): Promise<void> {
    const load = await this.#fetch(index, this.#abort.signal);
    if (this.#shown?.index !== index) return;
    this.#shown = { index, load };
    this.#host.requestUpdate();
  }

  async #fetch(index: number, signal: AbortSignal): Promise<DocumentLoad> {
    const { digest: expected, check } = this.#documents[index] ?? {};
    try {
      const bytes = (await this.#kept(expected)) ?? (await this.#download(index, signal));
      const digest = await sha256Hex(bytes);
      const verified = digest === expected;
      this.#change(index, { check: verified ? 'verified' : 'mismatch' });
      if (verified && !this.#loaded.has(digest)) this.#loaded.set(digest, new Blob([bytes]));
      return verified
        ? { status: 'loaded', bytes, digest, verified }
        : { status: 'failed', problem: 'mismatch' };
    } catch {
      if (!signal.aborted && check !== 'verified') this.#change(index, { check: 'unreachable' });
      return { status: 'failed', problem: 'unreachable' };
    }
  }

  async #kept(digest: string | undefined): Promise<Uint8Array<ArrayBuffer> | undefined> {
    // The browser may have dropped it: then it is loaded again.
    const bytes = await this.#loaded
      .get(digest ?? '')
      ?.arrayBuffer()
      .catch(() => undefined);
    return bytes && new Uint8Array(bytes);
  }

  /** Its address is good for an hour: where it is refused, the list is read again, which has a new one. */
  async #download(index: number, signal: AbortSignal, isAgain = false): Promise<Uint8Array<ArrayBuffer>> {
    const client = this.#client;
    const url = this.#documents[index]?.url;
    if (url === undefined || client === undefined) throw new Error('The document has no address.');
    const { fetchDocument } = await laterDocumentLoader();
    try {
      return await fetchDocument(client, url, signal);
    } catch (error) {
      if (isAgain || !(error instanceof StatusError) || error.status !== 403) throw error;
      await this.#readList(client, signal);
      return this.#download(index, signal, true);
    }
  }

  #change(index: number, change: Partial<BatchDocument>): void {
    this.#documents = this.#documents.map((document, other) =>
      other === index ? { ...document, ...change } : document,
    );
    this.#host.requestUpdate();
  }
}

/** Accepts every document by the digest of the bytes that were loaded here. */
export function accepting(
  documents: readonly BatchDocument[],
  consent: { readonly textVersion: string; readonly locale: string },
  shown: Pick<DocumentView, 'submitLabel' | 'replacedTexts'>,
): StepWork {
  const acceptedDocuments = documents.map(({ digest, seen }) => ({
    documentHash: `sha256:${digest}`,
    ...(seen && { documentView: { ...seen, ...shown } }),
  }));
  return async ({ client, step }, signal) =>
    client.advance(step, { action: 'accept', acceptedDocuments, ...consent }, signal);
}
