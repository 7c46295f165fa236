import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EventProducers } from './support/event-producers.ts';
import {
  openTestService,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
  await service.database.query(
    `UPDATE tenants SET environment = 'production' WHERE tenant_id = 'tenant_local'`,
  );
});
after(() => service.close());

const DAY_S = 24 * 3600;
const MARIA = { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' };
const JOAO = { name: 'João Souza', cpf: '11144477735', email: 'joao@example.com' };

async function signed(signer: object = MARIA): Promise<CreatedSession & { evidenceId: string }> {
  const session = await service.create({ signer });
  const { body } = await service.accept(session);
  assert.equal(body.status, 'COMPLETED');
  return { ...session, evidenceId: body.evidenceId };
}

const about = async (route: 'export' | 'erase', person: object): Promise<Answer> =>
  service.call(`/v1/people/${route}`, { as: await service.token(), json: person });

const setRetention = (days: number | null) =>
  service.database.query(`UPDATE tenants SET retention_days = $1 WHERE tenant_id = 'tenant_local'`, [days]);

const advance = (advanceSeconds: number) => service.call('/_local/clock', { json: { advanceSeconds } });

/** Everything that the database holds. */
async function everything(): Promise<string> {
  const tables = await service.database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => service.database.query(`SELECT * FROM "${name}"`)));
  return JSON.stringify(rows);
}

async function storedNames(): Promise<string[]> {
  const names: string[] = [];
  for await (const page of service.documents.listOlderThan(0)) names.push(...page);
  return names;
}

describe('the export of a person', () => {
  test('has what their sessions hold, and nothing of others', async () => {
    const mine = await signed();
    await signed(JOAO);
    const { status, body } = await about('export', { cpf: '529.982.247-25' });
    assert.equal(status, 200);
    const [session] = body.sessions;
    assert.deepEqual([session.sessionId, session.status], [mine.sessionId, 'COMPLETED']);
    assert.equal(session.signer.name, MARIA.name);
    assert.equal(JSON.parse(session.evidence[0]).evidenceId, mine.evidenceId);
    assert.deepEqual(
      session.events.map(({ type }: { type: string }) => type),
      ['SIGNING_SESSION.CREATED', 'TRANSACTION.COMPLETED', 'SIGNING_SESSION.COMPLETED'],
    );
    assert.equal(session.documents.length, 1);
    assert.match(session.steps[0].result.click.documentHash, /^sha256:/);
    assert.ok(!JSON.stringify(body).includes(JOAO.cpf));
    assert.equal((await about('export', { email: 'MARIA@example.com' })).body.sessions.length, 1);
  });

  test('takes one name of one person, and only in the body', async () => {
    for (const person of [{}, { cpf: MARIA.cpf, email: MARIA.email }, { cpf: '52998224724' }])
      assert.equal((await about('export', person)).status, 400);
    const limited = await service.token('limited');
    const other = await service.call('/v1/people/export', { as: limited, json: { cpf: MARIA.cpf } });
    assert.deepEqual(other.body.sessions, [], 'another tenant sees nothing');
  });
});

describe('the erasure of a person', () => {
  test('removes ended sessions with their files, and says what stays', async () => {
    const mine = await signed({ ...MARIA, cpf: '12345678909', name: 'Ana Única', email: 'ana@example.com' });
    const open = await service.create({ signer: { name: 'Ana Única', cpf: '12345678909' } });
    const files = await storedNames();
    const { body } = await about('erase', { cpf: '12345678909' });
    assert.deepEqual(body, {
      erased: [mine.sessionId],
      kept: [{ sessionId: open.sessionId, reason: 'ACTIVE' }],
      referencePhoto: 'NONE',
    });
    assert.deepEqual((await about('erase', { cpf: '12345678909' })).body.erased, [], 'asked once');
    await advance(1);
    assert.equal((await storedNames()).length, files.length - 3, 'original, signed and evidence');
    const answer = await service.call(`/v1/verify/${mine.evidenceId}`);
    assert.equal(answer.status, 410);
    assert.match(answer.body.detail, /erased on .*verify the file itself/);
    await service.call(`/v1/signing-sessions/${open.sessionId}/cancel`, { as: open.clientSecret, json: {} });
    assert.deepEqual((await about('erase', { cpf: '12345678909' })).body.erased, [open.sessionId]);
    await advance(8 * DAY_S);
    const left = await everything();
    for (const name of ['Ana Única', '12345678909', 'ana@example.com']) assert.ok(!left.includes(name), name);
    assert.ok(left.includes(mine.evidenceId), 'ids and hashes stay');
    const as = await service.token();
    assert.equal((await service.call(`/v1/signing-sessions/${mine.sessionId}`, { as })).status, 404);
  });
});

describe('the reference photo of a person', () => {
  test('is theirs by whatever they are named, and goes with them', async () => {
    const signer = { name: 'Rui Reis', cpf: '98765432100', email: 'rui@example.com' };
    await signed(signer);
    await service.database.query(
      `INSERT INTO enrollments (tenant_id, cpf, sealed_photo, enrolled_at, expires_at)
       VALUES ('tenant_local', $1, 'sealed', $2, '2100-01-01')`,
      [signer.cpf, service.clock.now()],
    );
    const { email } = signer;
    assert.match((await about('export', { email })).body.referencePhoto.expiresAt, /^2100-/);
    assert.equal((await about('erase', { email })).body.referencePhoto, 'ERASED');
    assert.equal((await about('export', { email })).body.referencePhoto, undefined);
  });
});

describe('the retention of a tenant', () => {
  test('erases sessions that ended long enough ago, and no others', async () => {
    const old = await signed();
    await advance(20 * DAY_S);
    const recent = await signed(JOAO);
    await setRetention(30);
    await advance(11 * DAY_S);
    assert.equal((await service.call(`/v1/verify/${old.evidenceId}`)).status, 410);
    assert.equal((await service.call(`/v1/verify/${recent.evidenceId}`)).status, 200);
    await setRetention(null);
    await advance(365 * DAY_S);
    assert.equal((await service.call(`/v1/verify/${recent.evidenceId}`)).status, 200);
  });

  test('erases an envelope as a whole, which no person’s erasure does', async () => {
    const producers = new EventProducers(service);
    const envelopeId = await producers.envelope();
    const signers = [await producers.member(envelopeId, 1), await producers.member(envelopeId, 2)];
    for (const signer of signers) assert.equal((await service.accept(signer)).status, 200);
    const rows = (table: 'envelopes' | 'sessions') =>
      service.database.query(`SELECT 1 FROM ${table} WHERE envelope_id = $1`, [envelopeId]);
    const { kept } = (await about('erase', { cpf: MARIA.cpf })).body;
    for (const { sessionId } of signers)
      assert.ok(
        kept.some(
          (each: Record<string, string>) => each['sessionId'] === sessionId && each['reason'] === 'ENVELOPE',
        ),
      );
    await setRetention(30);
    await advance(29 * DAY_S);
    assert.equal((await rows('sessions')).length, 2);
    await advance(2 * DAY_S);
    assert.deepEqual([await rows('envelopes'), await rows('sessions')], [[], []]);
    await setRetention(null);
  });
});
