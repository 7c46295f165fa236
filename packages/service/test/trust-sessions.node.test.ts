import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { withFile } from './support/pdf-checks.ts';
import { openTestService, START, type Answer, type TestService } from './support/test-service.ts';
import { runTool, withoutTools } from './support/tools.ts';

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

const signer = { name: 'Maria da Silva', cpf: '52998224725', email: 'maria@example.com' };
const action = {
  type: 'increase_limit',
  description: 'Raise the transfer limit to R$ 10.000,00\nfrom today.',
  reference: 'OP-2026-77',
};

function create(changes: Readonly<Record<string, unknown>> = {}, as = token): Promise<Answer> {
  const json = { action, policy: { profile: 'CLICK_ONLY' }, signer, ...changes };
  return service.call('/v1/trust-sessions', { as, json });
}

const status = (sessionId: string, as = token): Promise<Answer> =>
  service.call(`/v1/trust-sessions/${sessionId}/status`, { as });

describe('a trust session', () => {
  test('is about an action and has no document', async () => {
    const { status: code, body } = await create({ metadata: { order: 7 } });
    assert.equal(code, 201, JSON.stringify(body));
    assert.match(body.clientSecret, /^ss_secret_/);
    assert.equal(body.inviteSent, undefined);
    assert.equal(Date.parse(body.expiresAt), Math.floor(START.getTime() / 1000) * 1000 + 60 * 60_000);
    const view = await service.view(body);
    assert.equal(view.purpose, 'ACTION_AUTHENTICATION');
    assert.deepEqual(view.action, action);
    assert.equal(view.document, undefined);
    assert.deepEqual((await status(body.sessionId)).body, {
      sessionId: body.sessionId,
      transactionId: body.transactionId,
      status: 'ACTIVE',
    });
  });

  test('has the purpose that it is for, whatever is sent', async () => {
    const { body } = await create({ purpose: 'DOCUMENT_SIGNATURE' });
    assert.equal((await service.view(body)).purpose, 'ACTION_AUTHENTICATION');
  });

  test('is completed by its signer, with codes as well', async () => {
    const { body: session } = await create({
      policy: { profile: 'CLICK_PLUS_OTP' },
      metadata: { order: 'A-7' },
      returnUrl: 'https://bank.example/back',
    });
    const accepted = await service.accept(session);
    const otpCode = accepted.body.sandbox.otpCode;
    const { body } = await service.act(session, { action: 'verify_otp', otpCode });
    assert.equal(body.status, 'COMPLETED');
    assert.match(
      body.redirectUrl,
      /^https:\/\/bank\.example\/back\?sessionId=(ss_\w+)&status=COMPLETED&session_id=\1$/,
    );
    assert.equal(body.session.downloadUrl, undefined, 'there is no document to download');
    assert.deepEqual((await status(session.sessionId)).body, {
      sessionId: session.sessionId,
      transactionId: session.transactionId,
      status: 'COMPLETED',
      completedAt: START.toISOString(),
      evidenceId: body.evidenceId,
    });
    const events = await service.events(session.transactionId);
    assert.deepEqual(
      events.map(event => event.type),
      ['TRANSACTION.COMPLETED'],
    );
    assert.equal(events[0]?.data['sessionId'], session.sessionId);
    assert.deepEqual(events[0]?.data['metadata'], { order: 'A-7' });
  });

  test(
    'leaves a pack that OpenSSL reads, and that anybody can compare',
    { skip: withoutTools('openssl') },
    async () => {
      const { body: session } = await create();
      const evidence = `/v1/trust-sessions/${session.sessionId}/evidence`;
      assert.equal((await service.call(evidence, { as: token })).status, 404, 'not before completion');
      const { body } = await service.accept(session);
      const headers = { Authorization: `Bearer ${token}` };
      const response = await service.fetch(new Request(`http://127.0.0.1:4010${evidence}`, { headers }));
      assert.equal(response.headers.get('Content-Type'), 'application/pkcs7-mime');
      const pack = new Uint8Array(await response.arrayBuffer());
      const verified = withFile(pack, file =>
        runTool('openssl', ['cms', '-verify', '-inform', 'DER', '-noverify', '-binary', '-in', file]),
      );
      assert.equal(verified.status, 0, verified.stderr);
      const content = JSON.parse(verified.stdout.toString());
      assert.deepEqual([content.document, content.documentHash, content.action], [null, undefined, action]);
      assert.equal(content.purpose, 'ACTION_AUTHENTICATION');
      const view = (await service.call(`/v1/verify/${body.evidenceId}`)).body;
      const hash = createHash('sha256').update(verified.stdout).digest('hex');
      assert.equal(view.evidenceHash, `sha256:${hash}`);
      assert.deepEqual([view.document, view.action, view.signatureKind], [null, action, undefined]);
      const { downloads } = (await service.call(`/v1/verify/${body.evidenceId}/downloads`, { as: token }))
        .body;
      assert.deepEqual([downloads.originalDocument, downloads.finalPdf], [null, null]);
      assert.equal(downloads.evidencePack.filename, `${body.evidenceId}.p7m`);
      const transaction = `/v1/transactions/${session.transactionId}`;
      assert.equal((await service.call(`${transaction}/evidence`, { as: token })).status, 200);
      assert.equal((await service.call(`${transaction}/download`, { as: token })).status, 404);
    },
  );

  test('is cancelled by the integrator, and says so in the event that it has', async () => {
    const { body: session } = await create();
    const cancel = `/v1/trust-sessions/${session.sessionId}/cancel`;
    const answer = await service.call(cancel, { method: 'POST', as: token });
    assert.deepEqual([answer.status, answer.body.status], [200, 'CANCELLED']);
    assert.equal((await service.call(cancel, { method: 'POST', as: token })).status, 410);
    const [event, ...more] = await service.events(session.transactionId);
    assert.deepEqual(
      [event?.type, event?.data['cancelledBy'], more.length],
      ['TRANSACTION.CANCELLED', 'integrator', 0],
    );
  });

  test('expires without a request, with one event', async () => {
    const local = await openTestService();
    try {
      const as = await local.token();
      const json = { action, policy: { profile: 'CLICK_ONLY' }, signer, expiresInMinutes: 5 };
      const { body: session } = await local.call('/v1/trust-sessions', { as, json });
      await local.call('/_local/clock', { json: { advanceSeconds: 4 * 60 } });
      assert.deepEqual(await local.events(session.transactionId), []);
      await local.call('/_local/clock', { json: { advanceSeconds: 60 } });
      const [event, ...more] = await local.events(session.transactionId);
      assert.deepEqual(
        [event?.type, event?.data['status'], more.length],
        ['TRANSACTION.EXPIRED', 'EXPIRED', 0],
      );
      await local.call('/_local/clock', { json: { advanceSeconds: 60 } });
      await local.view(session);
      assert.equal((await local.events(session.transactionId)).length, 1);
    } finally {
      await local.close();
    }
  });
});

