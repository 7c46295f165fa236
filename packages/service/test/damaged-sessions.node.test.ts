import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import {
  openTestService,
  sessionRequest,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
});
after(() => service.close());
beforeEach(async () => {
  token = await service.token();
});
afterEach(async () => {
  assert.equal((await service.call('/_local/reset', { method: 'POST' })).status, 200);
});

/** Moves the clock as QA does, which runs everything that is due. */
async function advance(seconds: number): Promise<void> {
  const { status } = await service.call('/_local/clock', { json: { advanceSeconds: seconds } });
  assert.equal(status, 200);
}

/** Damages a session as a wrong migration or manual edit could. @returns a function that repairs it */
async function damage({ sessionId }: { sessionId: string }): Promise<() => Promise<unknown>> {
  const { database } = service;
  const [row] = await database.query<{ request: unknown }>(
    'SELECT request FROM sessions WHERE session_id = $1',
    [sessionId],
  );
  const put = (request: unknown) =>
    database.query('UPDATE sessions SET request = $2::jsonb WHERE session_id = $1', [
      sessionId,
      JSON.stringify(request),
    ]);
  await put({ signer: { called: 'Maria da Silva' } });
  return () => put(row?.request);
}

/** The log lines about it. */
const saidOf = (id: string): string[] => service.errors.filter(line => line.includes(id));

async function assertToldOnce(id: string): Promise<void> {
  assert.equal(saidOf(id).length, 1, service.errors.join('\n'));
  assert.ok(!saidOf(id)[0]?.includes('Maria'));
}

async function statusOf({ sessionId }: { sessionId: string }): Promise<string | undefined> {
  const [row] = await service.database.query<{ status: string }>(
    'SELECT status FROM sessions WHERE session_id = $1',
    [sessionId],
  );
  return row?.status;
}

/** The status that its integrator gets, with a new token, since the last may have expired. */
async function statusAnswered({ sessionId }: { sessionId: string }): Promise<string> {
  const as = await service.token();
  return (await service.call(`/v1/signing-sessions/${sessionId}/status`, { as })).body.status;
}

