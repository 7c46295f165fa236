import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestService, PUBLIC_URL, type Answer, type TestService } from './support/test-service.ts';

const HOUR = 3_600_000;

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const path = (sessionId: string, rest = ''): string => `/v1/signing-sessions/${sessionId}${rest}`;

/** The response without its path, which always differs. */
function withoutPath({ status, body }: Answer): object {
  return { status, body: { ...body, instance: undefined } };
}

function keyIdOf(clientSecret: string): unknown {
  const [header = ''] = clientSecret.slice('ss_secret_'.length).split('.');
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
}

describe('a client secret', () => {
  test('opens its own session and no other, and does not tell which exist', async () => {
    const mine = await service.create();
    const other = await service.create();
    const as = mine.clientSecret;
    assert.equal((await service.call(path(mine.sessionId), { as })).status, 200);
    const unknown = await service.call(path('ss_DOESNOTEXIST'), { as });
    assert.equal(unknown.status, 404);
    for (const rest of ['', '/status', '/events']) {
      const existing = await service.call(path(other.sessionId, rest), { as });
      assert.deepEqual(withoutPath(existing), withoutPath(unknown), rest);
    }
    const advanced = await service.accept({ ...other, clientSecret: as });
    assert.deepEqual(withoutPath(advanced), withoutPath(unknown));
    const declined = await service.call(path(other.sessionId, '/cancel'), { as, json: {} });
    assert.deepEqual(withoutPath(declined), withoutPath(unknown));
    assert.equal(
      (await service.call(path(other.sessionId, '/status'), { as: other.clientSecret })).body.status,
      'ACTIVE',
    );
  });

  test('opens nothing of the integrator’s', async () => {
    const { clientSecret: as, transactionId } = await service.create();
    for (const address of [
      '/v1/signing-sessions',
      `/v1/transactions/${transactionId}/evidence`,
      `/v1/transactions/${transactionId}/download`,
    ]) {
      assert.equal((await service.call(address, { as })).status, 401, address);
    }
    assert.equal((await service.call('/v1/signing-sessions', { as, json: {} })).status, 401);
  });

  test('must be genuine', async () => {
    const { sessionId, clientSecret } = await service.create();
    const [head, payload, signature] = clientSecret.split('.');
    const claims = { aud: 'signer', sid: sessionId, iat: 0, exp: 9_999_999_999 };
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const as of [
      `${head}.${forged}.${signature}`,
      `${head}.${payload}.`,
      `ss_secret_${none}.${payload}.`,
      clientSecret.slice('ss_secret_'.length),
      'ss_secret_',
      'nonsense',
    ]) {
      const { status, body, headers } = await service.call(path(sessionId), { as });
      assert.equal(status, 401, as);
      assert.equal(body.type, 'unauthorized');
      assert.equal(headers.get('WWW-Authenticate'), 'Bearer');
    }
    assert.equal((await service.call(path(sessionId))).status, 401);
  });

  test('goes on working after its key was replaced', async () => {
    // The production tenant's, because sandbox sessions would be erased meanwhile.
    const early = await service.create({}, await service.token('limited'));
    service.clock.advance(31 * 24 * HOUR);
    const late = await service.create({}, await service.token('limited'));
    assert.notEqual(keyIdOf(early.clientSecret), keyIdOf(late.clientSecret));
    assert.equal((await service.call(path(late.sessionId), { as: late.clientSecret })).status, 200);
    service.clock.advance(-31 * 24 * HOUR);
    assert.equal((await service.call(path(early.sessionId), { as: early.clientSecret })).status, 200);
  });
});

describe('an integrator’s token', () => {
  test('opens the signer’s routes of its own tenant, as far as its scopes go', async () => {
    const session = await service.create();
    const reader = await service.token('local', 'transactions:read');
    const view = await service.call(path(session.sessionId), { as: reader });
    assert.equal(view.body.signer.name, 'Maria da Silva');
    const accept = { action: 'accept' };
    const refused = await service.call(path(session.sessionId, '/advance'), { as: reader, json: accept });
    assert.deepEqual([refused.status, refused.body.type], [403, 'forbidden']);
    const stepper = await service.token('local', 'steps:write');
    assert.equal((await service.call(path(session.sessionId), { as: stepper })).status, 403);
    assert.equal(
      (await service.call(path(session.sessionId, '/cancel'), { as: stepper, json: {} })).status,
      403,
    );
    const foreign = await service.token('limited');
    assert.equal((await service.call(path(session.sessionId), { as: foreign })).status, 404);
    assert.equal(
      (await service.call(path(session.sessionId, '/advance'), { as: stepper, json: accept })).status,
      200,
    );
  });
});