test('a trust session expires without anybody moving the clock by hand either', async () => {
  const local = await openTestService();
  try {
    const json = { action, policy: { profile: 'CLICK_ONLY' }, signer, expiresInMinutes: 5 };
    const { body: session } = await local.call('/v1/trust-sessions', { as: await local.token(), json });
    local.clock.advance(5 * 60_000);
    // The sweep runs every few seconds.
    while ((await local.events(session.transactionId)).length === 0) await delay(50);
    const [event] = await local.events(session.transactionId);
    assert.equal(event?.type, 'TRANSACTION.EXPIRED');
  } finally {
    await local.close();
  }
});

describe('whose trust session it is', () => {
  test('determines who may open it', async () => {
    const { body: session } = await create();
    const stranger = await service.token('limited');
    assert.equal((await status(session.sessionId, stranger)).status, 404);
    assert.equal(
      (await status(session.sessionId, session.clientSecret)).status,
      401,
      'signers have their own routes',
    );
    const cancel = `/v1/trust-sessions/${session.sessionId}/cancel`;
    assert.equal((await service.call(cancel, { method: 'POST', as: stranger })).status, 404);
    const reader = await service.token('local', 'transactions:read');
    assert.equal((await service.call(cancel, { method: 'POST', as: reader })).status, 403);
    assert.equal((await create({}, reader)).status, 403);
    const evidence = `/v1/trust-sessions/${session.sessionId}/evidence`;
    assert.equal((await service.call(evidence, { as: reader })).status, 403);
  });

  test('and a signing session is none, nor is it listed among them', async () => {
    const signing = await service.create();
    assert.equal((await status(signing.sessionId)).status, 404);
    const { body: trust } = await create();
    const { body } = await service.call('/v1/signing-sessions?limit=100', { as: token });
    const ids = body.sessions.map((session: { sessionId: string }) => session.sessionId);
    assert.ok(ids.includes(signing.sessionId));
    assert.ok(!ids.includes(trust.sessionId));
  });
});

