import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  openTestService,
  PUBLIC_URL,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

interface Stream {
  /** The status in the next `session` event, or undefined at the end of the stream. */
  next(): Promise<string | undefined>;
  leave(): Promise<void>;
}

async function follow(
  { sessionId, clientSecret }: CreatedSession,
  from = service,
  credential = clientSecret,
): Promise<Stream> {
  const headers = { Authorization: `Bearer ${credential}` };
  const response = await from.fetch(
    new Request(`${PUBLIC_URL}/v1/signing-sessions/${sessionId}/events`, { headers }),
  );
  assert.equal(response.status, 200);
  assert.match(response.headers.get('Content-Type') ?? '', /^text\/event-stream/);
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const event = text.slice(0, end);
        text = text.slice(end + 2);
        if (event.startsWith('event: session')) return JSON.parse(event.split('data: ')[1] ?? '').status;
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += value;
    }
  };
  return { next, leave: () => reader.cancel() };
}

describe('the event stream', () => {
  test('tells the state at once and every change, and ends with the session', async () => {
    const session = await service.create();
    const stream = await follow(session);
    assert.equal(await stream.next(), 'ACTIVE');
    await service.accept(session);
    assert.equal(await stream.next(), 'COMPLETED');
    assert.equal(await stream.next(), undefined);
    const late = await follow(session);
    assert.equal(await late.next(), 'COMPLETED');
    assert.equal(await late.next(), undefined);
  });

  test('notices what another process did, and the passing of time', async () => {
    const session = await service.create({ expiresInMinutes: 5 });
    const stream = await follow(session);
    const other = await service.restart();
    const elsewhere = await follow(session, other);
    assert.equal(await stream.next(), 'ACTIVE');
    assert.equal(await elsewhere.next(), 'ACTIVE');
    service.clock.advance(300_000);
    assert.equal(await stream.next(), 'EXPIRED');
    assert.equal(await elsewhere.next(), 'EXPIRED');
  });

  test('ends with the access token that it was opened with', async () => {
    const session = await service.create();
    const stream = await follow(session, service, await service.token());
    const signers = await follow(session);
    assert.equal(await stream.next(), 'ACTIVE');
    assert.equal(await signers.next(), 'ACTIVE');
    service.clock.advance(900_000);
    await service.accept(session);
    assert.equal(await stream.next(), undefined);
    assert.equal(await signers.next(), 'COMPLETED', 'the signer’s secret lasts as long as the session');
  });

  test('ends when the service closes', async () => {
    const closing = await service.restart();
    const session = await service.create();
    const stream = await follow(session, closing);
    assert.equal(await stream.next(), 'ACTIVE');
    await closing.close();
    assert.equal(await stream.next(), undefined);
  });

  test('is one of at most eight of its session', async () => {
    const session = await service.create();
    const streams: Stream[] = [];
    for (let index = 0; index < 8; index += 1) streams.push(await follow(session));
    const address = `/v1/signing-sessions/${session.sessionId}/events`;
    const { status, body, headers } = await service.call(address, { as: session.clientSecret });
    assert.deepEqual([status, body.type], [429, 'rate-limit']);
    assert.ok(Number(headers.get('Retry-After')) > 0);
    const other = await follow(await service.create());
    assert.equal(await other.next(), 'ACTIVE', 'another session has streams of its own');
    await other.leave();
    await service.accept(session);
    for (const stream of streams) {
      assert.equal(await stream.next(), 'ACTIVE');
      assert.equal(await stream.next(), 'COMPLETED');
      assert.equal(await stream.next(), undefined);
    }
    assert.equal(await (await follow(session)).next(), 'COMPLETED', 'there is room again');
  });

  test('is not opened by HEAD, which takes none of the session’s places', async () => {
    const { sessionId, clientSecret } = await service.create();
    const ask = (method: string) => {
      const headers = { Authorization: `Bearer ${clientSecret}` };
      const url = `${PUBLIC_URL}/v1/signing-sessions/${sessionId}/events`;
      return service.fetch(new Request(url, { method, headers }));
    };
    for (let request = 0; request < 9; request += 1) {
      const response = await ask('HEAD');
      assert.equal(response.status, 200);
      assert.match(response.headers.get('Content-Type') ?? '', /^text\/event-stream/);
      assert.equal(response.body, null);
    }
    const stream = await ask('GET');
    assert.equal(stream.status, 200);
    await stream.body?.cancel();
  });

  test('ends when something breaks, and says what without the words of the error', async () => {
    let broken = false;
    const query: TestService['database']['query'] = async (sql, parameters) => {
      if (broken) throw new RangeError('Maria da Silva 529.982.247-25');
      return service.database.query(sql, parameters);
    };
    const breaking = await service.restart({ database: { ...service.database, query } });
    const known = service.errors.length;
    const stream = await follow(await service.create(), breaking);
    assert.equal(await stream.next(), 'ACTIVE');
    broken = true;
    assert.equal(await stream.next(), undefined);
    broken = false;
    const log = service.errors.splice(known).join('\n');
    assert.match(log, /RangeError/);
    assert.doesNotMatch(log, /Maria|529\.?982/);
  });

  test('may be left', async () => {
    const session = await service.create();
    const stream = await follow(session);
    assert.equal(await stream.next(), 'ACTIVE');
    await stream.leave();
    assert.equal((await service.accept(session)).status, 200);
    assert.deepEqual(service.errors, []);
  });
});
