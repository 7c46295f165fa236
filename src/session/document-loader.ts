import { StatusError } from '../api/errors.ts';
import type { SignerClient } from '../api/signer-client.ts';
import { sha256Hex } from '../document/digest.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import { readDocument, type SessionDocument } from './view.ts';

/**
 * Downloads the session's document and compares its SHA-256 with the service's. Only the latest load may
 * speak, and none after `stop`.
 */
export class DocumentLoader {
  readonly #onChange: (load: DocumentLoad) => void;
  #abort = new AbortController();

  constructor(onChange: (load: DocumentLoad) => void) {
    this.#onChange = onChange;
  }

  async load(client: SignerClient, document: SessionDocument): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    this.#onChange({ status: 'loading' });
    const load = await fetchVerified(client, document, signal);
    if (!signal.aborted) this.#onChange(load);
  }

  stop(): void {
    this.#abort.abort();
  }
}

async function fetchVerified(
  client: SignerClient,
  document: SessionDocument,
  signal: AbortSignal,
): Promise<DocumentLoad> {
  try {
    const bytes = await download(client, document, signal);
    const digest = await sha256Hex(bytes);
    return document.digest === undefined || document.digest === digest
      ? { status: 'loaded', bytes, digest, verified: document.digest !== undefined }
      : { status: 'failed', problem: 'mismatch' };
  } catch {
    return { status: 'failed', problem: 'unreachable' };
  }
}

/** A presigned address that has expired is renewed by asking for the session again. */
async function download(
  client: SignerClient,
  document: SessionDocument,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (document.url === undefined) throw new Error('The session has a document, but no address of it');
    return await client.document(document.url, signal);
  } catch (error) {
    if (!(error instanceof StatusError) || error.retryable) throw error;
    const renewed = readDocument(await client.load(signal));
    if (renewed?.url === undefined || renewed.url === document.url) throw error;
    return await client.document(renewed.url, signal);
  }
}