async function post(path: string, json: unknown): Promise<Answer['body']> {
  const { status, body } = await service.call(path, { as: token, json });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

function addMember(envelopeId: string, signerIndex: number, userExternalId: string): Promise<CreatedSession> {
  const signer = {
    name: 'Ana',
    cpf: '52998224725',
    email: `${userExternalId}@example.com`,
    userExternalId,
  };
  const json = { signer, signerIndex, policy: { profile: 'CLICK_ONLY' } };
  return post(`/v1/envelopes/${envelopeId}/sessions`, json);
}

/** An envelope with a member for each of these users, all of whom may sign at once. */
async function envelopeOf(...users: string[]): Promise<{ envelopeId: string; members: CreatedSession[] }> {
  const { document } = sessionRequest();
  const wanted = { signingMode: 'PARALLEL', totalSigners: users.length, document };
  const { envelopeId } = await post('/v1/envelopes', wanted);
  const members: CreatedSession[] = [];
  for (const [index, user] of users.entries()) members.push(await addMember(envelopeId, index + 1, user));
  return { envelopeId, members };
}

async function envelopeStatuses(): Promise<Map<string, string>> {
  const rows = await service.database.query<{ envelope_id: string; status: string }>(
    'SELECT envelope_id, status FROM envelopes',
  );
  return new Map(rows.map(row => [row.envelope_id, row.status]));
}

async function listPage(query: string): Promise<{ ids: string[]; nextToken?: string }> {
  const { status, body } = await service.call(`/v1/transactions?${query}`, { as: token });
  assert.equal(status, 200, JSON.stringify(body));
  const ids = body.transactions.map(({ transactionId }: CreatedSession) => transactionId);
  assert.equal(body.count, ids.length);
  return { ids, nextToken: body.nextToken };
}

/** A session that gets deadline warnings. */
const createLoan = (): Promise<CreatedSession> =>
  post('/v1/trust-sessions', {
    action: { type: 'consigned_loan', description: 'Loan' },
    policy: { profile: 'CUSTOM', customSteps: ['PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'] },
    signer: { name: 'Maria', cpf: '52998224725' },
    expiresInMinutes: 7 * 24 * 60,
  });

describe('a session that cannot be read', () => {
  test('keeps no other from expiring, and is told of once', async () => {
    const damaged = await service.create();
    const others = [await service.create(), await service.create()];
    await damage(damaged);
    await advance(2 * DAY_S);
    assert.deepEqual(await Promise.all(others.map(statusOf)), ['EXPIRED', 'EXPIRED']);
    assert.equal(await statusOf(damaged), 'ACTIVE');
    await advance(1);
    await assertToldOnce(damaged.sessionId);
    const list = await service.call('/v1/signing-sessions', { as: await service.token() });
    assert.equal(list.status, 200, 'nor anybody from listing theirs');
  });

  test('is told of again after it was whole in the meantime', async () => {
    const session = await service.create({ expiresInMinutes: 60 });
    const mend = await damage(session);
    await advance(2 * HOUR_S);
    await mend();
    await advance(1);
    assert.equal(await statusOf(session), 'EXPIRED');
    await damage(session);
    await service.database.query(`UPDATE sessions SET status = 'ACTIVE' WHERE session_id = $1`, [
      session.sessionId,
    ]);
    await advance(1);
    assert.equal(saidOf(session.sessionId).length, 2);
  });

  test('expires with its envelope and the other signers', async () => {
    const { envelopeId, members } = await envelopeOf('one', 'two', 'three');
    const [one, damaged] = members;
    assert.ok(one && damaged);
    const mend = await damage(damaged);
    await advance(2 * DAY_S);
    assert.deepEqual(await envelopeStatuses(), new Map([[envelopeId, 'EXPIRED']]));
    assert.deepEqual(await Promise.all(members.map(statusOf)), ['EXPIRED', 'EXPIRED', 'EXPIRED']);
    assert.equal(await statusAnswered(one), 'EXPIRED');
    await mend();
    assert.equal(await statusAnswered(damaged), 'EXPIRED');
    for (const { transactionId } of members) {
      const types = (await service.events(transactionId)).map(({ type }) => type);
      assert.deepEqual(types, ['TRANSACTION.CREATED', 'TRANSACTION.EXPIRED']);
    }
    const ended = await service.database.query(
      `SELECT event_id FROM outbox WHERE event_type = 'ENVELOPE.EXPIRED' AND data->>'envelopeId' = $1`,
      [envelopeId],
    );
    assert.equal(ended.length, 1);
  });

  test('keeps no other signer of its envelope from signing, nor its integrator from seeing and cancelling it', async () => {
    const { envelopeId, members } = await envelopeOf('one', 'two', 'three');
    const [one, damaged, three] = members;
    assert.ok(one && damaged && three);
    await damage(damaged);
    assert.equal((await service.accept(one)).status, 200);
    const detail = await service.call(`/v1/envelopes/${envelopeId}`, { as: token });
    assert.equal(detail.status, 200, JSON.stringify(detail.body));
    assert.equal(detail.body.completedSessions, 1);
    assert.deepEqual(
      detail.body.sessions.map((member: { signerName: string }) => member.signerName),
      ['Ana', '', 'Ana'],
    );
    const cancelled = await service.call(`/v1/envelopes/${envelopeId}/cancel`, {
      as: token,
      json: { reason: 'ended' },
    });
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
    assert.equal(cancelled.body.preservedSignedCount, 1);
    assert.deepEqual(
      cancelled.body.cancelledSessions,
      [damaged, three].map(({ sessionId, transactionId }) => ({ sessionId, transactionId })),
    );
    const [event] = (await service.events(damaged.transactionId)).slice(-1);
    assert.equal(event?.type, 'TRANSACTION.CANCELLED');
    assert.deepEqual([event.data['envelopeId'], event.data['signerIndex']], [envelopeId, 2]);
  });

  test('that gave its place away keeps nobody from the combined stamp', async () => {
    const { envelopeId, members } = await envelopeOf('one', 'two');
    const [damaged, two] = members;
    assert.ok(damaged && two);
    const declined = `/v1/signing-sessions/${damaged.sessionId}/cancel`;
    assert.equal((await service.call(declined, { as: damaged.clientSecret, method: 'POST' })).status, 200);
    await damage(damaged);
    const three = await addMember(envelopeId, 1, 'three');
    for (const signer of [two, three]) assert.equal((await service.accept(signer)).status, 200);
    const stamp = await service.call(`/v1/envelopes/${envelopeId}/combined-stamp`, {
      as: token,
      method: 'POST',
    });
    assert.equal(stamp.status, 200, JSON.stringify(stamp.body));
    assert.equal(stamp.body.signerCount, 2);
  });

  test('takes its integrator’s metadata along where that can be read, and ends without what cannot', async () => {
    for (const [metadata, told] of [
      [{ contract: 'C-7' }, { contract: 'C-7' }],
      [['C-7'], undefined],
    ]) {
      const { envelopeId, members } = await envelopeOf('one', 'two');
      const [damaged] = members;
      assert.ok(damaged);
      await service.database.query('UPDATE sessions SET request = $2::jsonb WHERE session_id = $1', [
        damaged.sessionId,
        JSON.stringify({ signer: {}, metadata }),
      ]);
      const cancelled = await service.call(`/v1/envelopes/${envelopeId}/cancel`, { as: token, json: {} });
      assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body));
      const [event] = (await service.events(damaged.transactionId)).slice(-1);
      assert.deepEqual(event?.data['metadata'], told);
    }
  });

  test('keeps no other from being listed, nor the pages from following one another', async () => {
    const sessions: CreatedSession[] = [];
    for (let count = 0; count < 5; count += 1) {
      sessions.unshift(await service.create());
      await advance(1);
    }
    const [first, second, third, fourth, fifth] = sessions;
    assert.ok(first && second && third && fourth && fifth);
    // One of the first page, and all of the second.
    const mends = [await damage(first), await damage(third), await damage(fourth)];
    const pages = [await listPage('limit=2')];
    while (pages.length < 3) {
      pages.push(await listPage(`limit=2&nextToken=${pages.at(-1)?.nextToken}`));
    }
    assert.deepEqual(
      pages.map(({ ids }) => ids),
      [[second.transactionId], [], [fifth.transactionId]],
    );
    assert.equal(pages[2]?.nextToken, undefined);
    await listPage('limit=100');
    await assertToldOnce(first.sessionId);
    for (const mend of mends) await mend();
    assert.deepEqual(
      (await listPage('limit=100')).ids,
      sessions.map(({ transactionId }) => transactionId),
    );
  });

  test('keeps no other signer from being invited', async () => {
    const { members } = await envelopeOf('one', 'two');
    const [damaged, other] = members;
    assert.ok(damaged && other);
    await damage(damaged);
    await service.database.query('UPDATE sessions SET invitation_waits = true');
    await advance(1);
    await advance(1);
    const invited = (await service.messages()).map(({ to }) => to);
    assert.deepEqual(invited, ['two@example.com']);
    await assertToldOnce(damaged.sessionId);
  });

  test('keeps no other integrator from hearing of a deadline, and is told of once it is whole', async () => {
    // More than one batch; as many damaged ones as a batch holds come first.
    const loans = await Promise.all(Array.from({ length: 45 }, createLoan));
    await service.database.query(`UPDATE sessions SET expires_at = expires_at + interval '1 minute'`);
    const damaged = loans.splice(0, 20);
    await service.database.query(
      `UPDATE sessions SET request = '{}', expires_at = expires_at - interval '1 minute'
       WHERE session_id = ANY($1)`,
      [damaged.map(({ sessionId }) => sessionId)],
    );
    const last = damaged.pop();
    assert.ok(last);
    const told = async ({ transactionId }: CreatedSession) =>
      (await service.events(transactionId)).filter(({ type }) => type === 'TRANSACTION.DEADLINE_APPROACHING')
        .length;
    await advance(7 * DAY_S - HOUR_S);
    // At once: a run must not take a session that another run holds for one that is whole.
    await Promise.all(Array.from({ length: 8 }, () => advance(1)));
    assert.deepEqual([...new Set(await Promise.all(loans.map(told)))], [1]);
    assert.deepEqual([...new Set(await Promise.all(damaged.map(told)))], [0]);
    await assertToldOnce(last.sessionId);
    await service.database.query(
      `UPDATE sessions SET request = (SELECT request FROM sessions WHERE session_id = $1) WHERE session_id = $2`,
      [loans[0]?.sessionId ?? '', last.sessionId],
    );
    await advance(1);
    assert.equal(await told(last), 1);
  });

  test('keeps no other from being erased, and is erased a day later though it cannot expire', async () => {
    const damaged = await service.create();
    const other = await service.create();
    await damage(damaged);
    await advance(7 * DAY_S);
    assert.deepEqual([await statusOf(other), await statusOf(damaged)], [undefined, 'ACTIVE']);
    await advance(DAY_S);
    assert.equal(await statusOf(damaged), undefined);
    assert.deepEqual(await service.events(damaged.transactionId), []);
  });

  test('keeps no other’s identity check from being made, and is asked about ever less often', async () => {
    const [damaged, other] = [await service.create(), await service.create()];
    await damage(damaged);
    const { database } = service;
    await database.query(
      `INSERT INTO identity_checks (session_id, step_id, due_at)
       SELECT session_id, 'stp_passed', created_at FROM sessions`,
    );
    const attempts = async ({ sessionId }: CreatedSession): Promise<number | undefined> => {
      const [row] = await database.query<{ attempts: number }>(
        'SELECT attempts FROM identity_checks WHERE session_id = $1',
        [sessionId],
      );
      return row?.attempts;
    };
    const until = async (session: CreatedSession, wanted: number | undefined): Promise<void> => {
      while ((await attempts(session)) !== wanted) await new Promise(resolve => setTimeout(resolve, 5));
    };
    await advance(1);
    await until(damaged, 1);
    // A check for a step that is not current is dropped.
    await until(other, undefined);
    await advance(5);
    await until(damaged, 2);
    await advance(5);
    assert.equal(await attempts(damaged), 2);
    await assertToldOnce(damaged.sessionId);
  });
});

describe('an envelope that cannot be read', () => {
  test('keeps no other from expiring, and is told of once', async () => {
    const damaged = await envelopeOf('one', 'two');
    const other = await envelopeOf('three', 'four');
    await service.database.query(`UPDATE envelopes SET request = '[]' WHERE envelope_id = $1`, [
      damaged.envelopeId,
    ]);
    await advance(2 * DAY_S);
    await advance(1);
    assert.deepEqual(
      await envelopeStatuses(),
      new Map([
        [damaged.envelopeId, 'ACTIVE'],
        [other.envelopeId, 'EXPIRED'],
      ]),
    );
    await assertToldOnce(damaged.envelopeId);
  });
});
