import { request as requestByHttp, type IncomingMessage } from 'node:http';
import { request as requestByHttps } from 'node:https';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Which addresses may be dialled for a URL that somebody else named. */
export interface DialableAddresses {
  /** Rejects where the host has another address as well, or none. */
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
 * Makes one request to an address that somebody else named: only ever to what was checked. No redirect is followed,
 * and the connection serves nothing else.
 * @returns the response, its body unread: read or destroy it
 * @throws the resolver's error, the connection's
 */
export async function guardedRequest(
  addresses: DialableAddresses,
  { url, method, headers = {}, body, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  // Addresses written out are not looked up by the connection, so they are checked here.
  const found = await untilAborted(addresses.resolve(url), signal);
  /** The connection gets the addresses that were just checked and no chance to ask again. */
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const [first] = found;
    if (options.all === true) callback(null, [...found]);
    else callback(null, first?.address ?? '', first?.family);
  };
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false, lookup, signal }, resolve);
    // An answer that changes the protocol (101) is neither a response nor an error: the connection just closes.
    const handleClose = () => reject(new Error('The connection closed without an answer.'));
    outgoing.on('error', reject).on('close', handleClose).end(body);
  });
}

/** The resolver cannot be stopped, only no longer be waited for. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error('Stopped.', { cause: signal.reason }));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
