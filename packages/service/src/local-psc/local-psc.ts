import type { Hono } from 'hono';
import type { Clock } from '../domain/clock.ts';
import type { TestCloudHolders } from '../pki/test-cloud-holders.ts';
import type { CloudProvider } from '../psc/cloud-provider.ts';
import { PSC_VARIANTS } from '../psc/psc-provider.ts';
import type { SendRequest } from '../psc/psc-request.ts';
import { CSC_PREFIX } from './test-csc-authorize.ts';
import { createTestCsc, METADATA } from './test-csc.ts';
import { CSC_VARIANTS } from './test-csc-variants.ts';
import { PscFaults } from './test-faults.ts';
import { TestGrants } from './test-grants.ts';
import { createTestProvider } from './test-provider.ts';
import { TEST_VARIANTS } from './test-variants.ts';

/** Not under /_local, which pages of other origins on this machine can't open. */
export const LOCAL_PSC_PATH = '/pki/test-cloud';

/** The test providers of a service in local mode. */
export interface LocalPsc {
  readonly providers: readonly CloudProvider[];
  readonly apps: ReadonlyMap<string, Hono>;
  readonly faults: PscFaults;
  /** Sends requests to them within this process: the service may be unable to reach its own public address. */
  readonly send: SendRequest;
}

export interface LocalPscOptions {
  readonly publicAddress: string;
  readonly redirectUri: string;
  readonly clock: Clock;
  readonly holders: TestCloudHolders;
}

/** Sets up one provider for each variant of either interface, with this service as their client. */
export function openLocalPsc({ publicAddress, redirectUri, clock, holders }: LocalPscOptions): LocalPsc {
  const client = { clientId: 'sign-session', clientSecret: crypto.randomUUID() };
  const faults = new PscFaults();
  const shared = { client: { ...client, redirectUri }, grants: new TestGrants(clock), faults, holders };
  const base = `${publicAddress}${LOCAL_PSC_PATH}/`;
  const apps: ReadonlyMap<string, Hono> = new Map([
    ...TEST_VARIANTS.map(variant => [variant.id, createTestProvider(variant, shared)] as const),
    ...CSC_VARIANTS.map(
      variant =>
        [variant.id, createTestCsc(variant, { ...shared, address: () => base + variant.id })] as const,
    ),
  ]);
  const providers: CloudProvider[] = TEST_VARIANTS.map(
    ({ id, name, prefix, hashEncoding, mostSignatures }) => ({
      ...PSC_VARIANTS[id],
      ...client,
      protocol: 'psc',
      id,
      name,
      prefix,
      hashEncoding,
      mostSignatures,
      address: base + id,
    }),
  );
  for (const { id, name } of CSC_VARIANTS) {
    const address = base + id + CSC_PREFIX;
    providers.push({ ...client, protocol: 'csc', id, name, address, authorizationOrigin: undefined });
  }
  const send: SendRequest = async (url, init) => {
    const { id, path } = placeOf(url, publicAddress);
    const app = apps.get(id);
    return app === undefined ? fetch(url, init) : untilAborted(app.request(path, init), init.signal);
  };
  return { providers, apps, faults, send };
}

/** The test provider of an address, and the path in it. An authorisation server's metadata are at the origin (RFC 8414). */
function placeOf(url: string, publicAddress: string): { id: string; path: string } {
  const rest = url.startsWith(publicAddress) ? url.slice(publicAddress.length) : '';
  const [, described] = /^\/\.well-known\/oauth-authorization-server(\/.*)$/.exec(rest) ?? [];
  const within = described ?? rest;
  if (!within.startsWith(`${LOCAL_PSC_PATH}/`)) return { id: '', path: '' };
  const [, id = '', path = ''] = /^([^/]*)(.*)$/.exec(within.slice(LOCAL_PSC_PATH.length + 1)) ?? [];
  return { id, path: described === undefined ? path : METADATA };
}

/** What `fetch` does at the end of its signal. */
function untilAborted(
  work: Response | Promise<Response>,
  signal: AbortSignal | null = null,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('Stopped.', { cause: signal.reason })), {
      once: true,
    });
    Promise.resolve(work).then(resolve, reject);
  });
}
