import { ClientSecret } from '../api/client-secret.ts';
import { ServiceError, StatusError } from '../api/errors.ts';
import { delay } from '../api/retry.ts';
import type { Bootstrap } from '../api/schemas.ts';
import { SignerClient } from '../api/signer-client.ts';
import { publicError } from '../session/errors.ts';
import { SigningError, type PopupWindow, type SigningResult } from './signing.ts';

/** ms between two questions, where the service's stream of events can't be read. */
const INTERVAL_MS = 1500;

interface ServicePage {
  readonly baseUrl: string;
  /** The window that goes to the service's page. */
  readonly window: PopupWindow;
  readonly signal: AbortSignal;
}

/**
 * Sends a window to the service's page, and waits for the end of the session: by asking the service, since a page with
 * `Cross-Origin-Opener-Policy` neither hears from a window that it opened nor knows whether it is open.
 *
 * @throws SigningError where the session can't be opened
 */
export async function signOnServicePage(text: string, page: ServicePage): Promise<SigningResult> {
  const clientSecret = new ClientSecret(text);
  const { sessionId } = clientSecret;
  if (!clientSecret.isReadable || sessionId === undefined) throw new SigningError('invalid_client_secret');
  const client = new SignerClient({ baseUrl: page.baseUrl, sessionId, clientSecret });
  try {
    const address = await linkFor(client, page.signal);
    if (page.signal.aborted) return { outcome: 'closed' };
    go(page.window, address);
    return await endOf(client, page.signal);
  } catch (error) {
    if (page.signal.aborted) return { outcome: 'closed' };
    if (error instanceof ServiceError) throw new SigningError(publicError(error).code);
    throw error;
  }
}

/** A link that works once, so that the secret is in no address; of a session that has ended, its page's. */
async function linkFor(client: SignerClient, signal: AbortSignal): Promise<string> {
  try {
    return (await client.handOver(signal)).url;
  } catch (error) {
    const isMissing = error instanceof StatusError && [404, 405, 410].includes(error.status);
    const { hostedUrl } = isMissing ? await client.load(signal) : {};
    if (hostedUrl === undefined) throw error;
    return client.signerLink(hostedUrl);
  }
}

function go(target: PopupWindow, address: string): void {
  if (target === window) {
    location.assign(address);
    return;
  }
  try {
    // The service's page has no business with this one.
    target.opener = null;
  } catch {
    // A window of yours that shows another site already.
  }
  target.location.replace(address);
}

/** Waits as long as it takes: what is lost on the way is asked again. */
async function endOf(client: SignerClient, signal: AbortSignal): Promise<SigningResult> {
  for (;;) {
    const session = await nextEnd(client, signal);
    signal.throwIfAborted();
    if (session !== undefined) return session;
    await delay(INTERVAL_MS, signal);
  }
}

/** The end, if it comes while the service's stream lasts, or has come. */
async function nextEnd(client: SignerClient, signal: AbortSignal): Promise<SigningResult | undefined> {
  const stream = new AbortController();
  const stop = () => stream.abort();
  signal.addEventListener('abort', stop, { once: true });
  let result: SigningResult | undefined;
  try {
    await client.follow(stream.signal, session => {
      result ??= resultOf(session);
      if (result !== undefined) stop();
    });
    result ??= resultOf(await client.load(signal));
  } catch (error) {
    if (result === undefined && !stream.signal.aborted) result = await asked(client, signal, error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return result;
}

async function asked(
  client: SignerClient,
  signal: AbortSignal,
  cause: unknown,
): Promise<SigningResult | undefined> {
  if (!(cause instanceof ServiceError)) throw cause;
  try {
    return resultOf(await client.load(signal));
  } catch (error) {
    // Asked again; but a session that the service no longer shows has no end that it could tell.
    if (error instanceof ServiceError && error.retryable) return undefined;
    throw error;
  }
}

/** Undefined while the session is open. */
function resultOf({ status, sessionId, cancelledBy, receipt }: Bootstrap): SigningResult | undefined {
  switch (status) {
    case 'COMPLETED':
      return { outcome: 'completed', sessionId, receipt };
    case 'CANCELLED':
      return { outcome: cancelledBy === 'signer' ? 'declined' : 'cancelled', sessionId, receipt };
    case 'EXPIRED':
      return { outcome: 'expired', sessionId, receipt };
    case 'FAILED':
      return { outcome: 'failed', sessionId, receipt };
    default:
      return undefined;
  }
}
