import { StatusError } from '../api/errors.ts';
import type { SignerClient } from '../api/signer-client.ts';
import type { HandoverLink } from './state.ts';
import type { SessionView } from './view.ts';

/**
 * A link that opens this session elsewhere. Where the service makes none, the signer's own link serves: it is
 * the only other way (signer API, section 2). Throws as the client does.
 */
export async function handOver(
  { hostedUrl, clockOffset }: SessionView,
  client: SignerClient,
  signal: AbortSignal,
): Promise<HandoverLink> {
  try {
    const { url, expiresAt } = await client.handOver(signal);
    return { url, expiresAt: Date.parse(expiresAt) - clockOffset };
  } catch (error) {
    signal.throwIfAborted();
    if (hostedUrl === undefined || !(error instanceof StatusError) || !isMissing(error)) throw error;
    return { url: client.signerLink(hostedUrl) };
  }
}

/** Does the service not know the route? */
function isMissing({ status }: StatusError): boolean {
  return status === 404 || status === 405 || status === 501;
}
