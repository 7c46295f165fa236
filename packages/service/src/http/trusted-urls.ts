import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The names of this machine's loopback interface, as `URL.hostname` writes them. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** An IP address as it is written in full: the library also reads `0x7f.1`, which no resolver answers. */
export function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  return isIP(address) === 0 ? undefined : ipaddr.parse(address);
}

export function isLoopbackAddress(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

/** What IANA has given to the internet. Everything that wraps IPv4 in another way lies outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is one of the public internet (IANA's special-purpose address registries). */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}

export function isLoopbackUrl({ hostname }: URL): boolean {
  return LOOPBACK_NAMES.includes(hostname.toLowerCase());
}

export function readUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

/** Whether what is sent there stays secret on the way: https, or http to this machine. */
export function isConfidential(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(url));
}

export function isWebUrl({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** Whether it has a user name or a password, which browsers and `fetch` do not send. */
export function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}
