import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { freePort } from '../../../test/support/free-port.ts';
import { DocumentsAwayError } from '../src/support/errors.ts';
import { type DocumentStore, storeWithFallback, openTableStore } from '../src/storage/document-store.ts';
import { openS3Store } from '../src/documents/s3-store.ts';
import { startFakeS3, type FakeS3, type S3Fault } from './support/fake-s3.ts';
import { declareStoreContract } from './support/store-contract.ts';
import { storedIds } from './support/stored-ids.ts';
import { openTestDatabase } from './support/test-database.ts';
import {
  openServiceOver,
  sessionRequest,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

/** Short enough to wait for. */
const LIMITS = { tryMs: 300, tries: 3, pauseMs: 1 };

let fake: FakeS3;
before(async () => {
  fake = await startFakeS3();
});
after(() => fake.close());
beforeEach(() => {
  fake.faults = [];
  fake.always = undefined;
  fake.requests.length = 0;
  fake.objects.clear();
});

const store = (): DocumentStore => openS3Store(fake.settings, LIMITS);

describe('an object store', () => {
  declareStoreContract(store);

  test('gets each document under the prefix, with its hash and who is to encrypt it', async () => {
    await store().write('doc_1', Buffer.from('contract'));
    const { headers } = fake.objects.get('signing/doc_1') ?? {};
    assert.equal(
      headers?.['x-amz-meta-sha256'],
      'cc8321d6375c494d043fdd0260f21bc0ec51dacc9f6abb7f909cdcd3041b78bf',
    );
    assert.equal(headers?.['x-amz-server-side-encryption'], 'aws:kms');
    assert.equal(headers?.['x-amz-server-side-encryption-aws-kms-key-id'], 'key-1');
  });

  const faults: readonly S3Fault[] = [
    { kind: 'status', status: 503 },
    { kind: 'status', status: 429 },
    { kind: 'hang' },
    { kind: 'cut-off' },
    { kind: 'damage' },
  ];
  for (const fault of faults) {
    const name = fault.kind === 'status' ? `status ${fault.status}` : fault.kind;
    test(`is asked again after ${name}, and given up after three tries`, async () => {
      await store().write('doc_1', Buffer.from('0123456789'));
      fake.faults = [fault, fault];
      assert.equal(Buffer.from((await store().read('doc_1')) ?? []).toString(), '0123456789');
      fake.always = fault;
      fake.requests.length = 0;
      await assert.rejects(store().read('doc_1'), DocumentsAwayError);
      assert.equal(fake.requests.length, 3);
    });
  }

  test('that refuses is not asked again, and the error says the code alone', async () => {
    fake.always = { kind: 'status', status: 403 };
    await assert.rejects(store().write('doc_1', Buffer.from('x')), /refused to write: 403 \(SlowDown\)/);
    await assert.rejects(store().read('doc_1'), /refused to read/);
    await assert.rejects(store().remove('doc_1'), /refused to remove/);
    await assert.rejects(store().check(), /403/);
    assert.equal(fake.requests.length, 4);
  });

  test('that sends a body after its answer to HEAD, as OpenStack Swift does, ends no process', async () => {
    const refusal = '<Error><Code>AccessDenied</Code></Error>';
    const connections: Socket[] = [];
    const swift = createServer(socket => {
      connections.push(socket);
      socket.on('data', () => {
        socket.write(`HTTP/1.1 403 Forbidden\r\nContent-Length: ${refusal.length}\r\n\r\n${refusal}`);
      });
    });
    const port = await freePort();
    swift.listen(port, '127.0.0.1');
    await once(swift, 'listening');
    const bucketUrl = `http://127.0.0.1:${port}/bucket`;
    const refusing = openS3Store({ ...fake.settings, bucketUrl }, LIMITS);
    for (let time = 0; time < 3; time += 1) await assert.rejects(refusing.check(), /403/);
    // The second part of an answer is read at the latest with its connection's end.
    await Promise.all(connections.map(async socket => socket.destroyed || once(socket, 'close')));
    swift.close();
  });

  test('removes a thousand documents by one request, or one by one where it must', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `doc_${index}`);
    // On a busy machine a try takes longer than the others' limit: each request is to be counted once.
    const patient = openS3Store(fake.settings, { ...LIMITS, tryMs: 30_000 });
    const fill = () => {
      for (const id of ids)
        fake.objects.set(`signing/${id}`, { bytes: Buffer.from('x'), headers: {}, writtenAt: new Date() });
    };
    fill();
    await patient.removeAll(ids);
    assert.deepEqual([fake.objects.size, fake.requests.length], [0, 1]);
    fill();
    fake.faults = [{ kind: 'status', status: 501 }];
    await patient.removeAll(ids);
    assert.deepEqual([fake.objects.size, fake.requests.length], [0, 1002]);
  });

  test('that removes slowly is left at once when it is told so', async () => {
    fake.always = { kind: 'hang' };
    const stop = new AbortController();
    const removed = store().removeAll(['doc_1'], stop.signal);
    // In its own time the try would be given up after 300 ms, and asked again.
    await fake.nextRequest();
    stop.abort(new Error('stopped'));
    await assert.rejects(removed, /stopped/);
    assert.equal(fake.requests.length, 1, 'it is not asked again');
  });

  test('is no place for ids that lead elsewhere', async () => {
    for (const id of ['../x', 'a/b', '', '.']) await assert.rejects(store().read(id), TypeError);
    assert.deepEqual(fake.requests, []);
  });
});

