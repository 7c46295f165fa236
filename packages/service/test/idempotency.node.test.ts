import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { Hono } from 'hono';
import { Metrics } from '../src/metrics/metrics.ts';
import type { ServiceEnv } from '../src/http/environment.ts';
import { runOnce } from '../src/http/route.ts';
import { Idempotency, type SaveResponse } from '../src/http/idempotency.ts';
import { answerErrors } from '../src/http/error-answers.ts';
import { systemRandom } from '../src/domain/ids.ts';
import { createKeyRing, openFingerprints } from '../src/keys/key-ring.ts';
import { onEachDatabase } from './support/test-database.ts';
import { testCore } from './support/test-core.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

onEachDatabase(kind => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await openTestService({}, kind);
    token = await service.token();
  });
  after(() => service.close());

  const create = (key: string, changes = {}, as = token) =>
    service.call('/v1/signing-sessions', { as, key, json: sessionRequest(changes) });

  async function sessionCount(): Promise<number> {
    const [row] = await service.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM sessions',
    );
    return row?.count ?? -1;
  }

  describe('a repeated key', () => {
    test('returns the first response again, with the same secret', async () => {
      const first = await create('order-1', { owner: { email: 'owner@example.com' } });
      const count = await sessionCount();
      service.clock.advance(60_000);
      const second = await create('order-1', { owner: { email: 'owner@example.com' } });
      assert.equal(second.status, 201);
      assert.deepEqual(second.body, first.body);
      assert.equal(await sessionCount(), count);
      const kept = await service.database.query('SELECT * FROM idempotency_keys');
      assert.doesNotMatch(JSON.stringify(kept), /ss_secret_|signature=/);
    });

    test('with another body is a conflict', async () => {
      await create('order-2');
      const { status, body } = await create('order-2', { locale: 'en' });
      assert.deepEqual([status, body.type], [409, 'idempotency-conflict']);
    });

    test('with the same body is known again under a key that was replaced', async () => {
      const first = await create('order-9');
      const next = await service.restart();
      // A key that is 30 days old.
      await service.database.query(
        `INSERT INTO signing_keys (key_id, purpose, secret, created_at)
       VALUES ('key_NEWER', 'fingerprint', $1, $2)`,
        [systemRandom(32), new Date(service.clock.now().getTime() + 1000)],
      );
      const renewed = await next.restart();
      for (const instance of [next, renewed]) {
        const call = { as: token, key: 'order-9', json: sessionRequest() };
        const again = await instance.call('/v1/signing-sessions', call);
        assert.equal(again.body.sessionId, first.body.sessionId);
        const other = await instance.call('/v1/signing-sessions', {
          ...call,
          json: sessionRequest({ locale: 'es' }),
        });
        assert.equal(other.body.type, 'idempotency-conflict');
      }
    });

    test('keeps nothing that a guessed body could be compared with', async () => {
      await create('order-10');
      const rows = await service.database.query<{ fingerprint: string; idempotency_key: string }>(
        'SELECT fingerprint, idempotency_key FROM idempotency_keys',
      );
      const body = JSON.stringify(sessionRequest());
      const plain = createHash('sha256').update(body).digest('base64url');
      const kept = rows.find(row => row.idempotency_key === 'order-10')?.fingerprint ?? '';
      assert.match(kept, /^key_\w+\.[\w-]{43}$/);
      assert.ok(!kept.includes(plain));
    });

    test('sent at the same moment is executed once', async () => {
      const count = await sessionCount();
      const answers = await Promise.all([create('order-3'), create('order-3'), create('order-3')]);
      assert.deepEqual(new Set(answers.map(answer => answer.body.clientSecret)).size, 1);
      assert.equal(await sessionCount(), count + 1);
    });

    test('after a refusal is free again', async () => {
      assert.equal((await create('order-4', { locale: 'fr' })).status, 400);
      assert.equal((await create('order-4')).status, 201);
      assert.equal((await create('order-5', { document: { content: 'AAAA' } })).status, 400);
      assert.equal((await create('order-5')).status, 201);
    });

    test('is kept for 24 hours', async () => {
      const first = await create('order-6');
      service.clock.advance(24 * 3_600_000 - 1000);
      token = await service.token();
      assert.equal((await create('order-6')).body.sessionId, first.body.sessionId);
      service.clock.advance(1000);
      token = await service.token();
      assert.notEqual((await create('order-6')).body.sessionId, first.body.sessionId);
    });

    test('of another tenant is another key', async () => {
      const mine = await create('order-7');
      const theirs = await create('order-7', {}, await service.token('limited'));
      assert.equal(theirs.status, 201);
      assert.notEqual(theirs.body.sessionId, mine.body.sessionId);
    });

    test('must be printable', async () => {
      assert.equal((await create('x'.repeat(256))).status, 400);
      assert.equal((await create('é')).status, 400);
    });

    test('whose first process died is executed by the next one', async () => {
      const doomed = await create('order-8');
      await service.database.query('UPDATE idempotency_keys SET answer = NULL WHERE idempotency_key = $1', [
        'order-8',
      ]);
      const next = await service.restart();
      await service.database.query('UPDATE idempotency_keys SET leased_until = now() WHERE answer IS NULL');
      const answer = await next.call('/v1/signing-sessions', {
        as: token,
        key: 'order-8',
        json: sessionRequest(),
      });
      assert.equal(answer.status, 201);
      assert.notEqual(answer.body.sessionId, doomed.body.sessionId);
    });
  });

  describe('an accept whose answer was lost', () => {
    test('is answered as before, also after a reload and from the ended session', async () => {
      const session = await service.create();
      const call = {
        as: session.clientSecret,
        key: 'accept-1',
        json: { action: 'accept', textVersion: '1' },
      };
      const address = `/v1/signing-sessions/${session.sessionId}/advance`;
      const first = await service.call(address, call);
      service.clock.advance(2000);
      const second = await service.call(address, call);
      assert.equal(second.status, 200);
      const { session: then, ...wire } = first.body;
      const { session: now, ...again } = second.body;
      assert.deepEqual(again, wire);
      assert.equal(now.status, then.status);
      assert.equal((await service.call(now.downloadUrl)).status, 200);
      const events = await service.events(session.transactionId);
      assert.equal(events.filter(event => event.type === 'TRANSACTION.COMPLETED').length, 1);
    });

    test('at the same moment with the same key has one outcome', async () => {
      const session = await service.create();
      const call = { as: session.clientSecret, key: 'accept-2', json: { action: 'accept' } };
      const address = `/v1/signing-sessions/${session.sessionId}/advance`;
      const answers = await Promise.all([service.call(address, call), service.call(address, call)]);
      assert.deepEqual(
        answers.map(({ status, body }) => [status, body.evidenceId]),
        [
          [200, answers[0]?.body.evidenceId],
          [200, answers[0]?.body.evidenceId],
        ],
      );
    });

    test('a decline sent twice is one decline', async () => {
      const session = await service.create();
      const call = { as: session.clientSecret, key: 'decline-1', json: { reason: 'No.' } };
      const address = `/v1/signing-sessions/${session.sessionId}/cancel`;
      const first = await service.call(address, call);
      service.clock.advance(2000);
      assert.deepEqual((await service.call(address, call)).body, first.body);
      assert.equal((await service.call(address, { ...call, key: 'decline-2' })).status, 410);
    });
  });

  /** Longer than a busy machine delays a process. */
  const LEASE_MS = 2000;

  interface Slow {
    /** Sends a request whose work waits for `finish`. */
    send(body?: string): Promise<Response>;
    /** Lets the waiting work continue. */
    finish(): void;
    /** Resolves when the first request's work has started. */
    readonly begun: Promise<unknown>;
  }

  /** A route whose work takes as long as the test wants, over the real table. */
  async function slowRoute(route: string): Promise<Slow> {
    const { database, clock } = service;
    const times = { leaseMs: LEASE_MS, timeoutMs: 2 * LEASE_MS };
    const keys = createKeyRing({ database, clock, random: systemRandom });
    const fingerprints = await openFingerprints(keys);
    const idempotency = new Idempotency(await testCore({ database, clock }), { fingerprints, times });
    const waiting: (() => void)[] = [];
    const starts = new EventEmitter();
    const begun = once(starts, 'start');
    let started = 0;
    const work = async (saveResponse: SaveResponse) => {
      started += 1;
      const answer = { status: 200, body: { work: started } } as const;
      starts.emit('start');
      await new Promise<void>(resolve => void waiting.push(resolve));
      await database.transaction(queries => saveResponse(queries, answer));
      return answer;
    };
    const app = new Hono<ServiceEnv>();
    app.onError(answerErrors(line => service.errors.push(line), new Metrics()));
    app.post(route, async c => {
      c.set('idempotency', idempotency);
      c.set('principal', { kind: 'client', tenantId: 'tenant_local', scopes: [] });
      return c.json((await runOnce(c, work)).body);
    });
    return {
      send: async (body = 'same') =>
        app.request(route, { method: 'POST', body, headers: { 'X-Idempotency-Key': 'slow' } }),
      finish: () => waiting.splice(0).forEach(resolve => resolve()),
      begun,
    };
  }

  describe('a key whose first request still runs', () => {
    test('stays claimed as long as it runs, whatever the service’s clock says; a repeat is told to wait', async () => {
      const slow = await slowRoute('/slow/one');
      const first = slow.send();
      await slow.begun;
      service.clock.advance(3_600_000);
      const repeat = await slow.send();
      assert.deepEqual([repeat.status, repeat.headers.get('Retry-After')], [503, '1']);
      assert.equal((await repeat.json()).type, 'service-unavailable');
      assert.equal((await slow.send('other')).status, 409);
      slow.finish();
      assert.deepEqual(await (await first).json(), { work: 1 });
      assert.deepEqual(await (await slow.send()).json(), { work: 1 });
    });

    test('cannot do its work a second time once another has taken the key over', async () => {
      const slow = await slowRoute('/slow/two');
      const first = slow.send();
      await slow.begun;
      // As another process does when it finds an expired lease.
      await service.database.query(
        `UPDATE idempotency_keys SET claim = 'clm_OTHER', leased_until = clock_timestamp() + interval '1 hour'
       WHERE route = '/slow/two'`,
      );
      slow.finish();
      const { status } = await first;
      assert.equal(status, 503);
      const kept = await service.database.query(
        `SELECT claim, answer FROM idempotency_keys WHERE route = '/slow/two'`,
      );
      assert.deepEqual(kept, [{ claim: 'clm_OTHER', answer: null }]);
    });
  });
});
