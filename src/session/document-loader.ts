import { ServiceError } from '../api/errors.ts';
import { downloadDocument, type KeptDocument } from '../api/document-download.ts';
import type { SignerClient } from '../api/signer-client.ts';
import type { ArrivingDocument, DocumentLoad } from '../document/document-load.ts';
import { sha256Hex } from '../support/hex.ts';
import { isInAppHere } from '../support/in-app.ts';
import type { SessionDocument } from './view.ts';

/** Where a session's document comes from. */
interface DocumentSource {
  readonly client: SignerClient;
  readonly document: SessionDocument;
  /** Loads the session again and returns its document, with a new presigned address. Undefined if that failed. */
  readonly reloadDocument: () => Promise<SessionDocument | undefined>;
  /** What came of it in earlier loads, and comes in this one. */
  readonly kept: KeptLoad;
}

/** What has come of the document of a hash. */
export interface KeptLoad extends KeptDocument {
  digest?: string | undefined;
}

/** The bytes are not the session's document. */
class HashMismatchError extends Error {
  override readonly name = 'HashMismatchError';
}

/**
 * Downloads the session's document and compares its SHA-256 with the service's. A large one is told of while it arrives.
 *
 * Loads the session again before it reports a failure: the presigned address may have expired, or something else, such
 * as a captive portal, may have answered. Then tries once more, unless the error was retried already. If the session
 * has ended or has another document by now, reloading it stops this load.
 *
 * @param tell called with each state of the load after the first, until `signal` aborts.
 */
export async function loadDocument(
  source: DocumentSource,
  tell: (load: DocumentLoad) => void,
  signal: AbortSignal,
): Promise<void> {
  tell(await fetchVerified(source, tell, signal));
}

/** Downloads the bytes of a presigned address, as the client's methods ask. */
export function fetchDocument(
  client: SignerClient,
  url: string,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  return downloadDocument({ client, url, signal }, {});
}

async function fetchVerified(
  { client, document, reloadDocument, kept }: DocumentSource,
  tell: (load: DocumentLoad) => void,
  signal: AbortSignal,
): Promise<DocumentLoad> {
  if (document.digest === undefined || kept.digest !== document.digest) kept.arriving = undefined;
  kept.digest = document.digest;
  let arriving: ArrivingDocument | undefined;
  const fetchOnce = async ({ url, digest: expected }: SessionDocument): Promise<DocumentLoad> => {
    if (url === undefined) throw new Error("The session's document has no address");
    const bytes = await downloadDocument({ client, url, signal }, kept, begun => {
      if (begun !== arriving) tell({ status: 'loading', arriving: (arriving = begun) });
    });
    const digest = await sha256Hex(bytes);
    if (expected !== undefined && expected !== digest) {
      kept.arriving = undefined;
      throw new HashMismatchError();
    }
    return {
      status: 'loaded',
      bytes,
      digest,
      verified: expected !== undefined,
      ...(arriving && { arriving }),
      ...(isInAppHere() && { downloadUrl: url }),
    };
  };
  try {
    return await fetchOnce(document);
  } catch (error) {
    // What was drawn of other bytes is withdrawn while they are asked for again.
    if (error instanceof HashMismatchError && arriving !== undefined) tell({ status: 'loading' });
    const now = signal.aborted ? undefined : await reloadDocument();
    if (signal.aborted || now === undefined || (error instanceof ServiceError && error.retryable)) {
      return failed(error);
    }
    return fetchOnce(now).catch(failed);
  }
}

function failed(error: unknown): DocumentLoad {
  return { status: 'failed', problem: error instanceof HashMismatchError ? 'mismatch' : 'unreachable' };
}
