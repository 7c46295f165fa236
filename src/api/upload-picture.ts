import { AnswerError } from './errors.ts';
import { withRetry } from './retry.ts';
import type { SignerClient } from './signer-client.ts';

/**
 * Uploads a picture to an address that the service gave. The service itself answers without content: an answer with some
 * is another's (a captive portal's, for example), so the request did not arrive.
 *
 * @throws as the client's methods do.
 */
export async function uploadPicture(
  client: SignerClient,
  address: string,
  picture: Blob,
  signal: AbortSignal,
): Promise<void> {
  const request = { method: 'PUT', headers: { 'Content-Type': picture.type }, body: picture } as const;
  const send = () =>
    client.request(address, request, signal, async (response, _, isOwn) => {
      const { byteLength } = await response.arrayBuffer();
      if (isOwn && byteLength > 0)
        throw new AnswerError("The service's answer has content where none is expected");
    });
  await withRetry(send, { signal });
}
