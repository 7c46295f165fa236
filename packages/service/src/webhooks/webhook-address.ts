/** The addresses that webhooks may have, and be connected to. */
import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { invalid, Problem } from '../domain/problem.ts';
import {
  hasCredentials,
  isLoopbackAddress,
  isPublicAddress,
  isWebUrl,
  readUrl,
} from '../http/trusted-urls.ts';

/** Resolves all addresses of a host name with the system's resolver. Rejects with the resolver's error. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolver: ResolveHost = hostname => systemLookup(hostname, { all: true });

const POINTER = '/url';

/** The webhook's host has no address that may be connected to. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** The host without brackets (`[::1]` as `::1`) and without a trailing dot. */
function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function isLocalName(host: string): boolean {
  return /^(.+\.)?(localhost|local|internal)$/.test(host);
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host);
}

const forbidden = (): Problem =>
  new Problem('forbidden', 'Webhook addresses must be public, not of this machine or a private network.');

/**
 * The rules for webhook URLs: public hosts over https, so that nobody can use this service to reach internal hosts.
 * A name is resolved at registration, and again for each connection.
 */
export class WebhookAddresses {
  readonly #resolve: ResolveHost;
  readonly #allowLocal: boolean;
  readonly #ownReceiver: URL | undefined;

  /**
   * @param options.allowLocal also allows this machine, over http or https, on any port
   * @param options.ownReceiver the one local URL that is always allowed: the service's own receiver, which only
   *   shows what arrives
   */
  constructor(options: { resolve: ResolveHost; allowLocal: boolean; ownReceiver?: URL | undefined }) {
    this.#resolve = options.resolve;
    this.#allowLocal = options.allowLocal;
    this.#ownReceiver = options.ownReceiver;
  }

  /**
   * Checks the URL of a new webhook. Accepts a name that does not resolve yet.
   * @throws Problem `validation-error`; `forbidden` for this machine and private addresses
   */
  async require(address: string): Promise<URL> {
    const url = readAddress(address);
    const host = bareHost(url);
    if (this.#mayBeLocal(url)) return url;
    const isAddress = isIP(host) !== 0;
    if (isLocalName(host) || (isAddress && !isPublicAddress(host))) throw forbidden();
    if (url.protocol !== 'https:') throw invalid(POINTER, 'Must be an https address.');
    if (isAddress) throw invalid(POINTER, 'Must have a host name, not an IP address.');
    if (url.port !== '') throw invalid(POINTER, 'Must use port 443.');
    const found = await this.#resolve(host).catch(() => []);
    if (found.some(({ address: at }) => !isPublicAddress(at))) throw forbidden();
    return url;
  }

  /**
   * The addresses to connect to, resolved now, since a name may have changed since its registration.
   * @throws AddressRefusedError; the resolver's error
   */
  async resolve(url: URL): Promise<readonly LookupAddress[]> {
    const host = bareHost(url);
    const mayDial = this.#mayBeLocal(url) ? isLoopbackAddress : isPublicAddress;
    const family = isIP(host);
    const found = family === 0 ? await this.#resolve(host) : [{ address: host, family }];
    if (found.length === 0 || !found.every(({ address }) => mayDial(address))) {
      throw new AddressRefusedError('The host has an address that is not public.');
    }
    return found;
  }

  /** Accepts any loopback name: the console may be opened under another one than links use. */
  #mayBeLocal(url: URL): boolean {
    if (!isLoopbackHost(bareHost(url))) return false;
    if (this.#allowLocal) return true;
    const own = this.#ownReceiver;
    return (
      own !== undefined &&
      isLoopbackHost(bareHost(own)) &&
      [url.protocol, url.port, url.pathname].join() === [own.protocol, own.port, own.pathname].join()
    );
  }
}

function readAddress(address: string): URL {
  if (address.length > 2048) throw invalid(POINTER, 'Must be at most 2048 characters.');
  const url = readUrl(address);
  if (url === undefined || !isWebUrl(url)) throw invalid(POINTER, 'Must be an https address.');
  if (hasCredentials(url)) throw invalid(POINTER, 'Must not contain a user name or password.');
  if (url.hash !== '') throw invalid(POINTER, 'Must not contain a fragment.');
  return url;
}
