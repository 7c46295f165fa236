import { ServiceError } from '../api/errors.ts';
import type { SignerClient } from '../api/signer-client.ts';
import { sha256Hex } from '../document/digest.ts';
import type { DocumentLoad } from '../document/document-load.ts';
import type { SessionDocument } from './view.ts';

/** Where a session's document comes from. */
export interface DocumentSource {
  readonly client: SignerClient;
  readonly document: SessionDocument;
  /** Asks the service how the session stands; the document as it is known then, its address signed anew. */
  readonly ask: () => Promise<SessionDocument | undefined>;
}

/** The bytes that came are another document's, or somebody else's page. */
class OtherBytesError extends Error {
  override readonly name = 'OtherBytesError';
}

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
 * Before a failure is said the service is asked how the session stands: whoever ended it, or gave it another
 * document, stops this load by that. A presigned address may have expired, and what answers a request on its way
 * need not be the service: but for what was tried again already, there is one more try.
 */
async function fetchVerified(
  { client, document, ask }: DocumentSource,
  signal: AbortSignal,
): Promise<DocumentLoad> {
  try {
    return await fetchOnce(client, document, signal);
  } catch (error) {
    const now = signal.aborted ? undefined : await ask();
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
  if (url === undefined) throw new Error('The session has a document, but no address of it');
  const bytes = await client.document(url, signal);
  const digest = await sha256Hex(bytes);
  if (expected !== undefined && expected !== digest) throw new OtherBytesError();
  return { status: 'loaded', bytes, digest, verified: expected !== undefined };
}

function failed(error: unknown): DocumentLoad {
  return { status: 'failed', problem: error instanceof OtherBytesError ? 'mismatch' : 'unreachable' };
}
