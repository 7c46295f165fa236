import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type AuditEntry, AuditLog } from '../src/audit/audit-log.ts';
import { createLogs } from '../src/support/logs.ts';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, START, type Answer, type TestService } from './support/test-service.ts';

const ADMIN_TOKEN = 'an-administrators-token';
const OWN = '/admin/tenants/tenant_local/credentials';

onEachDatabase(kind => {
  let service: TestService;
  const written: string[] = [];
  before(async () => {
    const logs = createLogs('json', (_level, line) => void written.push(line));
    service = await openTestService({ adminToken: ADMIN_TOKEN, auditLog: logs.audit }, kind);
  });
  after(() => service.close());

  const ask = (path: string, json?: object, method?: string): Promise<Answer> =>
    service.call(path, { as: ADMIN_TOKEN, ...(json && { json }), ...(method && { method }) });
  const make = () => ask(OWN, { mode: 'sandbox' });
  const list = async (query = ''): Promise<Answer['body']> => (await ask(`/admin/audit${query}`)).body;
  const check = async (query = ''): Promise<Answer['body']> => (await ask(`/admin/audit/check${query}`)).body;

  /** The check's answer while these statements are in effect, which are undone afterwards. */
  async function checkAfter(statements: readonly string[], query = ''): Promise<Answer['body']> {
    await service.database.query('CREATE TABLE kept_audit AS SELECT * FROM admin_audit');
    for (const statement of statements) await service.database.query(statement);
    const answer = await check(query);
    await service.database.query('DELETE FROM admin_audit');
    await service.database.query('INSERT INTO admin_audit SELECT * FROM kept_audit');
    await service.database.query('DROP TABLE kept_audit');
    assert.equal((await check()).fits, true);
    return answer;
  }

  test('has each act of an administrator, and nothing that was refused', async () => {
    assert.deepEqual(await list(), { entries: [] });
    assert.deepEqual(await check(), { fits: true, checked: 0 });
    const made = await make();
    const { clientId, clientSecret } = made.body;
    const rotated = await ask(`${OWN}/${clientId}/rotate`, {});
    await ask(`${OWN}/nobody/rotate`, {});
    await ask(OWN, { mode: 'production' });
    await ask(`${OWN}/nobody`, undefined, 'DELETE');
    await service.call(`${OWN}/${clientId}`, { method: 'DELETE', as: 'someone-else' });
    const deleted = await ask(`${OWN}/${clientId}`, undefined, 'DELETE');
    const { entries, newest } = await list();
    const acts = [
      ['CLIENT_CREATED', made],
      ['CLIENT_SECRET_ROTATED', rotated],
      ['CLIENT_DELETED', deleted],
    ] as const;
    assert.deepEqual(
      entries.map(({ previousHash: _previous, hash: _hash, ...content }: AuditEntry) => content),
      acts.map(([act, answer], index) => ({
        number: index + 1,
        at: START.toISOString(),
        act,
        tenantId: 'tenant_local',
        targetId: clientId,
        requestId: answer.headers.get('X-Request-Id'),
      })),
    );
    assert.deepEqual(newest, { number: 3, hash: entries[2].hash });
    for (const secret of [clientSecret, rotated.body.clientSecret])
      assert.ok(!JSON.stringify(entries).includes(secret));
  });

  test('chains the entries by hashes that anybody can compute', async () => {
    const { entries } = await list();
    let previous = '0'.repeat(64);
    for (const { number, at, act, tenantId, targetId, requestId, previousHash, hash } of entries) {
      assert.equal(previousHash, previous);
      const content = JSON.stringify([number, at, act, tenantId, targetId, requestId]);
      previous = createHash('sha256').update(`${previous}\n${content}`).digest('hex');
      assert.equal(hash, previous);
    }
  });

  test('logs each entry with its hash', async () => {
    const { entries } = await list();
    assert.deepEqual(
      written.map(line => JSON.parse(line)).map(line => [line.auditNumber, line.auditAct, line.auditHash]),
      entries.map(({ number, act, hash }: AuditEntry) => [number, act, hash]),
    );
    const { requestId, tenantId, level } = JSON.parse(written[0] ?? '');
    assert.deepEqual([requestId, tenantId, level], [entries[0].requestId, 'tenant_local', 'info']);
  });

  test('keeps one chain when acts come together', async () => {
    // These wait for nothing but each other's entries, unlike clients of one tenant.
    const audit = new AuditLog({ database: service.database, clock: service.clock });
    const act = { act: 'CLIENT_DELETED', tenantId: 'tenant_local', targetId: 'somebody' } as const;
    await Promise.all(Array.from({ length: 4 }, () => audit.perform('a-request', async () => act)));
    const answers = await Promise.all([make(), make()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    assert.deepEqual(await check(), { fits: true, checked: 9, newest: (await list()).newest });
  });

  test('comes in pages', async () => {
    const { entries: all } = await list();
    const first = await list('?limit=5');
    assert.equal(first.nextAfter, 5);
    const second = await list(`?limit=5&after=${first.nextAfter}`);
    assert.equal(second.nextAfter, undefined);
    assert.deepEqual([...first.entries, ...second.entries], all);
  });

  test('is not written when the act fails, nor is the act done when it cannot be written', async () => {
    const audit = new AuditLog({ database: service.database, clock: service.clock });
    const act = { act: 'CLIENT_DELETED', tenantId: 'tenant_local', targetId: 'local' } as const;
    const failing = audit.perform('a-request', () => Promise.reject(new Error('The act failed.')));
    await assert.rejects(failing, /The act failed/);
    const unwritten = audit.perform('a-request\0', async queries => {
      await queries.query(`DELETE FROM clients WHERE client_id = 'local'`);
      return act;
    });
    await assert.rejects(unwritten);
    assert.ok(await service.token('local'));
    assert.equal((await check()).checked, 9);
  });

  test('stays whole when the data is wiped', async () => {
    await service.call('/_local/reset', { method: 'POST' });
    assert.deepEqual(await check(), { fits: true, checked: 9, newest: (await list()).newest });
  });

  test('is read by the administrator alone', async () => {
    for (const path of ['/admin/audit', '/admin/audit/check'])
      for (const as of [await service.token(), 'wrong'])
        assert.equal((await service.call(path, { as })).status, 401);
  });

  describe('a check', () => {
    test('names a changed entry', async () => {
      const columns = ['at', 'act', 'tenant_id', 'target_id', 'request_id', 'previous_hash', 'hash'];
      for (const column of columns) {
        const { fits, checked, misfit } = await checkAfter([
          `UPDATE admin_audit SET ${column} = 'another' WHERE number = 4`,
        ]);
        assert.deepEqual([fits, checked, misfit], [false, 3, { number: 4, reason: 'CHANGED' }], column);
      }
    });

    test('names what follows a changed entry whose hash was computed anew', async () => {
      const { misfit } = await checkAfter([
        `UPDATE admin_audit SET target_id = 'another', hash = encode(sha256(convert_to(previous_hash || E'\\n' ||
           '[4,"' || at || '","' || act || '","' || tenant_id || '","another","' || request_id || '"]', 'UTF8')), 'hex')
         WHERE number = 4`,
      ]);
      assert.deepEqual(misfit, { number: 5, reason: 'UNLINKED' });
    });

    test('names a removed entry', async () => {
      for (const number of [1, 4]) {
        const { misfit } = await checkAfter([`DELETE FROM admin_audit WHERE number = ${number}`]);
        assert.deepEqual(misfit, { number, reason: 'MISSING' });
      }
      const { misfit } = await checkAfter([
        'DELETE FROM admin_audit WHERE number = 4',
        'UPDATE admin_audit SET number = number + 100 WHERE number > 4',
        'UPDATE admin_audit SET number = number - 101 WHERE number > 100',
      ]);
      assert.deepEqual(misfit, { number: 4, reason: 'CHANGED' }, 'with the others moved up');
    });

    test('names the first of two that changed places', async () => {
      const { misfit } = await checkAfter([
        'UPDATE admin_audit SET number = 100 WHERE number = 4',
        'UPDATE admin_audit SET number = 4 WHERE number = 6',
        'UPDATE admin_audit SET number = 6 WHERE number = 100',
      ]);
      assert.deepEqual(misfit, { number: 4, reason: 'CHANGED' });
    });

    test('sees by a kept hash that the end was cut off, or that all was computed anew', async () => {
      const { number, hash } = (await list()).newest;
      const kept = `?keptNumber=${number}&keptHash=${hash}`;
      assert.equal((await check(kept)).fits, true);
      const cut = ['DELETE FROM admin_audit WHERE number > 7'];
      assert.equal((await checkAfter(cut)).fits, true, 'it fits in itself');
      assert.deepEqual((await checkAfter(cut, kept)).misfit, { number: 8, reason: 'MISSING' });
      const other = `?keptNumber=${number}&keptHash=${'a'.repeat(64)}`;
      assert.deepEqual((await check(other)).misfit, { number, reason: 'NOT_AS_KEPT' });
    });

    test('takes a number and a hash, both or neither', async () => {
      for (const query of ['keptNumber=3', `keptHash=${'a'.repeat(64)}`, 'keptNumber=3&keptHash=abc'])
        assert.equal((await ask(`/admin/audit/check?${query}`)).status, 400, query);
    });
  });
});
