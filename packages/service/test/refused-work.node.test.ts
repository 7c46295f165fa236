import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openSealer, type Sealer } from '../src/evidence/sealer.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';
import { storedIds } from './support/stored-ids.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

/** Seals that wait until they are released. */
interface HeldSeals {
  readonly service: TestService;
  /** How many have started. */
  begun(): number;
  /** Resolves when the next one starts. */
  next(): Promise<unknown>;
  /** Releases all of them, and later ones. */
  release(): void;
}

async function holdSeals(): Promise<HeldSeals> {
  const real = await openSealer(service.database, service.clock);
  const signals = new EventEmitter();
  let begun = 0;
  let open = false;
  const sealDocument: Sealer['sealDocument'] = async (original, facts) => {
    begun += 1;
    signals.emit('seal');
    if (!open) await once(signals, 'release');
    return real.sealDocument(original, facts);
  };
  signals.setMaxListeners(100);
  return {
    service: await service.restart({ sealer: { ...real, sealDocument } }),
    begun: () => begun,
    next: () => once(signals, 'seal'),
    release() {
      open = true;
      signals.emit('release');
    },
  };
}

const stored = async (): Promise<string[]> => (await storedIds(service.documents)).toSorted();

async function useUp(dimension: string): Promise<void> {
  await service.database.query(
    `INSERT INTO quota_usage (tenant_id, dimension, period, used) VALUES ('tenant_limited', $1, $2, 2)
     ON CONFLICT (tenant_id, dimension, period) DO UPDATE SET used = 2`,
    [dimension, service.clock.now().toISOString().slice(0, 7)],
  );
}

describe('a refused request leaves no bytes', () => {
  test('when the session was declined while it was being sealed', async () => {
    const held = await holdSeals();
    const session = await service.create();
    const files = await stored();
    const begins = held.next();
    const accepted = held.service.accept(session);
    await begins;
    await service.call(`/v1/signing-sessions/${session.sessionId}/cancel`, {
      as: session.clientSecret,
      json: {},
    });
    held.release();
    assert.deepEqual([(await accepted).status, (await accepted).body.type], [409, 'conflict']);
    assert.deepEqual(await stored(), files);
  });

  test('when the quota was used up while its document was being stored', async () => {
    const documents = {
      ...service.documents,
      write: async (id: string, bytes: Uint8Array) => {
        await service.documents.write(id, bytes);
        await useUp('monthlyDocuments');
      },
    };
    const busy = await service.restart({ documents });
    const files = await stored();
    const as = await service.token('limited');
    const { status } = await busy.call('/v1/signing-sessions', { as, json: sessionRequest() });
    assert.equal(status, 429);
    assert.deepEqual(await stored(), files);
    await service.database.query('DELETE FROM quota_usage');
  });

  test('when only some of its documents could be stored', async () => {
    let writes = 0;
    const documents = {
      ...service.documents,
      write: async (id: string, bytes: Uint8Array) => {
        writes += 1;
        if (writes > 1) throw new Error('No space is left on the device.');
        await service.documents.write(id, bytes);
      },
    };
    const full = await service.restart({ documents });
    const session = await service.create();
    const files = await stored();
    assert.equal((await full.accept(session)).status, 500);
    assert.deepEqual(await stored(), files);
  });
});

describe('work that would be for nothing', () => {
  test('is not begun when the quota is used up', async () => {
    const held = await holdSeals();
    held.release();
    const session = await service.create({}, await service.token('limited'));
    await useUp('monthlyClick');
    assert.equal((await held.service.accept(session)).status, 429);
    assert.equal(held.begun(), 0);
    await service.database.query('DELETE FROM quota_usage');
  });

  test('is not done twice for one session', async () => {
    const held = await holdSeals();
    const session = await service.create();
    const begins = held.next();
    const both = [held.service.accept(session), held.service.accept(session)];
    await begins;
    held.release();
    const statuses = (await Promise.all(both)).map(answer => answer.status);
    assert.deepEqual(statuses.toSorted(), [200, 409]);
    assert.equal(held.begun(), 1);
  });
});

describe('more acceptances than can be sealed', () => {
  test('are sealed two at a time; who has waited for ten seconds is asked to come back', async t => {
    const held = await holdSeals();
    const as = await service.token();
    const sessions = [];
    for (let index = 0; index < 3; index += 1) sessions.push(await service.create({}, as));
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const answers = sessions.map(session => held.service.accept(session));
    const first = Promise.race(answers);
    // The third one waits for a turn at some moment from now on.
    const passing = { isOver: false };
    void first.then(() => (passing.isOver = true));
    while (!passing.isOver) {
      t.mock.timers.tick(1000);
      await turn();
    }
    const refused = await first;
    assert.deepEqual([refused.status, refused.body.type], [503, 'service-unavailable']);
    assert.ok(Number(refused.headers.get('Retry-After')) > 0);
    // The second has its place by then; what it reads first may still be on its way.
    while (held.begun() < 2) await turn();
    assert.equal(held.begun(), 2);
    held.release();
    const statuses = (await Promise.all(answers)).map(answer => answer.status);
    assert.deepEqual(statuses.toSorted(), [200, 200, 503]);
  });
});
