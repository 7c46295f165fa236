/** The client's address behind proxies, and the service's own addresses by environment. */
import ipaddr from 'ipaddr.js';
import { BlockList, isIP } from 'node:net';
import { unauthorized } from '../domain/problem.ts';
import type { TenantEnvironment } from '../domain/tenant.ts';
import { isLoopbackUrl, LOOPBACK_NAMES } from './trusted-urls.ts';

/** An invalid entry of TRUSTED_PROXIES. */
export class ProxyEntryError extends Error {
  override readonly name = 'ProxyEntryError';
  readonly entry: string;

  constructor(entry: string) {
    super(`${entry} is no address, no range such as 10.0.0.0/8, and not loopback.`);
    this.entry = entry;
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Turns `::ffff:127.0.0.1`, an IPv4 peer on an IPv6 socket, into `127.0.0.1`. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * What limits count for an address: IPv4 by itself, IPv6 by its /64. A subscriber usually gets a whole /64 (RFC 6177),
 * and would otherwise begin anew with each of its addresses.
 */
export function addressGroup(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`;
}

/** The trusted proxies in front of the service, whose headers tell the client's address. */
export class TrustedProxies {
  readonly #list = new BlockList();

  /**
   * @param entries addresses, ranges in CIDR notation, or `loopback`
   * @throws ProxyEntryError
   */
  constructor(entries: readonly string[]) {
    for (const entry of entries) this.#add(entry);
  }

  #add(entry: string): void {
    if (entry === 'loopback') {
      this.#list.addSubnet('127.0.0.0', 8, 'ipv4');
      this.#list.addAddress('::1', 'ipv6');
      return;
    }
    const [address = '', prefix] = entry.split('/');
    const family = familyOf(address);
    const isPrefix =
      prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 'ipv6' ? 128 : 32));
    if (isIP(address) === 0 || !isPrefix || entry.split('/').length > 2) throw new ProxyEntryError(entry);
    if (prefix === undefined) this.#list.addAddress(address, family);
    else this.#list.addSubnet(address, Number(prefix), family);
  }

  has(address: string): boolean {
    return isIP(address) !== 0 && this.#list.check(address, familyOf(address));
  }

  /**
   * The client's address. Reads the headers from the right and stops at the first address that is not a trusted
   * proxy: everything left of it may be forged.
   *
   * A proxy that sets one of the two headers may pass the other on unchanged. If they disagree, neither is used.
   * @param peer the address that connected
   */
  clientOf(peer: string, headers: Headers): string {
    if (!this.has(peer)) return peer;
    const found = [readXForwardedFor(headers), readForwarded(headers)]
      .filter(hops => hops !== undefined)
      .map(hops => this.#walk(peer, hops));
    const [first = peer, second = first] = found;
    return first === second ? first : peer;
  }

  #walk(peer: string, hops: readonly (string | undefined)[]): string {
    let client = peer;
    for (const hop of hops.toReversed()) {
      if (!this.has(client) || hop === undefined) return client;
      client = hop;
    }
    return client;
  }
}

/** The address of a hop; undefined for `unknown`, an obfuscated name, or anything else that is not an address. */
function readHop(text: string): string | undefined {
  const bare = text.trim().replace(/^"(.*)"$/, '$1');
  const address =
    /^\[([^\]]+)\](?::\d+)?$/.exec(bare)?.[1] ??
    (/^[\d.]+:\d+$/.test(bare) ? bare.replace(/:\d+$/, '') : bare);
  return isIP(address) === 0 ? undefined : plainAddress(address);
}

function readXForwardedFor(headers: Headers): (string | undefined)[] | undefined {
  return headers.get('X-Forwarded-For')?.split(',').map(readHop);
}

/** RFC 7239, 4: the `for` of each element. Quoted addresses contain no commas or semicolons. */
function readForwarded(headers: Headers): (string | undefined)[] | undefined {
  return headers
    .get('Forwarded')
    ?.split(',')
    .map(element => {
      const pair = element.split(';').find(candidate => /^\s*for\s*=/i.test(candidate));
      return pair === undefined ? undefined : readHop(pair.slice(pair.indexOf('=') + 1));
    });
}

/** Host and port for comparison. All loopback names count as the same host. */
function hostOf(url: URL): string {
  const { host, protocol, port } = url;
  if (!isLoopbackUrl(url)) return host;
  return `localhost:${port || (protocol === 'https:' ? '443' : '80')}`;
}

/** The base URLs of the two environments, if they differ; otherwise one URL serves both. */
export class EnvironmentAddresses {
  readonly #publicUrl: string;
  readonly #own: Readonly<Record<TenantEnvironment, URL>> | undefined;

  /** @param publicUrl without a trailing slash */
  constructor(publicUrl: string, own?: { readonly sandbox: string; readonly production: string }) {
    this.#publicUrl = publicUrl;
    this.#own = own && { sandbox: new URL(own.sandbox), production: new URL(own.production) };
  }

  /** Host names that requests may use, besides loopback names. */
  get hostNames(): readonly string[] {
    const urls = this.#own === undefined ? [] : Object.values(this.#own);
    return [new URL(this.#publicUrl), ...urls].map(({ hostname }) => hostname);
  }

  /** The accepted audiences of a client assertion: the token endpoint, also under this machine's loopback names. */
  tokenEndpoints(environment: TenantEnvironment): string[] {
    const url = this.#own?.[environment] ?? new URL(this.#publicUrl);
    const origins = isLoopbackUrl(url)
      ? LOOPBACK_NAMES.map(name => `${url.protocol}//${name}${url.port === '' ? '' : `:${url.port}`}`)
      : [url.origin];
    return origins.map(origin => `${origin}/oauth2/token`);
  }

  /**
   * Refuses credentials of one environment at the other's URL (service interface, "Authentication", 5).
   * @throws Problem `unauthorized`
   */
  require(environment: TenantEnvironment | undefined, requestUrl: string): void {
    if (this.#own === undefined) return;
    const expected = environment && hostOf(this.#own[environment]);
    if (expected === hostOf(new URL(requestUrl))) return;
    throw unauthorized(
      'These credentials belong to the other environment: sandbox and production have separate addresses.',
    );
  }
}
