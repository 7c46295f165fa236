import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkTenants, modeWarnings, type OperatingMode } from '../src/main/operating-mode.ts';
import { readSettings, SettingsError, type Environment } from '../src/main/run-settings.ts';
import { builtInSeeds } from '../src/tenants/built-in-tenants.ts';
import { SCOPES } from '../src/domain/principal.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

const SECRET = 'sixteen-letters-x';
const PUBLIC = { PUBLIC_URL: 'https://sign.example', LOCAL_CLIENT_SECRET: SECRET };
const DATABASE = { DATABASE_URL: 'postgres://me:pw@db.example/sign' };
const BUCKET = {
  S3_BUCKET_URL: 'https://s3.example/documents',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'hidden',
};

const MODES: readonly (readonly [OperatingMode, Environment])[] = [
  ['local', {}],
  ['local', { HOST: 'localhost' }],
  ['local', { HOST: '::1', PUBLIC_URL: 'http://localhost:4010' }],
  ['local', { ...DATABASE, LOCAL_MODE: 'on' }],
  ['local', { ...BUCKET, LOCAL_MODE: 'on', PUBLIC_URL: 'http://127.0.0.1:4010' }],
  ['production', { ...PUBLIC }],
  ['production', { ...PUBLIC, HOST: '0.0.0.0' }],
  ['production', { ...PUBLIC, HOST: '192.0.2.7' }],
  ['production', { ...PUBLIC, HOST: '::' }],
  ['production', { ...PUBLIC, PUBLIC_URL: 'http://127.0.0.1:4010', HOST: '0.0.0.0' }],
  ['production', { ...PUBLIC, PUBLIC_URL: 'http://localhost:4010', ...DATABASE }],
  ['production', { ...PUBLIC, PUBLIC_URL: 'http://localhost:4010', ...BUCKET }],
  ['production', { ...PUBLIC, PUBLIC_URL: 'http://localhost:4010', LOCAL_MODE: 'off' }],
  [
    'production',
    {
      SANDBOX_URL: 'https://sandbox.example',
      PRODUCTION_URL: 'https://sign.example',
      LOCAL_CLIENT_SECRET: SECRET,
    },
  ],
  ['public', { ...PUBLIC, LOCAL_MODE: 'public', HOST: '0.0.0.0' }],
  ['public', { ...PUBLIC, LOCAL_MODE: 'Public' }],
];

