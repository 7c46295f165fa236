import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openTableStore } from '../src/storage/document-store.ts';
import { openSealer, type Sealer } from '../src/evidence/sealer.ts';
import { UnsealableDocumentError } from '../src/pdf/unsealable-document-error.ts';
import { migrate } from '../src/storage/migrations.ts';
import { acceptAll, batchOf, documentsOf, untilEnded, untilView } from './support/batches.ts';
import { openTestDatabase } from './support/test-database.ts';
import { openServiceOver, START, type CreatedSession, type TestService } from './support/test-service.ts';

const TITLES = ['Contrato', 'Anexo I', 'Anexo II', 'Termo de adesão'];

/** A service whose sealer does `beforeThird` before it seals the third document, and each after it. */
let service: TestService;
let sealer: Sealer;
let beforeThird: () => Promise<void>;
let goOn: () => void;

beforeEach(async () => {
  const { database, drop } = await openTestDatabase();
  await migrate(database);
  sealer = await openSealer(database, { now: () => START });
  const held = new Promise<void>(resolve => (goOn = resolve));
  beforeThird = () => held;
  let sealed = 0;
  const sealDocument: Sealer['sealDocument'] = async (...given) => {
    sealed += 1;
    if (sealed >= 3) await beforeThird();
    return sealer.sealDocument(...given);
  };
  const data = { database, documents: openTableStore(database), close: drop };
  service = await openServiceOver(data, {
    sealer: { ...sealer, sealDocument, close: async () => undefined },
  });
});
afterEach(async () => {
  await service.close();
  await sealer.close();
});

/** A signed batch with two documents sealed, while the third waits for `goOn`. */
async function halfSealed(): Promise<CreatedSession> {
  const session = await service.create({ ...batchOf(TITLES), expiresInMinutes: 5 });
  await acceptAll(service, session);
  await untilView(service, session, ({ batch }) => batch.sealed === 2);
  return session;
}

const evidenceOf = ({ sessionId }: CreatedSession) =>
  service.database.query<{ evidence_id: string; document_position: number }>(
    'SELECT evidence_id, document_position FROM evidence WHERE session_id = $1 ORDER BY document_position',
    [sessionId],
  );

/** How many batches a process has claimed. */
async function claimed(): Promise<number> {
  const held = 'SELECT 1 FROM batch_sealings WHERE leased_until > clock_timestamp()';
  return (await service.database.query(held)).length;
}

async function storedNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const page of service.documents.listOlderThan(0)) names.push(...page);
  return names.toSorted();
}

describe('the documents of a signed batch', () => {
  test('are released together: while some are sealed, nothing of them is found', async () => {
    const session = await halfSealed();
    const [staged] = await evidenceOf(session);
    const find = async () => (await service.call(`/v1/verify/${staged?.evidence_id}`)).status;
    assert.equal(await find(), 404);
    const documents = await documentsOf(service, session);
    const released = documents.filter(document => 'evidenceId' in document || 'downloadUrl' in document);
    assert.deepEqual(released, []);
    goOn();
    assert.equal((await untilEnded(service, session)).status, 'COMPLETED');
    assert.equal(await find(), 200);
  });

  test('neither expire nor can be declined, once they are signed', async () => {
    const session = await halfSealed();
    const own = `/v1/signing-sessions/${session.sessionId}`;
    const { status, body } = await service.call(`${own}/cancel`, { as: session.clientSecret, json: {} });
    assert.deepEqual([status, body.type], [409, 'conflict']);
    service.clock.advance(6 * 60_000);
    const late = await service.call(`${own}/status`, { as: await service.token() });
    assert.deepEqual([late.body.status, late.body.batch.sealed], ['ACTIVE', 2]);
    goOn();
    await untilEnded(service, session);
    assert.equal((await service.events(session.transactionId)).at(-1)?.type, 'SIGNING_SESSION.COMPLETED');
  });

  test('are sealed further by another process: none is lost, none is sealed twice', async () => {
    const session = await halfSealed();
    const staged = await evidenceOf(session);
    // With another batch the first process has no capacity left: it would claim this one again.
    const other = await service.create(batchOf(TITLES));
    await acceptAll(service, other);
    while ((await claimed()) < 2) await delay(10);
    await service.database.query(
      `UPDATE batch_sealings SET leased_until = '-infinity' WHERE session_id = $1`,
      [session.sessionId],
    );
    const next = await service.restart({ sealer: { ...sealer, close: async () => undefined } });
    assert.equal((await untilEnded(next, session)).status, 'COMPLETED');
    // The first process was only slow: what it seals now is nobody's.
    goOn();
    await untilEnded(service, other);
    const evidence = await evidenceOf(session);
    const places = staged.map(row => row.document_position);
    assert.deepEqual(
      evidence.filter(row => places.includes(row.document_position)),
      staged,
    );
    assert.deepEqual(
      evidence.map(row => row.document_position),
      [1, 2, 3, 4],
    );
    const events = await service.events(session.transactionId);
    assert.equal(events.filter(({ type }) => type === 'SIGNING_SESSION.COMPLETED').length, 1);
  });

  test('fail together: what was sealed is removed', async () => {
    beforeThird = () => Promise.reject(new UnsealableDocumentError());
    const session = await service.create(batchOf(TITLES));
    const originals = await storedNames();
    await acceptAll(service, session);
    assert.deepEqual((await untilEnded(service, session)).failure, { reason: 'FINALIZATION_FAILED' });
    assert.deepEqual(await evidenceOf(session), []);
    // The bytes go after the rows.
    while ((await storedNames()).length > originals.length) await delay(10);
    assert.deepEqual(await storedNames(), originals);
    assert.equal((await service.events(session.transactionId)).at(-1)?.type, 'TRANSACTION.FAILED');
  });

  test('are erased with their session', async () => {
    beforeThird = async () => undefined;
    const session = await service.create(batchOf(TITLES));
    await acceptAll(service, session);
    await untilEnded(service, session);
    await service.call('/_local/clock', { json: { advanceSeconds: 8 * 24 * 3600 } });
    assert.deepEqual(await storedNames(), []);
  });
});