describe('a session that has ended', () => {
  test('by being signed shows what became of it, but not the signer', async () => {
    const session = await service.create();
    await service.accept(session);
    const { body } = await service.call(path(session.sessionId), { as: session.clientSecret });
    assert.equal(body.status, 'COMPLETED');
    assert.equal(body.signer, undefined);
    assert.deepEqual(Object.keys(body.document), ['hash', 'signedHash']);
    assert.equal((await service.call(body.downloadUrl)).status, 200);
    const whole = await service.call(path(session.sessionId), { as: await service.token() });
    assert.equal(whole.body.signer.name, 'Maria da Silva');
  });

  test('by expiry says so for a day, without signer, document and download', async () => {
    const session = await service.create({ expiresInMinutes: 5 });
    const signed = await service.create({ expiresInMinutes: 5 });
    await service.accept(signed);
    service.clock.advance(5 * 60_000);
    const { status, body } = await service.call(path(session.sessionId), { as: session.clientSecret });
    assert.equal(status, 200);
    assert.equal(body.status, 'EXPIRED');
    assert.equal(body.signer, undefined);
    assert.equal(body.document, undefined);
    assert.deepEqual(
      (await service.events(session.transactionId)).map(event => event.type),
      ['SIGNING_SESSION.CREATED', 'SIGNING_SESSION.EXPIRED'],
    );
    const late = await service.accept(session);
    assert.deepEqual([late.status, late.body.type], [410, 'gone']);
    const declined = await service.call(path(session.sessionId, '/cancel'), {
      as: session.clientSecret,
      json: {},
    });
    assert.equal(declined.status, 410);

    const trace = await service.call(path(signed.sessionId), { as: signed.clientSecret });
    assert.equal(trace.body.status, 'COMPLETED');
    assert.equal(trace.body.downloadUrl, undefined);

    service.clock.advance(24 * HOUR - 1000);
    assert.equal((await service.call(path(session.sessionId), { as: session.clientSecret })).status, 200);
    service.clock.advance(1000);
    assert.equal((await service.call(path(session.sessionId), { as: session.clientSecret })).status, 401);
    assert.equal((await service.accept(session)).status, 401);
  });

  test('takes nothing that had to wait until after it', async () => {
    const session = await service.create({ expiresInMinutes: 5 });
    const waiting = await service.restart({
      database: {
        ...service.database,
        async transaction(work) {
          service.clock.advance(5 * 60_000);
          return service.database.transaction(work);
        },
      },
    });
    const accepted = await waiting.accept(session);
    assert.deepEqual([accepted.status, accepted.body.type], [410, 'gone']);
    const other = await service.create({ expiresInMinutes: 5 });
    const declined = await waiting.call(path(other.sessionId, '/cancel'), {
      as: other.clientSecret,
      json: {},
    });
    assert.deepEqual([declined.status, declined.body.type], [410, 'gone']);
    for (const late of [session, other]) assert.equal((await service.view(late)).status, 'EXPIRED');
    // What it does by itself would go on moving the clock.
    await waiting.close();
  });

  test('expires once, whoever looks first and however many', async () => {
    const session = await service.create({ expiresInMinutes: 5 });
    service.clock.advance(6 * 60_000);
    const token = await service.token();
    await Promise.all([
      service.call(path(session.sessionId), { as: session.clientSecret }),
      service.call(path(session.sessionId, '/status'), { as: session.clientSecret }),
      service.call('/v1/signing-sessions', { as: token }),
    ]);
    assert.equal((await service.events(session.transactionId)).length, 2);
  });

  test('by declining keeps the reason and the side it came from', async () => {
    const session = await service.create({ cancelUrl: 'https://shop.example/cancelled' });
    const answer = await service.call(path(session.sessionId, '/cancel'), {
      as: session.clientSecret,
      json: { reason: 'Clause 2 is wrong.' },
    });
    assert.deepEqual(answer.body, {
      sessionId: session.sessionId,
      transactionId: session.transactionId,
      status: 'CANCELLED',
      cancelledAt: service.clock.now().toISOString(),
    });
    const { body } = await service.call(path(session.sessionId), { as: session.clientSecret });
    assert.deepEqual(
      [body.status, body.cancelledBy, body.cancelUrl],
      ['CANCELLED', 'signer', 'https://shop.example/cancelled'],
    );
    const [, cancelled] = await service.events(session.transactionId);
    assert.equal(cancelled?.type, 'SIGNING_SESSION.CANCELLED');
    assert.deepEqual(
      [cancelled?.data['cancelledBy'], cancelled?.data['reason']],
      ['signer', 'Clause 2 is wrong.'],
    );
  });

  test('by the integrator’s cancellation, which needs no body', async () => {
    const session = await service.create();
    const as = await service.token();
    const headers = { 'Content-Type': 'application/json' };
    const answer = await service.call(path(session.sessionId, '/cancel'), { method: 'POST', as, headers });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const { body } = await service.call(path(session.sessionId), { as: session.clientSecret });
    assert.equal(body.cancelledBy, 'integrator');
    const bare = await service.create();
    assert.equal((await service.call(path(bare.sessionId, '/cancel'), { method: 'POST', as })).status, 200);
  });
});

