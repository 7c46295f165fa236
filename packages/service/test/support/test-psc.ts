import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { createTestCsc, CSC_PREFIX, METADATA } from '../../../local/src/providers/csc.ts';
import {
  CSC_VARIANTS,
  type CscVariant,
  TEST_VARIANTS,
  type TestVariant,
} from '../../../local/src/providers/variants.ts';
import { createTestProvider } from '../../../local/src/providers/psc.ts';
import { PscFaults } from '../../../local/src/providers/faults.ts';
import { TestGrants } from '../../../local/src/providers/grants.ts';
import type { CloudHolder } from '../../../local/src/authority/test-signers.ts';
import { type CscProvider, PSC_VARIANTS, type PscProvider } from '../../src/cloud-certificates/providers.ts';
import { JOAO, MARIA, type HolderAuthority } from './certificate-holders.ts';
import type { TestClock } from './test-service.ts';

export const CALLBACK = 'http://127.0.0.1:4010/cloud/callback';

/** The test providers behind a real port. */
export interface TestPsc {
  readonly address: string;
  readonly faults: PscFaults;
  /** CPFs that no provider has a certificate of. */
  readonly unknown: Set<string>;
  /** How a client is configured for one of them. */
  provider(id: keyof typeof PSC_VARIANTS): PscProvider;
  /** The same for one of those with the API of the Cloud Signature Consortium. */
  csc(id: string): CscProvider;
  close(): Promise<void>;
}

interface TestPscOptions {
  readonly authority: HolderAuthority;
  readonly clock: TestClock;
  readonly redirectUri?: string;
  readonly variants?: readonly TestVariant[];
  readonly cscVariants?: readonly CscVariant[];
}

const CLIENT = { clientId: 'test-client', clientSecret: 'test-secret' } as const;

/** Certificates of the tests' authority, made when they are first needed. */
function holdersOf(authority: HolderAuthority) {
  const made = new Map<string, Promise<CloudHolder>>();
  const issue = async (number: string, validity: 'valid' | 'expired'): Promise<CloudHolder> => {
    const known = [MARIA, JOAO].find(({ cpf }) => cpf === number) ?? { name: 'TITULAR DE TESTE' };
    const holder = await authority.issue({
      name: known.name,
      ...(number.length === 11 ? { cpf: number } : { cnpj: number }),
      ...(validity === 'expired' ? { validity: [-300, -30] as const } : {}),
    });
    const [pem = ''] = holder.pems;
    const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');
    const privateKeyPem = String(holder.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    return { certificate: new Uint8Array(der), privateKeyPem };
  };
  return {
    of(number: string, validity: 'valid' | 'expired' = 'valid') {
      const key = `${number} ${validity}`;
      const found = made.get(key) ?? issue(number, validity);
      made.set(key, found);
      return found;
    },
  };
}

export async function openTestPsc(options: TestPscOptions): Promise<TestPsc> {
  const {
    authority,
    clock,
    redirectUri = CALLBACK,
    variants = TEST_VARIANTS,
    cscVariants = CSC_VARIANTS,
  } = options;
  const faults = new PscFaults();
  const unknown = new Set<string>();
  const shared = {
    client: { ...CLIENT, redirectUri },
    grants: new TestGrants(clock),
    faults,
    holders: holdersOf(authority),
    knows: (number: string) => !unknown.has(number),
  };
  const app = new Hono();
  for (const variant of variants) app.route(`/${variant.id}`, createTestProvider(variant, shared));
  let address = '';
  for (const variant of cscVariants) {
    const place = `/${variant.id}`;
    const provider = createTestCsc(variant, { ...shared, address: () => address + place });
    app.route(place, provider);
    app.get(`/.well-known/oauth-authorization-server${place}`, () => provider.request(METADATA));
  }
  const listener = getRequestListener(app.fetch);
  const server = createServer((...exchange) => void listener(...exchange));
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  return {
    address,
    faults,
    unknown,
    provider: id => ({
      ...PSC_VARIANTS[id],
      ...CLIENT,
      protocol: 'psc',
      id,
      name: id,
      address: `${address}/${id}`,
    }),
    csc: id => ({
      ...CLIENT,
      protocol: 'csc',
      id,
      name: id,
      address: `${address}/${id}${CSC_PREFIX}`,
      authorizationOrigin: undefined,
    }),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => {
        server.close(resolve);
      });
    },
  };
}

/** What the signer does on the provider's page. */
export type PageDecision = 'approve' | 'deny' | 'wait' | 'other-holder';

/** Opens the provider's page and presses a button of it. @returns where it leads; undefined: nowhere */
export async function decideAtPsc(url: string, decision: PageDecision): Promise<URL | undefined> {
  const page = await fetch(url, { redirect: 'manual' });
  const location = page.headers.get('Location');
  if (location !== null) return new URL(location);
  const text = await page.text();
  const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
  const answer = await fetch(new URL(action, url), {
    method: 'POST',
    body: new URLSearchParams({ decision }),
    redirect: 'manual',
  });
  const target = answer.headers.get('Location');
  return target === null ? undefined : new URL(target);
}
