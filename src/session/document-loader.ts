import { ServiceError } from '../api/errors.ts';
import type { SignerClient } from '../api/signer-client.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import { sha256Hex } from '../support/hex.ts';
import type { SessionDocument } from './view.ts';

/** Where a session's document comes from. */
export interface DocumentSource {
  readonly client: SignerClient;
  readonly document: SessionDocument;
  /** Loads the session again and returns its document, with a new presigned address. Undefined if that failed. */
  readonly reloadDocument: () => Promise<SessionDocument | undefined>;
}

/** The bytes are not the session's document. */
class HashMismatchError extends Error {
  override readonly name = 'HashMismatchError';
}

/**
 * Downloads the session's document and compares its SHA-256 with the service's. Reports only the latest load, and
 * nothing after `stop`.
 */
export class DocumentLoader {
  readonly #onChange: (load: DocumentLoad) => void;
  #abort = new AbortController();

  constructor(onChange: (load: DocumentLoad) => void) {
    this.#onChange = onChange;
  }

  async load(source: DocumentSource): Promise<void> {
    this.stop();
    const { signal } = (this.#abort = new AbortController());
    this.#onChange({ status: 'loading' });
    const load = await fetchVerified(source, signal);
    if (!signal.aborted) this.#onChange(load);
  }

  stop(): void {
    this.#abort.abort();
  }
}

/**
 * Loads the session again before it reports a failure: the presigned address may have expired, or something else, such
 * as a captive portal, may have answered. Then tries once more, unless the error was retried already. If the session
 * has ended or has another document by now, reloading it stops this load.
 */
async function fetchVerified(
  { client, document, reloadDocument }: DocumentSource,
  signal: AbortSignal,
): Promise<DocumentLoad> {
  try {
    return await fetchOnce(client, document, signal);
  } catch (error) {
    const now = signal.aborted ? undefined : await reloadDocument();
    if (signal.aborted || now === undefined || (error instanceof ServiceError && error.retryable)) {
      return failed(error);
    }
    return fetchOnce(client, now, signal).catch(failed);
  }
}

async function fetchOnce(
  client: SignerClient,
  { url, digest: expected }: SessionDocument,
  signal: AbortSignal,
): Promise<DocumentLoad> {
  if (url === undefined) throw new Error("The session's document has no address");
  const bytes = await client.document(url, signal);
  const digest = await sha256Hex(bytes);
  if (expected !== undefined && expected !== digest) throw new HashMismatchError();
  return { status: 'loaded', bytes, digest, verified: expected !== undefined };
}

function failed(error: unknown): DocumentLoad {
  return { status: 'failed', problem: error instanceof HashMismatchError ? 'mismatch' : 'unreachable' };
}
