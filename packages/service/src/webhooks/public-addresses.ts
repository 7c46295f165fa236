import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { parseAddress } from '../http/trusted-urls.ts';

/** Resolves all addresses of a host name with the system's resolver. Rejects with the resolver's error. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolver: ResolveHost = hostname => systemLookup(hostname, { all: true });

/** What IANA has given to the internet. Everything that wraps IPv4 in another way lies outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is one of the public internet (IANA's special-purpose address registries). */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed?.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
}
