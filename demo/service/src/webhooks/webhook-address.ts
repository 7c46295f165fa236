import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { invalid, Problem } from '../domain/problem.ts';
import { isLoopbackAddress, isPublicAddress, type ResolveHost } from './public-addresses.ts';

const POINTER = '/url';

/** A webhook's host has no address that may be dialled. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/** `[::1]` as `::1`; a dot at the end, which changes no name, is left out. */
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
  new Problem('forbidden', 'Webhooks are not sent to this machine or to private addresses.');

/**
 * Where webhooks may be sent: to public hosts by https, so that nobody uses this service to reach what only it
 * can reach. A name is looked up when it is registered and again, for the very connection, whenever it is dialled.
 */
export class WebhookAddresses {
  readonly #resolve: ResolveHost;
  readonly #allowLocal: boolean;
  readonly #ownReceiver: URL | undefined;

  /**
   * @param options.allowLocal also this machine, by http or https, on any port
   * @param options.ownReceiver the one address of this machine that is taken in any case: the service's own, which
   *   only shows what arrives
   */
  constructor(options: { resolve: ResolveHost; allowLocal: boolean; ownReceiver?: URL | undefined }) {
    this.#resolve = options.resolve;
    this.#allowLocal = options.allowLocal;
    this.#ownReceiver = options.ownReceiver;
  }

  /**
   * Checks an address that somebody wants to be told at. A name that does not resolve yet is taken.
   * @throws Problem `validation-error`; `forbidden` for this machine and private addresses
   */
  async require(address: string): Promise<URL> {
    const url = readUrl(address);
    const host = bareHost(url);
    if (this.#mayBeLocal(url)) return url;
    const isAddress = isIP(host) !== 0;
    if (isLocalName(host) || (isAddress && !isPublicAddress(host))) throw forbidden();
    if (url.protocol !== 'https:') throw invalid(POINTER, 'Must be an https address.');
    if (isAddress) throw invalid(POINTER, 'Must name a host, not an IP address.');
    if (url.port !== '') throw invalid(POINTER, 'Must use the port 443.');
    const found = await this.#resolve(host).catch(() => []);
    if (found.some(({ address: at }) => !isPublicAddress(at))) throw forbidden();
    return url;
  }

  /**
   * The addresses that a connection to the webhook may dial: what a name means now, which may be something else
   * than when it was registered.
   * @throws AddressRefusedError; the resolver's error
   */
  async resolve(url: URL): Promise<readonly LookupAddress[]> {
    const host = bareHost(url);
    const mayDial = this.#mayBeLocal(url) ? isLoopbackAddress : isPublicAddress;
    const family = isIP(host);
    const found = family === 0 ? await this.#resolve(host) : [{ address: host, family }];
    if (found.length === 0 || !found.every(({ address }) => mayDial(address))) {
      throw new AddressRefusedError('The host has an address that webhooks are not sent to.');
    }
    return found;
  }

  /** By any of this machine's names: a console may have been opened by another one than links are built from. */
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

function readUrl(address: string): URL {
  if (address.length > 2048) throw invalid(POINTER, 'Must be at most 2048 characters.');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw invalid(POINTER, 'Must be an https address.');
  if (url.username !== '' || url.password !== '') throw invalid(POINTER, 'Must not hold a user name.');
  if (url.hash !== '') throw invalid(POINTER, 'Must not hold a fragment.');
  return url;
}