describe('the list', () => {
  test('gives pages, newest first, of one’s own tenant', async () => {
    const fresh = await openTestService();
    try {
      const token = await fresh.token();
      const made: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        made.unshift((await fresh.create({}, token)).sessionId);
        fresh.clock.advance(1000);
      }
      const seen: string[] = [];
      let query = '?limit=2';
      for (let page = 0; page < 3; page += 1) {
        const { body } = await fresh.call(`/v1/signing-sessions${query}`, { as: token });
        seen.push(...body.sessions.map((session: { sessionId: string }) => session.sessionId));
        query = `?limit=2&cursor=${body.nextCursor}`;
        assert.equal(body.nextCursor === undefined, page === 2);
      }
      assert.deepEqual(seen, made);
      await fresh.call(path(made[0] ?? '', '/cancel'), { method: 'POST', as: token });
      const cancelled = await fresh.call('/v1/signing-sessions?status=CANCELLED', { as: token });
      assert.deepEqual(cancelled.body.sessions.length, 1);
      const foreign = await fresh.call('/v1/signing-sessions', { as: await fresh.token('limited') });
      assert.deepEqual(foreign.body, { sessions: [] });
      for (const wrong of ['?limit=0', '?limit=x', '?status=NEW', '?cursor=nonsense']) {
        assert.equal((await fresh.call(`/v1/signing-sessions${wrong}`, { as: token })).status, 400, wrong);
      }
    } finally {
      await fresh.close();
    }
  });
});

const preflight = (address: string): Promise<Response> =>
  service.fetch(
    new Request(PUBLIC_URL + address, {
      method: 'OPTIONS',
      headers: { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'POST' },
    }),
  );

const listed = (headers: Headers, name: string): string[] =>
  (headers.get(name) ?? '').split(/, */).toSorted();

describe('other origins', () => {
  test('may call the signer’s routes, also when they are refused', async () => {
    const { sessionId } = await service.create();
    for (const address of [
      path(sessionId),
      path(sessionId, '/advance'),
      '/v1/documents/doc_1',
      '/v1/verify/ev_1',
    ]) {
      const { status, headers } = await preflight(address);
      assert.equal(status, 204, address);
      assert.equal(headers.get('Access-Control-Allow-Origin'), '*');
      assert.equal(headers.get('Access-Control-Max-Age'), '7200');
      assert.deepEqual(listed(headers, 'Access-Control-Allow-Methods'), ['GET', 'POST', 'PUT']);
      assert.deepEqual(listed(headers, 'Access-Control-Allow-Headers'), [
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'If-Range',
        'Range',
        'X-Idempotency-Key',
      ]);
      assert.equal(headers.get('Access-Control-Allow-Credentials'), null);
    }
    const refused = await service.call(path(sessionId), { headers: { Origin: 'https://shop.example' } });
    assert.equal(refused.status, 401);
    assert.equal(refused.headers.get('Access-Control-Allow-Origin'), '*');
    assert.deepEqual(listed(refused.headers, 'Access-Control-Expose-Headers'), [
      'API-Version',
      'Accept-Ranges',
      'Content-Range',
      'Deprecation',
      'ETag',
      'Link',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Repr-Digest',
      'Retry-After',
      'Sunset',
      'X-Request-Id',
    ]);
    assert.equal(refused.headers.get('Cache-Control'), 'no-store');
  });

  test('and caches are not to keep what a signer is answered', async () => {
    const session = await service.create();
    const declined = await service.create();
    const as = session.clientSecret;
    for (const answer of [
      await service.call(path(session.sessionId), { as }),
      await service.call(path(session.sessionId, '/status'), { as }),
      await service.accept(session),
      await service.call(path(declined.sessionId, '/cancel'), { as: declined.clientSecret, json: {} }),
      await service.call(path(declined.sessionId, '/events'), { as: declined.clientSecret }),
    ]) {
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('Cache-Control'), 'no-store');
      assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*');
    }
  });

  test('may not call the integrator’s', async () => {
    for (const address of ['/v1/signing-sessions', '/oauth2/token', '/v1/transactions/tx_1/evidence']) {
      assert.equal((await preflight(address)).headers.get('Access-Control-Allow-Origin'), null, address);
    }
    const list = await service.call('/v1/signing-sessions', { as: await service.token() });
    assert.equal(list.headers.get('Access-Control-Allow-Origin'), null);
  });
});