/** [what is wrong, the environment, what the start says] */
const REFUSED: readonly (readonly [string, Environment, RegExp])[] = [
  ['everything is missing', { HOST: '0.0.0.0' }, /needs PUBLIC_URL .* and a client .*because of HOST/],
  ['a database alone', { ...DATABASE }, /needs PUBLIC_URL .* and a client .*because of DATABASE_URL/],
  ['a bucket alone', { ...BUCKET }, /needs PUBLIC_URL .* and a client .*because of S3_BUCKET_URL/],
  ['no client', { PUBLIC_URL: 'https://sign.example' }, /^Production needs a client/],
  ['no address', { LOCAL_MODE: 'public', LOCAL_CLIENT_SECRET: SECRET }, /public needs PUBLIC_URL \(/],
  ['no client', { LOCAL_MODE: 'public', PUBLIC_URL: 'https://x.example' }, /needs a client/],
  ['local mode for others', { ...PUBLIC, LOCAL_MODE: 'on' }, /LOCAL_MODE=on is for this machine alone/],
  ['local mode on all addresses', { LOCAL_MODE: 'on', HOST: '0.0.0.0' }, /others reach HOST=0\.0\.0\.0/],
  ['published secrets', { ...PUBLIC, WELL_KNOWN_SECRETS: 'on' }, /WELL_KNOWN_SECRETS=on is for/],
  ['a published secret', { ...PUBLIC, LOCAL_CLIENT_SECRET: 'local-secret' }, /needs 16 or more characters/],
  ['a short secret', { LOCAL_CLIENT_SECRET: 'a' }, /LOCAL_CLIENT_SECRET needs 16 or more characters/],
  ['a short secret', { LIMITED_CLIENT_SECRET: 'fifteen-letters' }, /LIMITED_CLIENT_SECRET needs 16/],
  ['a short secret', { BASIC_CLIENT_SECRET: 'b' }, /BASIC_CLIENT_SECRET needs 16/],
];

const seeds = (environment: 'sandbox' | 'production', secret: string) =>
  builtInSeeds({})
    .slice(0, 1)
    .map(({ tenant }) => ({
      tenant: { ...tenant, tenantId: 'shop', environment },
      clients: [{ clientId: 'shop', scopes: SCOPES, secret }],
    }));

describe('what the service is started as', () => {
  for (const [mode, env] of MODES) {
    test(`${mode}: ${JSON.stringify(env)}`, () => assert.equal(readSettings(env).mode, mode));
  }

  for (const [what, env, said] of REFUSED) {
    test(`refuses ${what}, in one sentence: ${JSON.stringify(env)}`, () => {
      assert.throws(
        () => readSettings(env),
        (error: unknown) => error instanceof SettingsError && said.test(error.message),
      );
    });
  }

  test('gives published secrets to nobody but this machine, and none beside a secret of one’s own', () => {
    const none = { local: undefined, limited: undefined, basic: undefined };
    const secretsOf = (env: Environment) => {
      const { clientSecrets } = readSettings(env);
      return clientSecrets === 'published' ? clientSecrets : { ...none, ...clientSecrets };
    };
    assert.equal(secretsOf({}), 'published');
    assert.deepEqual(secretsOf({ LOCAL_CLIENT_SECRET: SECRET }), { ...none, local: SECRET });
    assert.deepEqual(secretsOf({ BASIC_CLIENT_SECRET: SECRET }), { ...none, basic: SECRET });
    assert.deepEqual(secretsOf(PUBLIC), { ...none, local: SECRET });
    assert.deepEqual(secretsOf({ ...PUBLIC, LOCAL_MODE: 'public' }), { ...none, local: SECRET });
    assert.deepEqual(secretsOf({ PUBLIC_URL: 'https://a.example', ADMIN_TOKEN: 'a'.repeat(16) }), none);
    assert.deepEqual(secretsOf({ WELL_KNOWN_SECRETS: 'off', TENANTS_FILE: 'tenants.json' }), none);
  });

  test('checks the tenants of a file', () => {
    assert.deepEqual(checkTenants(seeds('production', SECRET), 'production'), []);
    assert.match(checkTenants(seeds('production', '12345678'), 'production').join(), /client shop.*0\.5\.0/);
    assert.throws(() => checkTenants(seeds('sandbox', 'limited-secret'), 'production'), /Everybody knows/);
    assert.throws(() => checkTenants(seeds('production', SECRET), 'public'), /shop .* is a production one/);
    assert.deepEqual(checkTenants(seeds('sandbox', SECRET), 'public'), []);
  });

  test('warns of what production lacks, in a line each, and of a test service in three', () => {
    const nothing = {
      sealing: undefined,
      mail: undefined,
      smsGatewayUrl: undefined,
      trustedRoots: undefined,
    };
    const words = (given: Partial<Record<keyof typeof nothing, unknown>> & { publicUrl?: string }) =>
      modeWarnings('production', { ...nothing, ...given }).map(line => /^\w+(?: \w+)?/.exec(line)?.[0]);
    assert.deepEqual(words({}), ['SEALING_CERTIFICATE is', 'Neither SMTP_URL', 'TRUSTED_ROOTS is']);
    assert.deepEqual(words({ sealing: {}, smsGatewayUrl: 'x', trustedRoots: 'x' }), []);
    assert.deepEqual(words({ sealing: {}, mail: 'x', trustedRoots: 'x', publicUrl: 'http://localhost' }), []);
    const open = { sealing: {}, mail: 'x', trustedRoots: 'x', publicUrl: 'http://sign.example' };
    assert.deepEqual(words(open), ['PUBLIC_URL']);
    assert.deepEqual(modeWarnings('local', nothing), []);
    assert.equal(modeWarnings('public', nothing).length, 3);
  });
});

async function ask(at: TestService, client_id: string, client_secret: string): Promise<number> {
  const form = { grant_type: 'client_credentials', client_id, client_secret };
  return (await at.call('/oauth2/token', { form })).status;
}

describe('a production service', () => {
  const signer = { name: 'Maria da Silva', cpf: '52998224725' };

  async function refusals(service: TestService, clientId: 'local' | 'limited'): Promise<unknown[]> {
    const as = await service.token(clientId);
    const kinds = [];
    for (const profile of ['CLICK_ONLY', 'DIGITAL_CERTIFICATE', 'BIOMETRIC']) {
      const { status, body } = await service.call('/v1/signing-sessions', {
        as,
        json: sessionRequest({ policy: { profile }, signer }),
      });
      kinds.push(status === 201 ? 201 : body.type);
    }
    return kinds;
  }

  test('offers no certificates without roots, and compares no face of a production tenant by test numbers', async () => {
    const service = await openTestService({ local: undefined });
    const refused = 'feature-not-enabled';
    assert.deepEqual(await refusals(service, 'limited'), [201, refused, refused]);
    assert.deepEqual(await refusals(service, 'local'), [201, refused, 201], 'a sandbox is simulated');
    await service.close();
  });

  test('takes no published secret, whosever a start in local mode left it to be in the database', async () => {
    const service = await openTestService({ tenants: seeds('production', 'local-secret') });
    const production = await service.restart({ local: undefined, tenants: [] });
    assert.equal(await ask(service, 'shop', 'local-secret'), 200);
    assert.equal(await ask(production, 'shop', 'local-secret'), 401);
    // A second start in local mode over the same database, beside the production one.
    await service.restart();
    assert.equal(await ask(service, 'limited', 'limited-secret'), 200);
    assert.equal(await ask(production, 'limited', 'limited-secret'), 401);
    await service.close();
  });

  test('goes by the true time, whatever was set while it was in local mode', async () => {
    const service = await openTestService();
    await service.call('/_local/clock', { json: { advanceSeconds: 30 * 86_400 } });
    const production = await service.restart({ local: undefined });
    const { expiresAt } = await production.create();
    const days = (Date.parse(expiresAt) - service.clock.now().getTime()) / 86_400_000;
    assert.ok(days < 2, `expires in ${days} days`);
    await service.close();
  });
});
