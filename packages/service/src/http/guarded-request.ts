import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Decides which addresses may be connected to for a URL that a client supplied. */
export interface DialableAddresses {
  /** Rejects if the host has no address, or one that is not allowed. */
  resolve(url: URL): Promise<readonly LookupAddress[]>;
}

export interface GuardedRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

/**
 * Makes one request to a client-supplied URL, connecting only to the addresses that were checked. Follows no
 * redirect and does not reuse the connection.
 * @returns the response with its body unread: read or destroy it
 * @throws the resolver's error, the connection's
 */
export async function guardedRequest(
  addresses: DialableAddresses,
  { url, method, headers = {}, body, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  // The connection does not look up IP addresses in a URL, so check here.
  const found = await untilAborted(addresses.resolve(url), signal);
  /** Returns the addresses that were checked, so that the connection cannot resolve the name again. */
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false, lookup, signal }, resolve);
    // On a protocol switch (101) Node emits neither response nor error; the connection just closes.
    const handleClose = () => reject(new Error('The connection closed without an answer.'));
    outgoing.on('error', reject).on('close', handleClose).end(body);
  });
}

/** Rejects on abort. The resolver cannot be cancelled, so its result is ignored. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('Stopped.', { cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