const MISTAKES: [string, Record<string, unknown>, string][] = [
  ['a document', { document: { content: 'JVBERi0xLg==' } }, '/document'],
  ['an empty document', { document: {} }, '/document'],
  ['no action', { action: undefined }, '/action'],
  ['an action without words', { action: { type: 'x' } }, '/action/description'],
  ['an action of empty words', { action: { type: 'x', description: ' ' } }, '/action/description'],
  [
    'words that overwrite the line',
    { action: { type: 'x', description: 'Pay 1\rPay 2' } },
    '/action/description',
  ],
  ['words without end', { action: { type: 'x', description: 'x'.repeat(2001) } }, '/action/description'],
  ['an action without a type', { action: { description: 'x' } }, '/action/type'],
  ['too short a life', { expiresInMinutes: 4 }, '/expiresInMinutes'],
  ['too long a life', { expiresInMinutes: 10_081 }, '/expiresInMinutes'],
  ['a certificate', { policy: { profile: 'DIGITAL_CERTIFICATE' } }, '/policy/profile'],
  [
    'a certificate among its steps',
    { policy: { profile: 'CUSTOM', customSteps: ['DIGITAL_SIGN_A1', 'CLICK_ACCEPT'] } },
    '/policy/customSteps/0',
  ],
  ['an open return address', { returnUrl: 'http://bank.example/' }, '/returnUrl'],
  ['a cancel address that runs', { cancelUrl: 'javascript:alert(1)' }, '/cancelUrl'],
  ['a signer without a number', { signer: { name: 'Maria' } }, '/signer'],
  [
    'the document fallback without a CPF',
    { policy: { profile: 'BIOMETRIC_DOCUMENT_FALLBACK' }, signer: { name: 'Acme', cnpj: '12ABC34501DE35' } },
    '/signer/cpf',
  ],
];

describe('a request for a trust session is refused for', () => {
  for (const [what, changes, pointer] of MISTAKES) {
    test(what, async () => {
      const { status: code, body } = await create(changes);
      assert.equal(code, 400, JSON.stringify(body));
      assert.deepEqual(
        body.errors.map((error: { pointer: string }) => error.pointer),
        [pointer],
      );
    });
  }

  test('a tenant without them', async () => {
    const withFlag = (enabled: boolean) =>
      service.database.query(
        `UPDATE tenants SET trust_sessions_enabled = $1 WHERE tenant_id = 'tenant_limited'`,
        [enabled],
      );
    await withFlag(false);
    const { status: code, body } = await create({}, await service.token('limited'));
    await withFlag(true);
    assert.deepEqual([code, body.type], [403, 'feature-not-enabled']);
  });

  test('nothing from 5 minutes to a week, with http on this machine', async () => {
    for (const expiresInMinutes of [5, 10_080]) {
      const returnUrl = 'http://localhost:3000/back';
      assert.equal((await create({ expiresInMinutes, returnUrl })).status, 201);
    }
  });
});

describe('the quota of trust sessions', () => {
  test('is used up by what authenticates an action, by whichever route', async () => {
    const limited = await service.token('limited');
    assert.equal((await create({}, limited)).headers.get('RateLimit-Remaining'), '1');
    assert.equal((await create({}, limited)).headers.get('RateLimit-Remaining'), '0');
    await service.database.query(`DELETE FROM quota_usage WHERE dimension = 'monthlyTransactions'`);
    const refused = await create({}, limited);
    assert.deepEqual([refused.status, refused.body.type], [429, 'quota-exceeded']);
    assert.match(refused.body.detail, /monthlyTrustSessions/);
    const json = { purpose: 'ACTION_AUTHENTICATION', action, policy: { profile: 'CLICK_ONLY' }, signer };
    const other = await service.call('/v1/signing-sessions', { as: limited, json });
    assert.deepEqual([other.status, other.body.type], [429, 'quota-exceeded']);
    assert.match(other.body.detail, /monthlyTrustSessions/);
  });
});

describe('a signing session about an action', () => {
  test('is no way around the tenant’s flag', async () => {
    const local = await openTestService();
    await local.database.query('UPDATE tenants SET trust_sessions_enabled = false');
    const json = { purpose: 'ACTION_AUTHENTICATION', action, policy: { profile: 'CLICK_ONLY' }, signer };
    const refused = await local.call('/v1/signing-sessions', { as: await local.token(), json });
    assert.deepEqual([refused.status, refused.body.type], [403, 'feature-not-enabled']);
    assert.equal((await local.create()).sessionId.slice(0, 3), 'ss_', 'documents need no flag');
    await local.close();
  });

  test('is a signing session to the integrator and a trust session to the signer', async () => {
    const session = await service.create({ purpose: 'ACTION_AUTHENTICATION', document: undefined, action });
    const view = await service.view(session);
    assert.deepEqual(
      [view.purpose, view.action, view.document],
      ['ACTION_AUTHENTICATION', action, undefined],
    );
    const hash = await service.accept(session, { acceptedDocumentHash: `sha256:${'0'.repeat(64)}` });
    assert.deepEqual([hash.status, hash.body.type], [409, 'document-hash-mismatch']);
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
    const types = (await service.events(session.transactionId)).map(event => event.type);
    assert.deepEqual(types, [
      'SIGNING_SESSION.CREATED',
      'TRANSACTION.COMPLETED',
      'SIGNING_SESSION.COMPLETED',
    ]);
  });
});
