import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SCOPES } from '../src/domain/principal.ts';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { openTestService, sessionRequest, type Answer, type TestService } from './support/test-service.ts';
import { testTenant } from './support/test-tenant.ts';

const ADMIN_TOKEN = 'an-administrators-token';
const document = { content: Buffer.from(onePagePdf('Contrato')).toString('base64') };

const shop = testTenant({
  tenantId: 'shop',
  environment: 'production',
  monthlyLimits: { monthlyTransactions: 2 },
  overageAllowance: { monthlyTransactions: 1 },
});
const daily = testTenant({
  tenantId: 'daily',
  environment: 'production',
  dailyLimits: { dailyTransactions: 1 },
});
/** Named as only a file of tenants may name one. */
const hyphenated = testTenant({ tenantId: 'acme-prod', environment: 'production' });

let service: TestService;
before(async () => {
  service = await openTestService({
    adminToken: ADMIN_TOKEN,
    tenants: [shop, daily, hyphenated].map(tenant => ({
      tenant,
      clients: [{ clientId: tenant.tenantId, scopes: SCOPES, secret: 'a-secret' }],
    })),
  });
});
after(() => service.close());

async function tokenOf(id: string, secret = 'a-secret'): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
  return (await service.call('/oauth2/token', { form })).body.access_token;
}

async function create(as: string, changes: Record<string, unknown> = {}): Promise<Answer> {
  return service.call('/v1/signing-sessions', { as, json: sessionRequest(changes) });
}

describe('the basic plan', () => {
  test('has no trust sessions, by either route', async () => {
    const as = await service.token('basic');
    const action = { type: 'pix', description: 'Pay 10' };
    const { signer } = Object(sessionRequest());
    const json = { action, policy: { profile: 'CLICK_ONLY' }, signer };
    const trust = await service.call('/v1/trust-sessions', { as, json });
    assert.deepEqual([trust.status, trust.body.type], [403, 'feature-not-enabled']);
    const other = await create(as, { purpose: 'ACTION_AUTHENTICATION', action, document: undefined });
    assert.deepEqual([other.status, other.body.type], [403, 'feature-not-enabled']);
  });

  test('has no biometrics and no messaging, and everything else', async () => {
    const as = await service.token('basic');
    const face = await create(as, { policy: { profile: 'BIOMETRIC' } });
    assert.deepEqual([face.status, face.body.type], [403, 'feature-not-enabled']);
    const messaging = await create(as, { deliverVia: 'whatsapp' });
    assert.deepEqual([messaging.status, messaging.body.type], [403, 'feature-not-enabled']);
    assert.equal((await create(as)).status, 201);
  });
});

describe('a monthly quota with an allowance', () => {
  test('warns by the plan and refuses beyond the allowance', async () => {
    const as = await tokenOf('shop');
    const answers = [await create(as), await create(as), await create(as), await create(as)];
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('RateLimit-Remaining')]),
      [
        [201, '2'],
        [201, '1'],
        [201, '0'],
        [429, '0'],
      ],
    );
    const warnings = await service.database.query<{ data: { limit: number; percentUsed: number } }>(
      `SELECT data FROM outbox WHERE event_type = 'QUOTA.WARNING' AND tenant_id = 'shop'`,
    );
    assert.deepEqual(
      warnings.map(({ data }) => [data.limit, data.percentUsed]),
      [[2, 100]],
    );
  });
});

describe('a daily quota', () => {
  test('is hard, does not warn, and is new at midnight', async () => {
    const as = await tokenOf('daily');
    assert.equal((await create(as)).status, 201);
    const refused = await create(as);
    assert.equal(refused.status, 429);
    assert.match(refused.body.detail, /dailyTransactions is used up for today/);
    const seconds = Number(refused.headers.get('RateLimit-Reset'));
    assert.equal(
      new Date(Math.round((service.clock.now().getTime() + seconds * 1000) / 1000) * 1000)
        .toISOString()
        .slice(11, 16),
      '00:00',
    );
    const warnings = await service.database.query(
      `SELECT 1 FROM outbox WHERE event_type = 'QUOTA.WARNING' AND tenant_id = 'daily'`,
    );
    assert.deepEqual(warnings, []);
    service.clock.advance(seconds * 1000);
    assert.equal((await create(await tokenOf('daily'))).status, 201);
  });
});

describe('an envelope', () => {
  test('counts its document once, and each of its signers as a transaction', async () => {
    await service.database.query('DELETE FROM quota_usage');
    const as = await service.token('limited');
    const envelope = () =>
      service.call('/v1/envelopes', { as, json: { signingMode: 'PARALLEL', totalSigners: 3, document } });
    const first = await envelope();
    assert.deepEqual([first.status, first.headers.get('RateLimit-Remaining')], [201, '1']);
    const add = (signerIndex: number) =>
      service.call(`/v1/envelopes/${first.body.envelopeId}/sessions`, {
        as,
        json: {
          signer: { name: 'Maria', cpf: '52998224725', userExternalId: `u${signerIndex}` },
          policy: { profile: 'CLICK_ONLY' },
          signerIndex,
        },
      });
    assert.deepEqual([(await add(1)).status, (await add(2)).status], [201, 201]);
    const third = await add(3);
    assert.match(third.body.detail, /monthlyTransactions/);
    assert.equal((await envelope()).status, 201);
    const refused = await envelope();
    assert.deepEqual([refused.status, refused.body.type], [429, 'quota-exceeded']);
    assert.match(refused.body.detail, /monthlyDocuments/);
  });
});

