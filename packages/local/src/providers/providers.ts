/** The test providers of cloud certificates of one service: where they are, and how the service's requests reach them. */
import type { Hono } from 'hono';
import type { Clock } from '../../../service/src/domain/clock.ts';
import type { TestCloudHolders } from '../authority/test-signers.ts';
import { type CloudProvider, PSC_VARIANTS } from '../../../service/src/cloud-certificates/providers.ts';
import type { SendRequest } from '../../../service/src/cloud-certificates/provider-requests.ts';
import { CSC_PREFIX, createTestCsc, METADATA } from './csc.ts';
import { CSC_VARIANTS, TEST_VARIANTS } from './variants.ts';
import { PscFaults, FAULTY_RESOURCES, PSC_FAULTS } from './faults.ts';
import { TestGrants } from './grants.ts';
import { createTestProvider } from './psc.ts';
import { createRoute, z } from '@hono/zod-openapi';
import type { ServiceApp } from '../../../service/src/http/app.ts';
import { jsonBody } from '../../../service/src/http/route.ts';
import { json } from '../../../service/src/http/openapi-parts.ts';

/** Not under /_local, which pages of other origins on this machine can't open. */
const LOCAL_PSC_PATH = '/pki/test-cloud';

/** The test providers of a service in local mode. */
export interface LocalPsc {
  readonly providers: readonly CloudProvider[];
  readonly apps: ReadonlyMap<string, Hono>;
  readonly faults: PscFaults;
  /** Sends requests to them within this process: the service may be unable to reach its own public address. */
  readonly send: SendRequest;
}

interface LocalPscOptions {
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

const faultSchema = z.object({
  providerId: z.string().max(50),
  resource: z.enum(FAULTY_RESOURCES),
  /** Absent: the resource works. */
  fault: z.enum(PSC_FAULTS).optional(),
});

/** The test providers of cloud certificates, and `/_local/cloud-faults`: PUT makes one fail or work, DELETE ends all that. */
export function mountLocalPsc(app: ServiceApp, { apps, faults }: LocalPsc): void {
  for (const [id, provider] of apps) app.route(`${LOCAL_PSC_PATH}/${id}`, provider);
  const route = createRoute({
    method: 'put',
    path: '/_local/cloud-faults',
    hide: true,
    request: { body: jsonBody(faultSchema) },
    responses: { 200: json('As it is now', faultSchema) },
  });
  app.openapi(route, c => {
    const { providerId, resource, fault } = c.req.valid('json');
    faults.set(providerId, resource, fault);
    return c.json({ providerId, resource, fault }, 200);
  });
  app.delete('/_local/cloud-faults', c => {
    faults.clear();
    return c.body(null, 204);
  });
}
