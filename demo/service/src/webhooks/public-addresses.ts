import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Resolves all addresses of a host name with the system's resolver. Rejects with the resolver's error. */
export type ResolveHost = (hostname: string) => Promise<readonly LookupAddress[]>;

export const systemResolver: ResolveHost = hostname => systemLookup(hostname, { all: true });

/** IPv4 blocks that no public host has (IANA IPv4 Special-Purpose Address Registry, and multicast). */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];

/**
 * Excluded from global unicast: Teredo and other protocol assignments, documentation, and 6to4, which can embed any
 * IPv4 address.
 */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

function blockList(family: 'ipv4' | 'ipv6', blocks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of blocks) list.addSubnet(network, prefix, family);
  return list;
}

const specialIpv4 = blockList('ipv4', SPECIAL_IPV4);
const specialIpv6 = blockList('ipv6', SPECIAL_IPV6);
const globalUnicast = blockList('ipv6', [['2000::', 3]]);
const loopback = blockList('ipv4', [['127.0.0.0', 8]]);

/**
 * Whether an address is on the public internet. For IPv6 only global unicast, which excludes embedded IPv4
 * addresses.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, 'ipv4');
    case 6:
      return globalUnicast.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
    default:
      return false;
  }
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && loopback.check(address, 'ipv4'));
}
