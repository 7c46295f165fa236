/* Checks files beside the page's thread, which stays free for the reader. */
import type { RevocationLists } from '@sign-session/verify';
import { checkFile } from './check-file.ts';
import type { CheckAnswer, CheckQuestion } from './messages.ts';

/** The page ends the worker before that. */
const TIME_LIMIT_MS = 120_000;
const LIST_LIMIT_MS = 4000;

/**
 * The lists that the service holds: an authority's address tells nothing of the file. Others aren't asked, since pages of
 * other origins don't allow it.
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

addEventListener('message', ({ data }: MessageEvent<CheckQuestion>) => void answer(data).catch(reportError));

async function answer({ bytes, roots, now }: CheckQuestion): Promise<void> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const check = await checkFile(new Uint8Array(bytes), { roots, lists, now, signal });
  const message: CheckAnswer = { check };
  postMessage(message);
}
