import { BlockList, isIP } from 'node:net';

/** An entry of TRUSTED_PROXIES that is none. */
export class ProxyEntryError extends Error {
  override readonly name = 'ProxyEntryError';
  readonly entry: string;

  constructor(entry: string) {
    super(`${entry} is no address, no range such as 10.0.0.0/8, and not loopback.`);
    this.entry = entry;
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** `::ffff:127.0.0.1`, an IPv4 peer on an IPv6 socket, is `127.0.0.1`. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The proxies in front of the service, which say where a request came from. */
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
   * Where a request really came from. The headers are read from the right, each entry only as far as the one that wrote
   * it is trusted: what stands further left is whatever the sender wrote.
   *
   * A proxy that sets one of the two headers may pass the other on as it came. Where they disagree, neither is believed.
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

/** The address of a hop; undefined for `unknown`, a made-up name, and anything else that is no address. */
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

/** RFC 7239, 4: the `for` of each element. Within quotes stand no commas or semicolons of an address. */
function readForwarded(headers: Headers): (string | undefined)[] | undefined {
  return headers
    .get('Forwarded')
    ?.split(',')
    .map(element => {
      const pair = element.split(';').find(candidate => /^\s*for\s*=/i.test(candidate));
      return pair === undefined ? undefined : readHop(pair.slice(pair.indexOf('=') + 1));
    });
}
