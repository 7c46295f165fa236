import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SCOPES } from '../src/domain/principal.ts';
import type { TenantSeed } from '../src/tenants/tenants-file.ts';
import { openTestService, type Answer, type TestService } from './support/test-service.ts';
import { testTenant } from './support/test-tenant.ts';

const ADMIN_TOKEN = 'an-administrators-token';
const DAY = 24 * 3_600_000;

/** Named as only a file of tenants may name one. */
const hyphenated: TenantSeed = {
  tenant: testTenant({ tenantId: 'acme-prod', environment: 'production' }),
  clients: [{ clientId: 'acme-prod', scopes: SCOPES, secret: 'acme-secret' }],
};

let service: TestService;
before(async () => {
  service = await openTestService({ tenants: [hyphenated], adminToken: ADMIN_TOKEN });
  await service.call('/_local/clock', { json: { at: '2026-08-30T10:00:00Z' } });
});
after(() => service.close());

const path = (tenant: string) => `/admin/tenants/${tenant}/mode`;
const call = (mode = 'sandbox', tenant = 'tenant_local') =>
  service.call(path(tenant), { as: ADMIN_TOKEN, json: { mode } });

const notices = () =>
  service.database.query<{ tenant_id: string; transaction_id: string | null; data: Record<string, unknown> }>(
    `SELECT tenant_id, transaction_id, data FROM outbox WHERE event_type = 'API.DEPRECATION_NOTICE'
     ORDER BY position`,
  );

const signals = ({ headers }: Answer) => ['Deprecation', 'Sunset', 'Link'].map(name => headers.get(name));
const SIGNALS = [
  '@1756684800',
  'Tue, 01 Sep 2026 00:00:00 GMT',
  '</admin/tenants/tenant_local/credentials>; rel="successor-version"',
];

describe('a deprecated endpoint', () => {
  test('works until its sunset, says when that is, and is told once a day to each tenant', async () => {
    const first = await call();
    assert.deepEqual([first.status, first.body], [200, { tenantId: 'tenant_local', mode: 'sandbox' }]);
    assert.deepEqual(signals(first), SIGNALS);
    await Promise.all([call(), call()]);
    const [notice, ...more] = await notices();
    assert.equal(more.length, 0);
    assert.deepEqual(notice, {
      tenant_id: 'tenant_local',
      transaction_id: null,
      data: {
        endpoint: 'POST /admin/tenants/{id}/mode',
        method: 'POST',
        path: '/admin/tenants/{id}/mode',
        deprecatedAt: '2025-09-01T00:00:00.000Z',
        sunsetAt: '2026-09-01T00:00:00.000Z',
        replacement: 'POST /admin/tenants/{id}/credentials',
        message: 'Credentials belong to an environment: name the mode when they are made.',
      },
    });
    await call('production', 'tenant_limited');
    assert.equal((await notices()).length, 2, 'another tenant');
    await service.call('/_local/clock', { json: { advanceSeconds: DAY / 1000 } });
    await call();
    assert.equal((await notices()).length, 3, 'another day');
  });

  test('changes no tenant, and takes the operator’s token alone', async () => {
    const other = await call('production');
    assert.deepEqual([other.status, other.body.type], [409, 'conflict']);
    const unknown = await call('production', 'tenant_nobody');
    assert.deepEqual([unknown.status, unknown.body.type], [404, 'not-found']);
    const as = await service.token();
    assert.equal((await service.call(path('tenant_local'), { as, json: { mode: 'sandbox' } })).status, 401);
    assert.equal((await service.call(path('tenant_local'), { json: { mode: 'sandbox' } })).status, 401);
  });

  test('knows a tenant whose id has a hyphen', async () => {
    const { status, body } = await call('production', 'acme-prod');
    assert.deepEqual([status, body], [200, { tenantId: 'acme-prod', mode: 'production' }]);
  });

  test('is gone from its sunset on, and nobody is told any more', async () => {
    await service.call('/_local/clock', { json: { at: '2026-09-01T00:00:00Z' } });
    const count = (await notices()).length;
    const gone = await call();
    assert.deepEqual([gone.status, gone.body.type], [410, 'gone']);
    assert.match(gone.body.detail, /credentials/);
    assert.deepEqual(signals(gone), SIGNALS);
    assert.equal((await notices()).length, count);
  });
});
