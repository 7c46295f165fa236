import type { Hono } from 'hono';
import type { Clock } from '../domain/clock.ts';
import type { TestCloudHolders } from '../pki/test-cloud-holders.ts';
import { PSC_VARIANTS, type PscProvider } from '../psc/psc-provider.ts';
import type { SendRequest } from '../psc/psc-request.ts';
import { PscFaults } from './test-faults.ts';
import { TestGrants } from './test-grants.ts';
import { createTestProvider } from './test-provider.ts';
import { TEST_VARIANTS } from './test-variants.ts';

/** Not under /_local, which pages of other origins on this machine can't open. */
export const LOCAL_PSC_PATH = '/pki/test-cloud';

/** The test providers of a service in local mode. */
export interface LocalPsc {
  readonly providers: readonly PscProvider[];
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

/** Sets up one provider for each variant, with this service as their client. */
export function openLocalPsc({ publicAddress, redirectUri, clock, holders }: LocalPscOptions): LocalPsc {
  const client = { clientId: 'sign-session', clientSecret: crypto.randomUUID() };
  const faults = new PscFaults();
  const shared = { client: { ...client, redirectUri }, grants: new TestGrants(clock), faults, holders };
  const apps: ReadonlyMap<string, Hono> = new Map(
    TEST_VARIANTS.map(variant => [variant.id, createTestProvider(variant, shared)]),
  );
  const base = `${publicAddress}${LOCAL_PSC_PATH}/`;
  const providers = TEST_VARIANTS.map(({ id, name, prefix, hashEncoding, mostSignatures }) => ({
    ...PSC_VARIANTS[id],
    ...client,
    protocol: 'psc' as const,
    id,
    name,
    prefix,
    hashEncoding,
    mostSignatures,
    address: base + id,
  }));
  const send: SendRequest = async (url, init) => {
    const [, id = '', path = ''] = url.startsWith(base)
      ? (/^([^/]*)(.*)$/.exec(url.slice(base.length)) ?? [])
      : [];
    const app = apps.get(id);
    return app === undefined ? fetch(url, init) : untilAborted(app.request(path, init), init.signal);
  };
  return { providers, apps, faults, send };
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
