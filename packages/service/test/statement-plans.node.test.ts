import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Database, Queries, SqlValue } from '../src/storage/database.ts';
import { callEveryOperation } from './examples/record.ts';
import { copyRows, tablesOf } from './support/copied-rows.ts';
import { onEachDatabase } from './support/test-database.ts';
import { openTestService, sessionRequest, type TestService } from './support/test-service.ts';

/** Tables that only grow outside the sandbox, and what is erased with them. */
const GROWING = ['sessions', 'steps', 'evidence', 'documents', 'outbox', 'messages', 'liveness_frames'];

/** Tables that do not grow with what is signed. */
const SMALL = ['settings', 'signing_keys', 'sealing_roots', 'schema_steps', 'tenants', 'clients'];

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

/** Statements that read a growing table whole on purpose, and why. */
const WHOLE: readonly (readonly [statement: RegExp, why: string])[] = [
  [/SELECT session_id FROM liveness_attempts\s+UNION/, 'attempts are there while their sessions are active'],
  [
    /^UPDATE \w+ SET leased_until = '-infinity' WHERE leased_until > clock_timestamp\(\)$/,
    'once at an embedded start',
  ],
  [/^DELETE FROM idempotency_keys WHERE answer IS NULL$/, 'once at an embedded start'],
];

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Plan[];
}

/** What was asked of a database: each text with the values that it came with first. */
type Asked = Map<string, readonly SqlValue[]>;

/** Notes each statement, whoever makes it, so that a new one is looked at by itself. */
function noting(database: Database, asked: Asked): Database {
  const noted = (queries: Queries): Queries => ({
    query(sql, parameters = []) {
      if (/^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(sql) && !asked.has(sql))
        asked.set(sql, parameters);
      return queries.query(sql, parameters);
    },
  });
  return {
    ...database,
    ...noted(database),
    transaction: work => database.transaction(queries => work(noted(queries))),
  };
}

/**
 * Where a plan reads a table whole: by a scan of it, or by one of an index without a condition. An index that is read in its order
 * until there is enough, for a LIMIT, is none.
 */
function wholeReads(plan: Plan, whole: ReadonlyMap<string, string>, isLimited = false): string[] {
  const { 'Node Type': node, 'Index Name': index = '', 'Index Cond': condition, Plans: below = [] } = plan;
  const table = plan['Relation Name'] ?? whole.get(index) ?? '';
  const isOfIndex = /Index.* Scan/.test(node) && condition === undefined && !isLimited && whole.has(index);
  const isWhole = node === 'Seq Scan' || isOfIndex;
  const reads = isWhole && !SMALL.includes(table) ? [`${node} of ${table}`] : [];
  const isUnderLimit = node === 'Limit' || (isLimited && !/Sort|Aggregate|Hash/.test(node));
  return [...reads, ...below.flatMap(child => wholeReads(child, whole, isUnderLimit))];
}

/**
 * The tables of all indexes but those that hold some rows only, which are there to be read whole. The plan of a table that is empty says
 * nothing: any index will do.
 */
async function wholeIndexes(database: Database): Promise<ReadonlyMap<string, string>> {
  const rows = await database.query<{ index: string; table: string }>(
    `SELECT indexrelid::regclass::text AS index, indrelid::regclass::text AS table FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE indpred IS NULL AND reltuples > 0`,
  );
  return new Map(rows.map(({ index, table }) => [index, table]));
}

/** Of each growing table that has some, at the least. */
const ROWS = 3000;

async function multiply(database: Database): Promise<void> {
  for (const table of await tablesOf(database)) {
    if (SMALL.includes(table)) continue;
    const [row] = await database.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    await copyRows(database, table, Math.ceil(ROWS / Math.max(1, row?.count ?? 0)));
  }
  await database.query('ANALYZE');
}

/** With few rows, what is joined is read whole rather than looked up row by row. */
const LOOKING_UP = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'];

/**
 * The reads of whole tables in the plans of statements, with such reads switched off: which of two ways is the cheaper one depends on the rows that are
 * there, but where PostgreSQL goes through a table even so, no index helps however many there are.
 */
async function wholeReadsOf(database: Database, asked: Asked): Promise<string[]> {
  const found: string[] = [];
  const whole = await wholeIndexes(database);
  for (const [sql, parameters] of asked) {
    if (WHOLE.some(([statement]) => statement.test(sql))) continue;
    const plans = await database.transaction(async queries => {
      for (const setting of LOOKING_UP) await queries.query(`SET LOCAL ${setting} = off`);
      return queries.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
        `EXPLAIN (FORMAT JSON) ${sql}`,
        parameters,
      );
    });
    const reads = plans
      .flatMap(row => row['QUERY PLAN'])
      .flatMap(({ Plan: plan }) => wholeReads(plan, whole));
    if (reads.length > 0) found.push(`${reads.join(', ')}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 1500)}`);
  }
  return found;
}

onEachDatabase(kind => {
  test('every operation and the sweeps read no growing table whole, and nor do the deliveries and jobs that come of them', async () => {
    const service = await openTestService({}, kind);
    const asked: Asked = new Map();
    await callEveryOperation(async options => {
      const watched = await service.restart({ ...options, database: noting(service.database, asked) });
      await watched.call('/_local/clock', { json: { advanceSeconds: 1 } });
      // With keys: of a request that is answered, and of one that fails.
      const keyed = { as: await watched.token(), key: `key-${asked.size}` };
      await watched.call('/v1/signing-sessions', { ...keyed, json: sessionRequest() });
      await watched.call('/v1/signing-sessions', { ...keyed, key: `${keyed.key}-2`, json: {} });
      return watched;
    });
    assert.ok([...asked.keys()].some(sql => sql.includes('DELETE FROM messages')));
    // The run has removed its own.
    const webhook = { url: 'https://shop.example/webhooks', events: ['SIGNING_SESSION.CREATED'] };
    await service.call('/v1/webhooks', { as: await service.token(), json: webhook });
    await service.create();
    for (const keyed of ['UPDATE idempotency_keys SET answer', 'DELETE FROM idempotency_keys WHERE scope'])
      assert.ok(
        [...asked.keys()].some(sql => sql.includes(keyed)),
        keyed,
      );
    assert.ok(asked.size > 150, `${asked.size} statements`);
    await multiply(service.database);
    assert.deepEqual(await wholeReadsOf(service.database, asked), []);
    await service.close();
  });

  describe('a service with many sessions', () => {
    let service: TestService;
    before(async () => {
      service = await openTestService({}, kind);
      await service.create();
      for (const statement of MANY) await service.database.query(statement);
    });
    after(() => service.close());

    for (const [name, value] of [
      ['cpf', '52998224725'],
      ['cnpj', '11222333000181'],
      ['email', 'Maria@example.com'],
      ['userExternalId', 'maria-1'],
    ] as const)
      test(`finds the sessions of a person by an index: ${name}`, async () => {
        const asked: Asked = new Map();
        const watched = await service.restart({ database: noting(service.database, asked) });
        const request = { as: await watched.token(), json: { [name]: value } };
        assert.equal((await watched.call('/v1/people/export', request)).status, 200);
        const [found] = [...asked].filter(([sql]) => sql.includes(`'signer'->>'${name}'`));
        const plan = await service.database.query(`EXPLAIN ${found?.[0]}`, found?.[1]);
        assert.match(JSON.stringify(plan), /sessions_of_(?:cpf|cnpj|email|user)/);
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
});
