import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { SettingsError } from '../src/support/settings-error.ts';
import { WELL_KNOWN_SECRETS } from '../../local/src/index.ts';
import { builtInSeeds } from '../src/tenants/built-in-tenants.ts';
import { readTenantsFile } from '../src/tenants/tenants-file.ts';
import { freePort } from '../../../test/support/free-port.ts';
import { newDataFolder } from '../../../test/support/ready-service.ts';
import { runService } from './support/service-run.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sign-session-test-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** A valid tenant with these members changed. */
const tenant = (changes: Readonly<Record<string, unknown>> = {}) => ({
  tenantId: 'shop',
  name: 'Shop S.A.',
  environment: 'production',
  clients: [{ clientId: 'shop', secret: 'shop-secret' }],
  ...changes,
});

async function write(content: unknown): Promise<string> {
  const file = path.join(folder, 'tenants.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const read = async (content: unknown) =>
  readTenantsFile(await write(content), {}, builtInSeeds(WELL_KNOWN_SECRETS));
const client = (changes: Readonly<Record<string, unknown>>) =>
  tenant({ clients: [{ clientId: 'shop', secret: 'shop-secret', ...changes }] });

describe('a file of tenants', () => {
  test('needs little, and says the rest by default', async () => {
    const [seed] = await read({ tenants: [tenant({ cnpj: '12.ABC.345/01DE-35', biometrics: 'OFF' })] });
    assert.equal(seed?.tenant.cnpj, '12ABC34501DE35');
    assert.equal(seed?.tenant.biometrics, undefined);
    assert.equal(seed?.tenant.trustSessionsEnabled, true);
    assert.deepEqual(seed?.clients[0]?.scopes.length, 6);
  });

  test('may leave secrets to the environment', async () => {
    const file = await write({ tenants: [client({ secret: undefined, secretFrom: 'SHOP_SECRET' })] });
    const [seed] = await readTenantsFile(file, { SHOP_SECRET: 'from-outside' });
    assert.equal(seed?.clients[0]?.secret, 'from-outside');
    await assert.rejects(readTenantsFile(file, {}), /SHOP_SECRET, which is not set/);
    await assert.rejects(readTenantsFile(file, { SHOP_SECRET: 'a' }), /SHOP_SECRET, which has fewer than 8/);
  });

  const key = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), kid: '1' };
  const mistakes: readonly (readonly [what: string, content: unknown, complaint: RegExp])[] = [
    ['is no JSON', '{"secret": "top-secret"', /is not JSON/],
    ['has no tenants', {}, /\/tenants/],
    ['has a misspelt member', { tenants: [tenant({ trustSesions: true })] }, /trustSesions/],
    [
      'has an unknown environment',
      { tenants: [tenant({ environment: 'test' })] },
      /\/tenants\/0\/environment/,
    ],
    [
      'has an origin with a path',
      { tenants: [tenant({ allowedOrigins: ['https://a.example/x'] })] },
      /origin/,
    ],
    ...['https://*', 'https://*.a.example', 'https://a.example;x', 'https://a,b.example'].map(
      origin =>
        [`has the origin ${origin}`, { tenants: [tenant({ allowedOrigins: [origin] })] }, /origin/] as const,
    ),
    [
      'has a name of two lines',
      { tenants: [tenant({ name: 'A\r\nBcc: b@c.example' })] },
      /control characters/,
    ],
    ['has an unknown quota', { tenants: [tenant({ monthlyLimits: { monthlyCoffee: 1 } })] }, /monthlyLimits/],
    [
      'has a daily quota by the month',
      { tenants: [tenant({ dailyLimits: { monthlyOtp: 1 } })] },
      /dailyLimits/,
    ],
    ['has a tenant twice', { tenants: [tenant(), tenant()] }, /uses the id shop/],
    ['uses an id of the service’s own', { tenants: [client({ clientId: 'local' })] }, /uses the id local/],
    ['has a client without a proof', { tenants: [client({ secret: undefined })] }, /Needs a secret/],
    ['has a client with two secrets', { tenants: [client({ secretFrom: 'X' })] }, /not both/],
    ['has a private key', { tenants: [client({ keys: [{ ...key, d: 'A'.repeat(43) }] })] }, /private key/],
    ['has a key of another curve', { tenants: [client({ keys: [{ ...key, crv: 'P-384' }] })] }, /crv/],
    ['has a key that is no point of its curve', { tenants: [client({ keys: [key] })] }, /not a point/],
  ];
  for (const [what, content, complaint] of mistakes) {
    test(`is refused if it ${what}`, async () => {
      await assert.rejects(
        read(content),
        (error: unknown) =>
          error instanceof SettingsError && complaint.test(error.message) && !/-secret/.test(error.message),
      );
    });
  }

  test('that is not there is refused by name', async () => {
    await assert.rejects(readTenantsFile(path.join(folder, 'none.json'), {}), /none\.json cannot be read/);
  });
});

const statusAt = async (url: string, id: string) => {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: `${id}-secret` };
  return (await fetch(`${url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })).status;
};

test('the process serves the file’s tenants, each environment at its own port', async () => {
  const config = await write({ tenants: [tenant()] });
  const [port, other] = [await freePort(), await freePort()];
  const urls = { SANDBOX_URL: `http://127.0.0.1:${port}`, PRODUCTION_URL: `http://127.0.0.1:${other}` };
  const data = await newDataFolder();
  const run = await runService(data, {
    PORT: String(port),
    TENANTS_FILE: config,
    ...urls,
  });
  try {
    assert.equal(await statusAt(urls.PRODUCTION_URL, 'shop'), 200);
    assert.equal(await statusAt(urls.SANDBOX_URL, 'shop'), 401);
    assert.equal(await statusAt(urls.SANDBOX_URL, 'local'), 200);
    assert.equal(await statusAt(urls.PRODUCTION_URL, 'local'), 401);
  } finally {
    await run.end('SIGKILL');
    await rm(data, { recursive: true, force: true });
  }
});
