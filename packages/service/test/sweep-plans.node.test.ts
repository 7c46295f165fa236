import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database, Queries } from '../src/storage/database.ts';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, type TestService } from './support/test-service.ts';

/** Tables that only grow outside the sandbox. A sweep runs every few seconds and must not read them whole. */
const GROWING = ['sessions', 'steps', 'evidence', 'documents', 'outbox', 'messages', 'liveness_frames'];
const WHOLE_TABLE = new RegExp(String.raw`Seq Scan on (${GROWING.join('|')})\b`);

/** Rows of a service that has run for long, as copies of one session in production. */
const MANY = [
  `UPDATE sessions SET status = 'COMPLETED', ended_at = created_at, erase_at = NULL`,
  `INSERT INTO documents SELECT copy.* FROM documents, generate_series(1, 3000) AS n, jsonb_populate_record(documents,
     jsonb_build_object('document_id', 'doc_' || n)) AS copy`,
  `INSERT INTO sessions SELECT copy.* FROM sessions, generate_series(1, 3000) AS n, jsonb_populate_record(sessions,
     jsonb_build_object('session_id', 'ss_' || n, 'transaction_id', 't_' || n, 'document_id', 'doc_' || n)) AS copy`,
  `INSERT INTO steps (step_id, session_id, position, type, status, max_attempts)
     SELECT 'st_' || n, 'ss_' || n, 0, 'CLICK_ACCEPT', 'COMPLETED', 3 FROM generate_series(1, 3000) AS n`,
  `INSERT INTO liveness_frames (session_id, frame_index, sha256)
     SELECT 'ss_' || n, frame, 'h' FROM generate_series(1, 3000) AS n, generate_series(1, 3) AS frame`,
  `INSERT INTO evidence (evidence_id, session_id, canonical, evidence_hash, pack_document_id, created_at)
     SELECT 'ev_' || n, 'ss_' || n, '{}', 'h', 'doc_' || n, '2025-01-01' FROM generate_series(1, 3000) AS n`,
  `INSERT INTO tenants SELECT copy.* FROM tenants, jsonb_populate_record(tenants,
     '{"tenant_id": "tnt_production", "environment": "production"}') AS copy LIMIT 1`,
  `INSERT INTO outbox (event_id, tenant_id, transaction_id, event_type, data, occurred_at)
     SELECT 'e_' || n, 'tnt_production', 't_' || n, 'TRANSACTION.COMPLETED', '{}',
       '2025-01-01' FROM generate_series(1, 12000) AS n`,
  `INSERT INTO messages (message_id, sealed, sent_at)
     SELECT 'm_' || n, 'x', '2030-01-01' FROM generate_series(1, 6000) AS n`,
  `UPDATE sessions SET request = jsonb_set(request, '{signer}', jsonb_build_object('name', 'A', 'cpf', session_id,
     'cnpj', session_id, 'email', session_id, 'userExternalId', session_id)) WHERE session_id LIKE 'ss\\_%'`,
  'ANALYZE',
];

/** Compares the stored files with the documents once an hour, on purpose. */
const TIDY = 'SELECT document_id FROM documents';

/** Asks for the plan of each statement before it runs. */
function explaining(database: Database, plans: Map<string, string>): Database {
  const explained = (queries: Queries): Queries => ({
    async query(sql, parameters) {
      if (/^\s*(?:SELECT|UPDATE|DELETE|WITH)\b/.test(sql)) {
        const rows = await queries.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, parameters);
        plans.set(sql, rows.map(row => row['QUERY PLAN']).join('\n'));
      }
      return queries.query(sql, parameters);
    },
  });
  return {
    ...database,
    ...explained(database),
    transaction: work => database.transaction(queries => work(explained(queries))),
  };
}

onEachDatabase(kind => {
  describe('a sweep', () => {
    let service: TestService;
    before(async () => {
      service = await openTestService({}, kind);
      await service.create();
      for (const statement of MANY) await service.database.query(statement);
    });
    after(() => service.close());

    test('reads no growing table whole', async () => {
      const plans = new Map<string, string>();
      const watched = await service.restart({ database: explaining(service.database, plans) });
      const swept = await watched.call('/_local/clock', { json: { advanceSeconds: 1 } });
      assert.equal(swept.status, 200);
      assert.ok([...plans.keys()].some(sql => sql.includes('DELETE FROM messages')));
      const whole = [...plans].filter(([sql, plan]) => sql !== TIDY && WHOLE_TABLE.test(plan));
      assert.deepEqual(
        whole.map(([sql, plan]) => `${sql}\n${plan}`.slice(0, 2000)),
        [],
      );
    });

    for (const [name, value] of [
      ['cpf', '52998224725'],
      ['cnpj', '11222333000181'],
      ['email', 'Maria@example.com'],
      ['userExternalId', 'maria-1'],
    ] as const)
      test(`finds the sessions of a person by an index: ${name}`, async () => {
        const plans = new Map<string, string>();
        const watched = await service.restart({ database: explaining(service.database, plans) });
        const asked = { as: await watched.token(), json: { [name]: value } };
        assert.equal((await watched.call('/v1/people/export', asked)).status, 200);
        const found = [...plans]
          .filter(([sql]) => sql.includes(`'signer'->>'${name}'`))
          .map(([, plan]) => plan);
        assert.match(found.join(), /sessions_of_(?:cpf|cnpj|email|user)/);
      });

    test('finds by an index what a deleted row is referenced by', async () => {
      const missing = await service.database.query(
        `SELECT conrelid::regclass::text AS table, attname AS column FROM pg_constraint
         JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
         WHERE contype = 'f' AND confrelid::regclass::text = ANY($1) AND NOT EXISTS (
           SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1])
         ORDER BY 1, 2`,
        [[...GROWING, 'envelopes', 'webhook_deliveries']],
      );
      assert.deepEqual(missing, []);
    });
  });
}, true);