describe('an object store after another store', () => {
  test('has what is new; what was there before is read, listed and removed', async () => {
    const { database, drop } = await openTestDatabase();
    const earlier = openTableStore(database);
    await earlier.write('doc_1', Buffer.from('earlier'));
    const moved = storeWithFallback(
      openS3Store({ ...fake.settings, directDownloads: true }, LIMITS),
      earlier,
    );
    await moved.write('doc_2', Buffer.from('newer'));
    assert.equal(await earlier.read('doc_2'), undefined);
    assert.equal(Buffer.from((await moved.read('doc_1')) ?? []).toString(), 'earlier');
    assert.deepEqual(await storedIds(moved, -2000), ['doc_2', 'doc_1']);
    const download = { mediaType: 'application/pdf', disposition: 'attachment', seconds: 60 };
    assert.equal(await moved.address?.('doc_1', download), undefined);
    assert.match((await moved.address?.('doc_2', download)) ?? '', /^http:/);
    for (const id of ['doc_1', 'doc_2']) await moved.remove(id);
    assert.deepEqual(await storedIds(moved, -2000), []);
    await drop();
  });
});

describe('a service with an object store', () => {
  let service: TestService;
  before(async () => {
    const { database, drop } = await openTestDatabase();
    const settings = { ...fake.settings, directDownloads: true };
    service = await openServiceOver({ database, documents: openS3Store(settings, LIMITS), close: drop });
  });
  after(() => service.close());

  const signedUrl = async ({ transactionId }: CreatedSession): Promise<string> => {
    const as = await service.token();
    return (await service.call(`/v1/transactions/${transactionId}/download`, { as })).body.signedUrl;
  };

  test('keeps all documents there, and signs', async () => {
    const session = await service.create();
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
    const page = { headers: { 'Sec-Fetch-Mode': 'cors' } };
    const response = await service.fetch(new Request(await signedUrl(session), page));
    assert.equal(response.status, 200);
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.ok([...fake.objects.values()].some(stored => stored.bytes.equals(bytes)));
    assert.deepEqual(await service.database.query('SELECT document_id FROM document_bytes'), []);
  });

  test('gives pages parts of a document', async () => {
    const session = await service.create();
    const url = (await service.view(session)).document.presignedUrl;
    const page = { Origin: 'https://shop.example' };
    const whole = await service.fetch(new Request(url, { headers: page }));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const rest = { ...page, Range: 'bytes=-100', 'If-Range': whole.headers.get('ETag') ?? '' };
    const part = await service.fetch(new Request(url, { headers: rest }));
    assert.equal(part.status, 206);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(-100));
  });

  test('sends programs to the store for a minute, and pages the bytes', async () => {
    const session = await service.create();
    await service.accept(session);
    const address = await signedUrl(session);
    const { status, headers } = await service.fetch(new Request(address));
    const location = new URL(headers.get('Location') ?? '');
    assert.deepEqual([status, location.origin], [307, new URL(fake.settings.bucketUrl).origin]);
    assert.equal(location.searchParams.get('X-Amz-Expires'), '60');
    assert.match(location.searchParams.get('response-content-disposition') ?? '', /^attachment; filename="/);
    assert.equal((await fetch(location)).status, 200);
    for (const page of [{ Origin: 'https://shop.example' }, { 'Sec-Fetch-Mode': 'cors' }]) {
      assert.equal((await service.fetch(new Request(address, { headers: page }))).status, 200);
    }
    const forged = address.replace(/signature=(.)/, (_, first) => `signature=${first === '_' ? '-' : '_'}`);
    assert.equal((await service.fetch(new Request(forged))).status, 403);
  });

  test('answers by 503 while it is away, loses nothing, and needs no restart', async () => {
    const as = await service.token();
    const session = await service.create();
    fake.always = { kind: 'status', status: 503 };
    const json = sessionRequest();
    for (const answer of [
      await service.call('/v1/signing-sessions', { as, json, key: 'store-away' }),
      await service.accept(session),
    ]) {
      assert.deepEqual([answer.status, answer.body.type], [503, 'service-unavailable']);
      assert.equal(answer.headers.get('Retry-After'), '5');
    }
    assert.equal((await service.call('/health')).body.services.documents.status, 'unhealthy');
    assert.match(
      await service.metrics(),
      /document_store_duration_seconds_count\{operation="write",outcome="failed"\} [1-9]/,
    );

    fake.always = undefined;
    assert.equal((await service.call('/health')).status, 200);
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
    const again = await service.call('/v1/signing-sessions', { as, json, key: 'store-away' });
    assert.equal(again.status, 201);
  });

  test('is not asked for a document that was written a moment before', async () => {
    const session = await service.create();
    const url = (await service.view(session)).document.presignedUrl;
    fake.always = { kind: 'status', status: 503 };
    const page = { Origin: 'https://shop.example' };
    const whole = await service.fetch(new Request(url, { headers: page }));
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await service.fetch(new Request(url, { headers: { ...page, Range: 'bytes=2-9' } }));
    assert.deepEqual([whole.status, part.status], [200, 206]);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(2, 10));
    fake.always = undefined;
  });

  for (const text of ['', '<html>Log in to this network</html>']) {
    test(`loses nothing where something answers in its place: “${text}”`, async () => {
      const as = await service.token();
      const session = await service.create();
      const url = (await service.view(session)).document.presignedUrl;
      const page = { headers: { Origin: 'https://shop.example' } };
      // Whoever has just written a document needs no store to read it.
      const restarted = await service.restart();
      fake.always = { kind: 'stand-in', text };
      const json = sessionRequest();
      const answers = [
        (await restarted.call('/v1/signing-sessions', { as, json })).status,
        (await restarted.accept(session)).status,
        (await restarted.fetch(new Request(url, page))).status,
        (await restarted.fetch(new Request(url, { headers: { ...page.headers, Range: 'bytes=0-99' } })))
          .status,
      ];
      assert.deepEqual(answers, [503, 503, 503, 503]);
      fake.always = undefined;
      assert.equal((await service.accept(session)).body.status, 'COMPLETED');
    });
  }
});