const make = (json: object, as: string | undefined = ADMIN_TOKEN, tenant = 'tenant_local') =>
  service.call(`/admin/tenants/${tenant}/credentials`, { as, json });

describe('new credentials', () => {
  test('can be created by the administrator, and work', async () => {
    const { status, body } = await make({ mode: 'sandbox', scopes: ['transactions:read'] });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.tenantId, body.mode, body.scopes],
      ['tenant_local', 'sandbox', ['transactions:read']],
    );
    const as = await tokenOf(body.clientId, body.clientSecret);
    assert.equal((await service.call('/v1/signing-sessions', { as })).status, 200);
    assert.equal((await create(as)).status, 403);
    const rows = JSON.stringify(await service.database.query('SELECT * FROM clients'));
    assert.ok(!rows.includes(body.clientSecret));
  });

  test('can be created for a tenant whose id has a hyphen', async () => {
    const { status, body } = await make({ mode: hyphenated.environment }, ADMIN_TOKEN, 'acme-prod');
    assert.equal(status, 201, JSON.stringify(body));
    const as = await tokenOf(body.clientId, body.clientSecret);
    assert.equal((await service.call('/v1/signing-sessions', { as })).status, 200);
  });

  test('can be deleted by the administrator, and get no more tokens', async () => {
    const { clientId, clientSecret } = (await make({ mode: 'sandbox' })).body;
    const as = await tokenOf(clientId, clientSecret);
    const remove = async (tenant: string, id: string, admin: string | undefined = ADMIN_TOKEN) => {
      const path = `/admin/tenants/${tenant}/credentials/${id}`;
      return (await service.call(path, { method: 'DELETE', as: admin })).status;
    };
    assert.equal(await remove('tenant_local', clientId, as), 401, 'not by itself');
    assert.equal(await remove('shop', clientId), 404, 'of another tenant');
    assert.equal(await remove('tenant_local', 'nobody'), 404);
    assert.ok(await tokenOf(clientId, clientSecret), 'still there');
    assert.equal(await remove('tenant_local', clientId), 204);
    assert.equal(await remove('tenant_local', clientId), 404, 'a second time');
    assert.equal(await tokenOf(clientId, clientSecret), undefined);
    const read = async () => (await service.call('/v1/signing-sessions', { as })).status;
    assert.equal(await read(), 200, 'a token that it has, until it expires');
    service.clock.advance(900_000);
    assert.equal(await read(), 401);
  });

  test('can be rotated, with two secrets that work for a while', async () => {
    const { clientId, clientSecret: first } = (await make({ mode: 'sandbox' })).body;
    const own = '/admin/tenants/tenant_local/credentials';
    const rotate = (json: object = {}, path = `${own}/${clientId}`) =>
      service.call(`${path}/rotate`, { as: ADMIN_TOKEN, json });
    const works = async (secret: string) => (await tokenOf(clientId, secret)) !== undefined;
    const { status, body } = await rotate();
    assert.equal(status, 200, JSON.stringify(body));
    const { clientSecret: second } = body;
    assert.deepEqual([await works(first), await works(second)], [true, true]);
    const listed = (await service.call(own, { as: ADMIN_TOKEN })).body.clients;
    const client = listed.find((one: { clientId: string }) => one.clientId === clientId);
    assert.deepEqual(
      [client.authentication, client.previousSecretUntil],
      ['secret', body.previousSecretUntil],
    );
    assert.doesNotMatch(JSON.stringify(listed), /scrypt|cs_/);

    const third = (await rotate({ overlapHours: 0 })).body.clientSecret;
    assert.deepEqual([await works(first), await works(second), await works(third)], [false, false, true]);
    const fourth = (await rotate({ overlapHours: 1 })).body.clientSecret;
    service.clock.advance(3_600_000);
    assert.deepEqual([await works(third), await works(fourth)], [false, true]);

    assert.equal((await rotate({}, `${own}/nobody`)).status, 404);
    assert.equal((await rotate({}, `/admin/tenants/shop/credentials/${clientId}`)).status, 404);
    assert.equal((await rotate({ overlapHours: 10_000 })).status, 400);
    for (const as of [await service.token(), undefined])
      assert.equal((await service.call(own, as === undefined ? {} : { as })).status, 401);
  });

  test('can be created by nobody else', async () => {
    const token = await service.token();
    for (const as of ['wrong', token]) {
      const { status, body } = await make({ mode: 'sandbox' }, as);
      assert.deepEqual([status, body.type], [401, 'unauthorized']);
    }
    const path = '/admin/tenants/tenant_local/credentials';
    assert.equal((await service.call(path, { json: { mode: 'sandbox' } })).status, 401);
    const closed = await service.restart({ adminToken: undefined });
    assert.equal((await closed.call(path, { as: 'undefined', json: { mode: 'sandbox' } })).status, 401);
  });

  test('are for the tenant’s environment, and for a tenant that is there', async () => {
    const other = await make({ mode: 'production' });
    assert.deepEqual([other.status, other.body.type], [409, 'conflict']);
    assert.equal((await make({ mode: 'sandbox' }, ADMIN_TOKEN, 'nobody')).status, 404);
    const wrong = await make({ mode: 'test' });
    assert.deepEqual(wrong.body.errors, [
      { pointer: '/mode', detail: 'Must be one of: sandbox, production.' },
    ]);
  });
});
