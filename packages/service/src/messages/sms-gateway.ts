import { MessageRefusedError, type MessageSender } from './message.ts';
import { timeLimit } from '@sign-session/verify';

const TIMEOUT_MS = 10_000;

/** Timeout or rate limit: a retry may succeed. */
const LATER = [408, 425, 429];

/**
 * Sends SMS by an HTTP gateway: `POST {"to": "+55…", "text": "…"}` as JSON, with the message's id as
 * `X-Idempotency-Key`, the same at every attempt. Any 2xx means accepted; 4xx means refused permanently (except
 * 408, 425 and 429). The timeout is 10 s; redirects are not followed.
 * @param options.token sent as `Authorization: Bearer`, so that the URL need not contain a key
 */
export function createSmsGateway(options: { url: string; token?: string | undefined }): MessageSender {
  const { url, token } = options;
  const authorization = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return {
    async send({ messageId, to, text }, signal) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Idempotency-Key': messageId, ...authorization },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.any([signal, timeLimit(TIMEOUT_MS)]),
      });
      await response.body?.cancel();
      if (response.ok) return;
      const { status } = response;
      if (status >= 400 && status < 500 && !LATER.includes(status)) {
        throw new MessageRefusedError(`The SMS gateway refuses the message (${status}).`);
      }
      throw new Error(`The SMS gateway did not take the message (${status}).`);
    },
  };
}
