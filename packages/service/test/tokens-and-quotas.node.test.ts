import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { authenticateClient } from '../src/oauth/clients.ts';
import { TokenLimits } from '../src/oauth/client-credentials.ts';
import { testRates } from './support/test-core.ts';
import { TooBusyError } from '../src/support/limiter.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const credentials = { grant_type: 'client_credentials', client_id: 'local', client_secret: 'local-secret' };
const token = (changes: Record<string, string>) =>
  service.call('/oauth2/token', { form: { ...credentials, ...changes } });

async function statusFor(remoteAddress: string, changes: Record<string, string> = {}): Promise<number> {
  const form = { ...credentials, ...changes };
  return (await service.call('/oauth2/token', { form, connection: { remoteAddress } })).status;
}

/** The processor time that five checks of a secret take, in microseconds. */
async function checkFive(secret: string): Promise<number> {
  const started = process.cpuUsage();
  for (let time = 0; time < 5; time += 1)
    await authenticateClient(service.database, { clientId: 'local', secret, now: service.clock.now() });
  const { user, system } = process.cpuUsage(started);
  return user + system;
}

describe('a token', () => {
  test('is given for right credentials, with the scopes asked for', async () => {
    const { status, body, headers } = await token({ scope: 'transactions:read evidence:read moon:land' });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body, access_token: '' },
      {
        access_token: '',
        token_type: 'Bearer',
        expires_in: 900,
        scope: 'transactions:read evidence:read',
      },
    );
    assert.equal(headers.get('Cache-Control'), 'no-store');
  });

  test('holds every scope of the client when none is asked for', async () => {
    const { body } = await token({});
    assert.equal(
      body.scope,
      'transactions:read transactions:write steps:write evidence:read webhooks:write verification:write',
    );
  });

  test('is refused with the words of RFC 6749', async () => {
    const secret = await token({ client_secret: 'wrong' });
    assert.deepEqual(
      [secret.status, secret.body.type, secret.body.error],
      [401, 'unauthorized', 'invalid_client'],
    );
    const unknown = await token({ client_id: 'nobody' });
    assert.deepEqual({ ...unknown.body }, { ...secret.body });
    const scope = await token({ scope: 'signing-sessions:write' });
    assert.deepEqual([scope.status, scope.body.error], [400, 'invalid_scope']);
    assert.match(scope.body.detail, /none of the requested scopes are authorized/i);
    const grant = await token({ grant_type: 'password' });
    assert.deepEqual([grant.status, grant.body.error], [400, 'unsupported_grant_type']);
    const empty = await service.call('/oauth2/token', { form: { grant_type: 'client_credentials' } });
    assert.deepEqual([empty.status, empty.body.error], [400, 'invalid_request']);
    const json = await service.call('/oauth2/token', { json: credentials });
    assert.equal(json.status, 415);
  });

  test('lasts for 900 seconds', async () => {
    const as = (await token({})).body.access_token;
    service.clock.advance(899_000);
    assert.equal((await service.call('/v1/signing-sessions', { as })).status, 200);
    service.clock.advance(1000);
    const late = await service.call('/v1/signing-sessions', { as });
    assert.deepEqual([late.status, late.body.type], [401, 'unauthorized']);
  });

  test('without the scope is not enough', async () => {
    const as = (await token({ scope: 'transactions:read' })).body.access_token;
    const { status, body } = await service.call('/v1/signing-sessions', { as, json: sessionRequest() });
    assert.deepEqual([status, body.type], [403, 'forbidden']);
    const other = (await token({ scope: 'transactions:write' })).body.access_token;
    assert.equal((await service.call('/v1/signing-sessions', { as: other })).status, 403);
  });

  test('survives a restart, and other secrets replace the well-known ones', async () => {
    const as = (await token({})).body.access_token;
    const next = await service.restart({ clientSecrets: { local: 'another-secret', limited: 'x' } });
    assert.equal((await next.call('/v1/signing-sessions', { as })).status, 200);
    assert.equal((await next.call('/oauth2/token', { form: credentials })).status, 401);
    const renewed = await next.call('/oauth2/token', {
      form: { ...credentials, client_secret: 'another-secret' },
    });
    assert.equal(renewed.status, 200);
    await service.restart();
    assert.equal((await token({})).status, 200);
  });

  test('is refused after wrong guesses, for a minute, by client and address', async () => {
    const local = await openTestService();
    const ask = (changes: Record<string, string>, remoteAddress: string) =>
      local.call('/oauth2/token', {
        form: { ...credentials, ...changes },
        connection: { remoteAddress },
      });
    const guesses = await Promise.all(
      Array.from({ length: 15 }, (_, guess) => ask({ client_secret: `guess-${guess}` }, '203.0.113.7')),
    );
    const statuses = guesses.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [...Array(10).fill(401), ...Array(5).fill(429)], 'at once or in turn');
    const refused = await ask({}, '203.0.113.7');
    assert.deepEqual([refused.status, refused.body.type], [429, 'rate-limit'], 'also with the right one');
    const wait = Number(refused.headers.get('Retry-After'));
    assert.ok(wait > 0 && wait <= 60, `${wait} s`);
    assert.equal((await ask({}, '203.0.113.8')).status, 200, 'from elsewhere');
    const other = { client_id: 'limited', client_secret: 'limited-secret' };
    assert.equal((await ask(other, '203.0.113.7')).status, 200, 'another client');
    await local.close();
  });

  test('may be asked for often by who has the secret, also many at once', async () => {
    const remoteAddress = '203.0.113.9';
    for (let time = 1; time <= 15; time += 1) assert.equal(await statusFor(remoteAddress), 200);
    const statuses = await Promise.all(Array.from({ length: 15 }, () => statusFor(remoteAddress)));
    assert.deepEqual(statuses, Array(15).fill(200));
  });

  test('costs a fraction of a wrong guess when the secret was right before', async () => {
    await checkFive('local-secret');
    const [right, wrong] = [await checkFive('local-secret'), await checkFive('wrong')];
    assert.ok(right < wrong / 5, `${right} µs against ${wrong} µs`);
  });

  test('is given to a client, whatever others at its proxy’s address guess', async () => {
    const limits = new TokenLimits(testRates());
    const address = '203.0.113.10';
    for (let guess = 1; guess <= 101; guess += 1)
      assert.equal(await limits.check(`guess-${guess}`, address, async () => undefined), undefined);
    assert.equal(await limits.check('local', address, async () => 'client'), 'client');
  });

  test('is checked while another address fills its own places with made-up names', async () => {
    const limits = new TokenLimits(testRates());
    const made = Array.from({ length: 40 }, (_, index) =>
      limits.check(`made-up-${index}`, '203.0.113.12', async () => undefined),
    );
    const wanted = limits.check('local', '203.0.113.13', async () => 'client');
    const refused = (await Promise.allSettled(made)).filter(outcome => outcome.status === 'rejected');
    assert.equal(refused.length, 40 - 2 - 16, 'two run and sixteen wait');
    assert.ok(refused.every(({ reason }) => reason instanceof TooBusyError));
    assert.equal(await wanted, 'client');
  });

  test('is limited for a whole /64 of IPv6, and for each address of IPv4', async () => {
    const limits = new TokenLimits(testRates());
    for (let guess = 1; guess <= 10; guess += 1)
      await limits.check('local', `2001:db8:0:1::${guess}`, async () => undefined);
    const checkFrom = (address: string) => limits.check('local', address, async () => 'client');
    await assert.rejects(checkFrom('2001:db8:0:1:ffff::1'), /Too many token requests/);
    assert.equal(await checkFrom('2001:db8:0:2::1'), 'client');
  });

  test('request that failed is not counted as a wrong guess', async () => {
    const limits = new TokenLimits(testRates());
    const fail = () => limits.check('local', '203.0.113.11', () => Promise.reject(new Error('No database.')));
    for (let time = 1; time <= 11; time += 1) await assert.rejects(fail, /No database/);
    assert.equal(await limits.check('local', '203.0.113.11', async () => 'client'), 'client');
  });

  test('and its client’s secret are kept as hashes', async () => {
    const rows = await service.database.query('SELECT * FROM clients');
    assert.doesNotMatch(JSON.stringify(rows), /local-secret|limited-secret/);
  });
});

