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
