/* Checks files in a worker, so that the page stays responsive. */
import type { RevocationLists } from '@sign-session/verify';
import { checkFile } from './check-file.ts';

/** A file to check; the worker posts the `FileCheck`. */
export interface CheckQuestion {
  readonly bytes: ArrayBuffer;
  /** DER in base64. */
  readonly roots: readonly string[];
  readonly now: Date;
}

/** The page terminates the worker earlier. */
const TIME_LIMIT_MS = 120_000;
const LIST_LIMIT_MS = 4000;

/**
 * Revocation lists from the service's cache. The request reveals only an authority's address, nothing of the file.
 * Authorities are not asked directly, because their servers don't allow requests from other origins.
 */
const lists: RevocationLists = {
  async find({ address }, signal) {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_LIMIT_MS)]);
      const url = `/v1/verify/revocation-list?address=${encodeURIComponent(address)}`;
      const response = await fetch(url, { credentials: 'omit', signal: limit });
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    } catch {
      return undefined;
    }
  },
};

addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => {
  void answer(data).catch(reportError);
});

async function answer({ bytes, roots, now }: CheckQuestion): Promise<void> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  postMessage(await checkFile(new Uint8Array(bytes), { roots, lists, now, signal }));
}