describe('a monthly quota', () => {
  test('lets two sessions through, warns, then names what is used up until the month is over', async () => {
    const as = await service.token('limited');
    const create = () => service.call('/v1/signing-sessions', { as, json: sessionRequest() });
    const first = await create();
    assert.deepEqual(
      [first.headers.get('RateLimit-Limit'), first.headers.get('RateLimit-Remaining')],
      ['2', '1'],
    );
    const reset = Number(first.headers.get('RateLimit-Reset')) * 1000 + service.clock.now().getTime();
    assert.ok(Math.abs(reset - Date.parse('2026-12-01T00:00:00Z')) <= 1000);
    assert.equal((await create()).headers.get('RateLimit-Remaining'), '0');
    const third = await create();
    assert.deepEqual([third.status, third.body.type], [429, 'quota-exceeded']);
    assert.match(third.body.detail, /monthlyTransactions/);
    assert.equal(third.headers.get('RateLimit-Remaining'), '0');
    assert.equal(third.headers.get('Retry-After'), null, 'a retry does not help before the reset');

    const warnings = await service.database.query<{ data: { dimension: string; percentUsed: number } }>(
      `SELECT data FROM outbox WHERE event_type = 'QUOTA.WARNING' ORDER BY position`,
    );
    assert.deepEqual(
      warnings.map(({ data }) => [data.dimension, data.percentUsed]),
      [
        ['monthlyTransactions', 100],
        ['monthlyDocuments', 100],
      ],
    );
    service.clock.advance(11 * 24 * 3_600_000);
    const december = await service.token('limited');
    const next = await service.call('/v1/signing-sessions', { as: december, json: sessionRequest() });
    assert.equal(next.status, 201);
  });

  test('does not count in the sandbox', async () => {
    const as = await service.token();
    for (let index = 0; index < 4; index += 1) await service.create({}, as);
    const { headers } = await service.call('/v1/signing-sessions', { as, json: sessionRequest() });
    assert.equal(headers.get('RateLimit-Remaining'), null);
  });

  test('tells how it stands with an acceptance as well', async () => {
    await service.database.query('DELETE FROM quota_usage');
    const as = await service.token('limited');
    const { headers } = await service.accept(await service.create({}, as));
    assert.deepEqual([headers.get('RateLimit-Limit'), headers.get('RateLimit-Remaining')], ['2', '1']);
    assert.ok(Number(headers.get('RateLimit-Reset')) > 0);
    const sandbox = await service.accept(await service.create());
    assert.equal(sandbox.headers.get('RateLimit-Limit'), null);
  });

  test('of acceptances stops the third one and leaves its session as it was', async () => {
    const as = await service.token('limited');
    await service.database.query('DELETE FROM quota_usage');
    await service.database.query(
      `INSERT INTO quota_usage (tenant_id, dimension, period, used) VALUES ('tenant_limited', 'monthlyClick', $1, 2)`,
      [service.clock.now().toISOString().slice(0, 7)],
    );
    const session = await service.create({}, as);
    const { status, body } = await service.accept(session);
    assert.equal(status, 429);
    assert.match(body.detail, /monthlyClick/);
    const view = await service.call(`/v1/signing-sessions/${session.sessionId}`, {
      as: session.clientSecret,
    });
    assert.deepEqual([view.body.status, view.body.steps[0].status], ['ACTIVE', 'PENDING']);
  });
});
