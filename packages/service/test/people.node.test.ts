import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onePagePdf } from '../../../test/support/small-pdf.ts';
import { eraseDue } from '../src/main/erasure.ts';
import { EventProducers } from './support/event-producers.ts';
import {
  openTestService,
  sessionRequest,
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
  service.call(`/v1/people/${route}`, {
    as: await service.token('local', route === 'erase' ? 'people:erase' : 'evidence:read'),
    json: person,
  });

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

  test('takes every id of a user that a session takes, as the erasure does', async () => {
    for (const length of [200, 201, 256]) {
      const userExternalId = 'u'.repeat(length);
      const { sessionId } = await signed({ ...JOAO, userExternalId });
      const { sessions } = (await about('export', { userExternalId })).body;
      assert.equal(sessions[0].sessionId, sessionId);
      assert.deepEqual((await about('erase', { userExternalId })).body.erased, [sessionId]);
    }
    assert.equal((await about('export', { userExternalId: 'u'.repeat(257) })).status, 400);
    await advance(1);
  });

  test('finds a mailbox by every spelling of its domain', async () => {
    const spellings = ['jo@xn--bcher-kva.example', 'Jo@Bücher.example', 'JO@XN--BCHER-KVA.EXAMPLE'];
    const ids: string[] = [];
    for (const email of spellings) ids.push((await signed({ ...JOAO, email })).sessionId);
    for (const email of spellings) {
      const { sessions } = (await about('export', { email })).body;
      assert.deepEqual(
        sessions.map(({ sessionId }: CreatedSession) => sessionId).toSorted(),
        ids.toSorted(),
        email,
      );
    }
    assert.equal((await about('erase', { email: spellings[0] })).body.erased.length, 3);
    await advance(1);
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
  test('needs a scope that is asked for by name, and is in the audit log without the person', async () => {
    const json = { cpf: '98765432100' };
    const statusAs = async (as: string) => (await service.call('/v1/people/erase', { as, json })).status;
    assert.equal(await statusAs(await service.token()), 403, 'not by a token that asked for nothing');
    assert.equal(await statusAs(await service.token('local', 'transactions:write evidence:read')), 403);
    const form = { grant_type: 'client_credentials', scope: 'people:erase' };
    const refused = await service.call('/oauth2/token', {
      form: { ...form, client_id: 'limited', client_secret: 'limited-secret' },
    });
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_scope']);
    assert.equal(await statusAs(await service.token('local', 'people:erase')), 200);
    const [entry] = await service.database.query('SELECT * FROM admin_audit ORDER BY number DESC LIMIT 1');
    assert.deepEqual(
      [entry?.['act'], entry?.['tenant_id'], entry?.['target_id']],
      ['PERSON_ERASED', 'tenant_local', 'sessions:0'],
    );
    assert.doesNotMatch(JSON.stringify(entry), /98765432100/);
  });

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

describe('a creation that is repeated after an erasure', () => {
  const signer = {
    name: 'Zélia Zanon',
    cpf: '11122233396',
    email: 'zelia@example.com',
    phone: '+5511987654321',
    userExternalId: 'zelia-zanon',
  };

  async function repeated(path: string, json: object, end: (created: Answer) => Promise<unknown>) {
    const send = async () => service.call(path, { as: await service.token(), key: `order ${path}`, json });
    const created = await send();
    assert.equal(created.status, 201, JSON.stringify(created.body));
    assert.equal((await send()).status, 201);
    await end(created);
    assert.equal((await about('erase', { cpf: signer.cpf })).body.erased.length, 1);
    const [early] = [await send()];
    await advance(1);
    const late = await send();
    for (const { status, body } of [early, late]) assert.deepEqual([status, body.type], [410, 'gone']);
    const left = await everything();
    for (const value of Object.values(signer)) assert.ok(!left.includes(value), value);
    const sessions = await about('export', { cpf: signer.cpf });
    assert.deepEqual(sessions.body.sessions, [], 'nothing is made anew');
    await advance(DAY_S);
    assert.equal((await send()).status, 201, 'after a day the key is free');
    await service.database.query(`UPDATE sessions SET status = 'CANCELLED' WHERE status = 'ACTIVE'`);
    await about('erase', { cpf: signer.cpf });
    await advance(1);
  }

  test('is 410 for a session', async () => {
    await repeated('/v1/signing-sessions', sessionRequest({ signer }), async ({ body }) => {
      const accepted = await service.accept(body);
      assert.equal(accepted.body.status, 'COMPLETED');
    });
  });

  test('is 410 for a transaction, whose answer names the signer', async () => {
    const document = { content: Buffer.from(onePagePdf('Contrato')).toString('base64') };
    const json = { policy: { profile: 'CLICK_ONLY' }, signer, document };
    await repeated('/v1/transactions', json, async ({ body }) => {
      const as = await service.token();
      const path = `/v1/transactions/${body.transactionId}`;
      assert.equal((await service.call(path, { method: 'DELETE', as })).status, 200);
    });
  });

  test('is 410 for an envelope', async () => {
    const json = {
      title: 'Contrato social',
      totalSigners: 2,
      signingMode: 'PARALLEL',
      document: { content: Buffer.from(onePagePdf('Contrato')).toString('base64') },
    };
    const send = async () =>
      service.call('/v1/envelopes', { as: await service.token(), key: 'envelope', json });
    const { status, body } = await send();
    assert.equal(status, 201, JSON.stringify(body));
    await service.database.query(
      `UPDATE envelopes SET status = 'CANCELLED', erase_at = '2000-01-01' WHERE envelope_id = $1`,
      [body.envelopeId],
    );
    await advance(1);
    assert.equal((await send()).status, 410);
  });
});

describe('the erasure of what is due', () => {
  test('takes some at a time, a transaction each, until nothing is left', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push((await signed(JOAO)).sessionId);
    // Not due by the service's clock: its own sweep would take some of them.
    const due = new Date('2990-01-01');
    await service.database.query(`UPDATE sessions SET erase_at = $2 WHERE session_id = ANY($1)`, [ids, due]);
    const left = async () =>
      (await service.database.query('SELECT 1 FROM sessions WHERE session_id = ANY($1)', [ids])).length;
    const sizes: number[] = [];
    while ((await eraseDue(service.database, due, 2)).any) sizes.push(await left());
    assert.deepEqual(sizes, [3, 1, 0]);
  });

  test('is done by a sweep, with the bytes', async () => {
    // The bytes of what was erased before.
    await advance(1);
    const files = await storedNames();
    const ids = [(await signed(JOAO)).sessionId, (await signed(JOAO)).sessionId];
    await service.database.query(`UPDATE sessions SET erase_at = '2000-01-01' WHERE session_id = ANY($1)`, [
      ids,
    ]);
    await advance(1);
    assert.equal((await storedNames()).length, files.length);
  });

  test('marks what is kept too long once an hour', async () => {
    await advance(3600);
    const old = await signed();
    await advance(31 * DAY_S);
    await setRetention(30);
    await advance(60);
    const found = async () => (await service.call(`/v1/verify/${old.evidenceId}`)).status;
    assert.equal(await found(), 200);
    await advance(3600);
    assert.equal(await found(), 410);
    await setRetention(null);
  });
});

describe('a list of sessions', () => {
  test('expires those that are over', async () => {
    const own = await service.create();
    await service.database.query(`UPDATE sessions SET expires_at = $2 WHERE session_id = ANY($1)`, [
      [own.sessionId],
      new Date(service.clock.now().getTime() - 1000),
    ]);
    const statusOf = async ({ sessionId }: CreatedSession) =>
      (
        await service.database.query<{ status: string }>(
          'SELECT status FROM sessions WHERE session_id = $1',
          [sessionId],
        )
      )[0]?.status;
    for (const path of ['/v1/signing-sessions', '/v1/transactions'])
      assert.equal((await service.call(path, { as: await service.token() })).status, 200);
    assert.equal(await statusOf(own), 'EXPIRED');
  });
});

describe('the reference photo of a person', () => {
  test('is theirs by whatever they are named, and goes with them', async () => {
    const signer = { name: 'Rui Reis', cpf: '98765432100', email: 'rui@example.com' };
    await signed(signer);
    await service.database.query(
      `INSERT INTO enrollments (tenant_id, cpf, user_external_id, sealed_photo, enrolled_at, expires_at)
       VALUES ('tenant_local', $1, 'rui reis', 'sealed', $2, '2100-01-01')`,
      [signer.cpf, service.clock.now()],
    );
    await service.database.query(
      `INSERT INTO idempotency_keys (scope, route, idempotency_key, fingerprint, claim, claimed_at, answer)
       VALUES ('tenant_local', '/v1/users/rui%20reis/enrollment', 'k', 'f', 'c', $1, '{"status": 200, "body": {}}')`,
      [service.clock.now()],
    );
    const { email } = signer;
    assert.match((await about('export', { email })).body.referencePhoto.expiresAt, /^2100-/);
    assert.equal((await about('erase', { email })).body.referencePhoto, 'ERASED');
    assert.equal((await about('export', { email })).body.referencePhoto, undefined);
    assert.ok(!(await everything()).includes('rui%20reis'), 'nor is the address of the request kept');
  });
});

/** The events about reference photos, with the users that they name. */
async function photoEvents(): Promise<string[]> {
  const rows = await service.database.query<{ told: string }>(
    `SELECT event_type || ' ' || (data->>'userExternalId') AS told FROM outbox
     WHERE event_type LIKE 'ENROLLMENT.%' ORDER BY told`,
  );
  return rows.map(row => row.told);
}

describe('the events of a person’s reference photo', () => {
  test('go with them, whether the photo is still there or not, and nobody else’s', async () => {
    const [expiring, expired, other] = ['ute ulmer', 'vera vogt', 'willi wolf'];
    const cpfs = ['15350946056', '86288366757', '24843803480'];
    const now = Date.parse((await advance(1)).body.now);
    const inDays = (days: number) => new Date(now + days * DAY_S * 1000);
    for (const [index, user] of [expiring, expired, other].entries()) {
      await service.database.query(
        `INSERT INTO enrollments (tenant_id, cpf, user_external_id, sealed_photo, enrolled_at, expires_at)
         VALUES ('tenant_local', $1, $2, 'sealed', $3, $4)`,
        [cpfs[index] ?? '', user ?? '', inDays(0), inDays(index === 1 ? 2 : 3)],
      );
    }
    await signed({ name: 'Ute Ulmer', cpf: cpfs[0], userExternalId: expiring });
    await signed({ name: 'Vera Vogt', cpf: cpfs[1], userExternalId: expired });
    // The warnings, then what is over.
    await advance(1);
    await advance(2 * DAY_S);
    const toOther = `ENROLLMENT.EXPIRING ${other}`;
    assert.deepEqual(await photoEvents(), [
      `ENROLLMENT.EXPIRED ${expired}`,
      `ENROLLMENT.EXPIRING ${expiring}`,
      `ENROLLMENT.EXPIRING ${expired}`,
      toOther,
    ]);
    await about('erase', { userExternalId: expiring });
    await about('erase', { cpf: cpfs[1] });
    assert.deepEqual(await photoEvents(), [toOther]);
    await advance(1);
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
