import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { openNodeServer, type NodeServer } from '../src/main/node-server.ts';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';

let service: TestService;
let server: NodeServer;
before(async () => {
  service = await openTestService();
  server = await openNodeServer('127.0.0.1', 0);
  server.serve(service);
});
after(async () => {
  await server.close();
  await service.close();
});
afterEach(() => service.call('/_local/faults', { method: 'DELETE' }));

async function arm(fault: Readonly<Record<string, unknown>>): Promise<void> {
  const { status, body } = await service.call('/_local/faults', { json: fault });
  assert.equal(status, 200, JSON.stringify(body));
}

const address = ({ sessionId }: CreatedSession, path = '') =>
  `${server.address}/v1/signing-sessions/${sessionId}${path}`;

/** Over a real connection, which can break. */
function accept(session: CreatedSession, key?: string): Promise<Response> {
  return fetch(address(session, '/advance'), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${session.clientSecret}`,
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'X-Idempotency-Key': key }),
    },
    body: JSON.stringify({ action: 'accept' }),
  });
}

/** The event stream of a session, over a real connection. */
const follow = (session: CreatedSession): Promise<Response> =>
  fetch(address(session, '/events'), { headers: { Authorization: `Bearer ${session.clientSecret}` } });

const load = (session: CreatedSession): Promise<Response> =>
  fetch(address(session), { headers: { Authorization: `Bearer ${session.clientSecret}` } });

describe('an armed fault', () => {
  test('is listed with its remaining times, and removed when used up or cleared', async () => {
    const session = await service.create();
    const fault = {
      match: { method: 'GET', path: '/v1/signing-sessions/' },
      fault: 'status',
      status: 503,
      times: 2,
    };
    const lasting = { match: { action: 'dance' }, fault: 'drop-before' };
    await arm({ ...fault, match: { ...fault.match, method: 'get' } });
    await arm(lasting);
    assert.deepEqual((await service.call('/_local/faults')).body, [fault, lasting]);
    assert.equal((await load(session)).status, 503);
    assert.deepEqual((await service.call('/_local/faults')).body, [{ ...fault, times: 1 }, lasting]);
    assert.equal((await load(session)).status, 503);
    assert.equal((await load(session)).status, 200);
    assert.deepEqual((await service.call('/_local/faults', { method: 'DELETE' })).body, []);
  });

  test('applies as often as set, also to concurrent requests', async () => {
    const session = await service.create();
    await arm({ match: {}, fault: 'status', status: 500, times: 3 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => load(session)));
    assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 200, 200, 500, 500, 500]);
  });

  test('without a number of times applies until it is cleared', async () => {
    const session = await service.create();
    await arm({ match: { path: '/v1/signing-sessions/' }, fault: 'status', status: 500 });
    for (let request = 1; request <= 20; request += 1) assert.equal((await load(session)).status, 500);
    await service.call('/_local/faults', { method: 'DELETE' });
    assert.equal((await load(session)).status, 200);
  });

  test('matches by method, by the beginning of the path with * within a segment, and by action', async () => {
    const session = await service.create();
    for (const match of [
      { method: 'PUT' },
      { path: '/signing-sessions' },
      { path: '/v1/*/advance' },
      { path: '/v1.signing-sessions' },
      { action: 'verify_otp' },
    ]) {
      await arm({ match, fault: 'status' });
    }
    assert.equal((await load(session)).status, 200);
    await arm({ match: { path: '/v1/signing-sessions/*/advance' }, fault: 'status', times: 1 });
    assert.equal((await load(session)).status, 200);
    assert.equal((await accept(session)).status, 503);
    await arm({ match: { action: 'accept' }, fault: 'status', times: 1 });
    assert.equal((await accept(session)).status, 503);
    assert.equal((await accept(session)).status, 200, 'and nothing was done before');
  });

  test('applies to preflights only if they are named', async () => {
    const session = await service.create();
    const preflight = () => fetch(address(session), { method: 'OPTIONS' });
    await arm({ match: {}, fault: 'status' });
    assert.equal((await preflight()).status, 204);
    await arm({ match: { method: 'OPTIONS' }, fault: 'status' });
    assert.equal((await preflight()).status, 503);
  });

  test('never applies to the routes that clear it', async () => {
    await arm({ match: {}, fault: 'drop-before' });
    assert.equal((await fetch(`${server.address}/_local/faults`)).status, 200);
  });

  test('is removed by a reset', async () => {
    const local = await openTestService();
    await local.call('/_local/faults', { json: { match: {}, fault: 'status' } });
    await local.call('/_local/reset', { json: {} });
    assert.deepEqual((await local.call('/_local/faults')).body, []);
    await local.close();
  });

  for (const [what, fault, pointer] of [
    ['no match', { fault: 'garbage' }, '/match'],
    ['an unknown fault', { match: {}, fault: 'fire' }, '/fault'],
    ['a status that is no error', { match: {}, fault: 'status', status: 200 }, '/status'],
    ['a delay without its length', { match: {}, fault: 'delay' }, '/delayMs'],
    ['a delay without end', { match: {}, fault: 'delay', delayMs: 1e9 }, '/delayMs'],
    ['no times', { match: {}, fault: 'garbage', times: 0 }, '/times'],
  ] as const) {
    test(`is refused: ${what}`, async () => {
      const { status, body } = await service.call('/_local/faults', { json: fault });
      assert.deepEqual([status, body.errors[0].pointer], [400, pointer]);
    });
  }
});

describe('the fault', () => {
  test('status answers a problem that a page of any origin can read, with Retry-After where it belongs', async () => {
    const session = await service.create();
    for (const [status, type, retryAfter] of [
      [429, 'rate-limit', '2'],
      [503, 'service-unavailable', '2'],
      [500, 'internal', null],
    ] as const) {
      await arm({ match: { action: 'accept' }, fault: 'status', status, times: 1 });
      const answer = await accept(session);
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('Retry-After'), retryAfter);
      assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*');
      assert.equal((await answer.json()).type, type);
    }
    assert.equal((await service.view(session)).status, 'ACTIVE');
  });

  test('delay acts and answers later', async () => {
    const session = await service.create();
    await arm({ match: { action: 'accept' }, fault: 'delay', delayMs: 300, times: 1 });
    const began = performance.now();
    assert.equal((await accept(session)).status, 200);
    assert.ok(performance.now() - began >= 295);
  });

  test('drop-before cuts the connection without acting', async () => {
    const session = await service.create();
    await arm({ match: { action: 'accept' }, fault: 'drop-before', times: 1 });
    await assert.rejects(accept(session, 'k'), TypeError);
    assert.equal((await service.view(session)).status, 'ACTIVE');
    assert.equal((await accept(session, 'k')).status, 200);
  });

  test('drop-after acts and then cuts the connection, and a repeat returns the response', async () => {
    const session = await service.create();
    await arm({ match: { action: 'accept' }, fault: 'drop-after', times: 1 });
    await assert.rejects(accept(session, 'k'), TypeError);
    const view = await service.view(session);
    assert.equal(view.status, 'COMPLETED');
    const again = await accept(session, 'k');
    assert.equal((await again.json()).evidenceId, view.evidenceId);
  });

  test('truncate acts and cuts the response in half', async () => {
    const session = await service.create();
    await arm({ match: { action: 'accept' }, fault: 'truncate', times: 1 });
    const answer = await accept(session);
    assert.equal(answer.status, 200);
    await assert.rejects(answer.text(), TypeError);
    assert.equal((await service.view(session)).status, 'COMPLETED');
  });

  test('truncate cuts a document in half as well', async () => {
    const session = await service.create();
    const { presignedUrl, sizeBytes } = (await service.view(session)).document;
    await arm({ match: { path: '/v1/documents/' }, fault: 'truncate', times: 1 });
    const url = new URL(String(presignedUrl));
    const answer = await fetch(`${server.address}${url.pathname}${url.search}`);
    assert.equal(answer.headers.get('Content-Length'), String(sizeBytes));
    await assert.rejects(answer.arrayBuffer(), TypeError);
  });

  test('applies to documents and event streams as to other responses', async () => {
    const session = await service.create();
    const { presignedUrl } = (await service.view(session)).document;
    const url = new URL(String(presignedUrl));
    const fetchDocument = () => fetch(`${server.address}${url.pathname}${url.search}`);
    for (const [path, send] of [
      ['/v1/documents/', fetchDocument],
      ['/v1/signing-sessions/*/events', () => follow(session)],
    ] as const) {
      await arm({ match: { path }, fault: 'status', status: 503, times: 1 });
      const refused = await send();
      assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [503, '2'], path);
      await arm({ match: { path }, fault: 'garbage', times: 1 });
      assert.match(await (await send()).text(), /^<!doctype html>/, path);
      await arm({ match: { path }, fault: 'drop-before', times: 1 });
      await assert.rejects(send(), TypeError, path);
      await arm({ match: { path }, fault: 'delay', delayMs: 300, times: 1 });
      const start = performance.now();
      const late = await send();
      assert.equal(late.status, 200, path);
      assert.ok(performance.now() - start >= 290, path);
      await late.body?.cancel();
    }
  });

  test('drop-after leaves no event stream behind', async () => {
    const session = await service.create();
    // The maximum number of streams per session.
    const times = 8;
    await arm({ match: { path: '/v1/signing-sessions/*/events' }, fault: 'drop-after', times });
    for (let drop = 0; drop < times; drop += 1) await assert.rejects(follow(session), TypeError);
    const stream = await follow(session);
    assert.equal(stream.status, 200);
    await stream.body?.cancel();
  });

  test('truncate cuts an event stream in the middle of its first event', async () => {
    const session = await service.create();
    await arm({ match: { path: '/v1/signing-sessions/*/events' }, fault: 'truncate', times: 1 });
    const stream = await follow(session);
    assert.equal(stream.status, 200);
    await assert.rejects(stream.text(), TypeError);
  });

  test('truncate of an answer without a body cuts the connection', async () => {
    const session = await service.create();
    await arm({ match: { method: 'OPTIONS' }, fault: 'truncate', times: 1 });
    await assert.rejects(fetch(address(session), { method: 'OPTIONS' }), TypeError);
  });

  test('garbage answers 200 with invalid JSON, without acting', async () => {
    const session = await service.create();
    await arm({ match: { action: 'accept' }, fault: 'garbage', times: 1 });
    const answer = await accept(session);
    assert.equal(answer.status, 200);
    await assert.rejects(answer.json(), SyntaxError);
    assert.equal((await service.view(session)).status, 'ACTIVE');
  });

  test('drop throws for a caller without a connection', async () => {
    const session = await service.create();
    await arm({ match: { action: 'accept' }, fault: 'drop-after', times: 1 });
    await assert.rejects(service.accept(session), { name: 'ConnectionCutError' });
    assert.equal((await service.view(session)).status, 'COMPLETED');
  });

  test('applies to the built-in webhook receiver, and to no other development route', async () => {
    await arm({ match: { path: '/_local/' }, fault: 'status', status: 500, times: 1 });
    assert.equal((await service.call('/_local/webhook-receiver')).status, 200);
    assert.equal((await service.call('/_local/messages')).status, 200);
    assert.equal((await service.call('/_local/webhook-receiver', { json: {} })).status, 500);
    assert.equal((await service.call('/_local/webhook-receiver', { json: {} })).status, 204);
  });

  test('causes no unexpected error', () => {
    assert.deepEqual(service.errors, []);
  });
});

describe('a finalization that is set to fail', () => {
  test('fails for the next session, or the named one, and no other', async () => {
    const named = await service.create();
    const first = await service.create();
    const second = await service.create();
    await service.call('/_local/broken-finalizations', { json: { sessionId: named.sessionId } });
    await service.call('/_local/broken-finalizations', { json: {} });
    const failed = await service.accept(first);
    assert.deepEqual([failed.status, failed.body.status], [200, 'FAILED']);
    assert.deepEqual(failed.body.session.failure, { reason: 'FINALIZATION_FAILED' });
    const event = (await service.events(first.transactionId)).at(-1);
    assert.deepEqual([event?.type, event?.data['reason']], ['TRANSACTION.FAILED', 'FINALIZATION_FAILED']);
    assert.equal((await service.accept(second)).body.status, 'COMPLETED');
    assert.equal((await service.accept(named)).body.status, 'FAILED');
    assert.deepEqual((await service.view(named)).failure, { reason: 'FINALIZATION_FAILED' });
  });
});
