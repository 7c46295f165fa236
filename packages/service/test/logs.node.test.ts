import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readTraceParent } from '../src/tracing/traced.ts';
import { createLogs, describeError } from '../src/support/logs.ts';
import {
  openTestService,
  sessionRequest,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';
import { openReceiver, type WebhookReceiver } from './support/webhook-receiver.ts';

const NAME = 'Genoveva Quixadá';
const CPF = '11144477735';
const EMAIL = 'genoveva@quixada.example';
const PHONE = '+5585987654321';

/** A JSON line of the log. */
interface Line {
  readonly time: string;
  readonly level: string;
  readonly message: string;
  readonly requestId?: string;
  readonly traceId?: string;
  readonly tenantId?: string;
  readonly jobId?: string;
  readonly route?: string;
  readonly status?: number;
  readonly durationMs?: number;
}

let service: TestService;
let receiver: WebhookReceiver;
const written: string[] = [];
const lines = (): Line[] => written.map(line => JSON.parse(line));
/** Everything that must be in no line, as it becomes known. */
const secrets = new Set([
  NAME,
  'Genoveva',
  'Quixad',
  CPF,
  '111.444.777-35',
  EMAIL,
  PHONE,
  '987654321',
  'local-secret',
]);

before(async () => {
  receiver = await openReceiver();
  const logs = createLogs('json', (_level, line) => void written.push(line));
  const options = { requestLog: logs.request, reportError: logs.error, allowLocalWebhooks: true };
  service = await openTestService(options);
});
after(async () => {
  await service.close();
  await receiver.close();
});

async function token(): Promise<string> {
  const as = await service.token();
  secrets.add(as);
  return as;
}

const signer = { name: NAME, cpf: CPF, email: EMAIL, phone: PHONE, otpChannel: 'sms' };

async function create(changes: Readonly<Record<string, unknown>> = {}): Promise<CreatedSession> {
  const session = await service.create(
    { signer, metadata: { contract: 'QX-4711' }, ...changes },
    await token(),
  );
  secrets.add(session.clientSecret).add('QX-4711');
  return session;
}

/** The signing of a document by a code, with a wrong entry and a wrong secret before. */
async function signByCode(): Promise<CreatedSession> {
  const session = await create({ policy: { profile: 'CLICK_PLUS_OTP' } });
  const { body } = await service.act(session, { action: 'accept' }, { key: 'an-idempotency-key' });
  const code = String(body.sandbox.otpCode);
  const wrong = code === '135790' ? '135791' : '135790';
  secrets.add(code).add(wrong).add('an-idempotency-key').add('a-secret-that-is-wrong');
  await service.messages();
  await service.act(session, { action: 'verify_otp', otpCode: wrong });
  await service.act({ ...session, clientSecret: 'a-secret-that-is-wrong' }, { action: 'accept' });
  const signed = await service.act(session, { action: 'verify_otp', otpCode: code });
  assert.equal(signed.body.status, 'COMPLETED', JSON.stringify(signed.body));
  return session;
}

/** What integrators and others ask about a signing, rightly and wrongly. */
async function askAbout({ transactionId }: CreatedSession): Promise<void> {
  const as = await token();
  const { sessionId, clientSecret } = await create();
  const view = await service.call(`/v1/signing-sessions/${sessionId}`, { as: clientSecret });
  await service.call(`/v1/signing-sessions/${sessionId}?cs=${clientSecret}&cpf=${CPF}`);
  await service.call(String(view.body.document.presignedUrl));
  secrets.add(new URL(view.body.document.presignedUrl).search);
  await service.call(`/v1/transactions/${transactionId}`, { as });
  await service.call(`/${CPF}/${encodeURIComponent(EMAIL)}`, { as });
  await service.call('/v1/signing-sessions', {
    as,
    json: sessionRequest({ signer: { ...signer, cpf: `${CPF}0` } }),
  });
  await service.call('/oauth2/token', {
    form: { grant_type: 'client_credentials', client_id: CPF, client_secret: 'a-secret-that-is-wrong' },
  });
}

describe('the log in JSON', () => {
  test('tells of each request its route, outcome and tenant, and of the caller’s trace', async () => {
    written.length = 0;
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const session = await create();
    const headers = { traceparent };
    const { sessionId, clientSecret: as } = session;
    const answer = await service.call(`/v1/signing-sessions/${sessionId}`, { as, headers });
    const line = lines().at(-1);
    assert.equal(line?.requestId, answer.headers.get('X-Request-Id'));
    assert.equal(line?.traceId, '4bf92f3577b34da6a3ce929d0e0e4736');
    const { level, route, status, tenantId, message } = line ?? {};
    assert.deepEqual(
      { level, route, status, tenantId, message },
      {
        level: 'info',
        route: '/v1/signing-sessions/:sessionId',
        status: 200,
        tenantId: 'tenant_local',
        message: 'GET /v1/signing-sessions/:sessionId 200',
      },
    );
    assert.ok(Math.abs(Date.parse(line?.time ?? '') - Date.now()) < 60_000, line?.time);
    assert.ok(
      lines().every(({ tenantId: tenant, route: path }) => tenant !== undefined || path === undefined),
    );
  });

  test('names the request in what it reports of an unexpected error', async () => {
    written.length = 0;
    const session = await create();
    await service.database.query(`UPDATE sessions SET request = '{}' WHERE session_id = $1`, [
      session.sessionId,
    ]);
    const { sessionId, clientSecret: as } = session;
    const { status, headers } = await service.call(`/v1/signing-sessions/${sessionId}`, { as });
    assert.equal(status, 500);
    const ofRequest = lines().filter(({ requestId }) => requestId === headers.get('X-Request-Id'));
    assert.deepEqual(
      ofRequest.map(({ level, status: told }) => [level, told]),
      [
        ['error', undefined],
        ['error', 500],
      ],
    );
    assert.match(ofRequest[0]?.message ?? '', /^Request [\w-]+: \w*Error\n\s+at /);
    await service.database.query(`DELETE FROM sessions WHERE session_id = $1`, [sessionId]);
  });

  test('has nothing of signers, and no secret', async () => {
    const json = { url: receiver.url, events: ['TRANSACTION.COMPLETED'] };
    const webhook = await service.call('/v1/webhooks', { as: await token(), json });
    secrets.add(webhook.body.secret);
    receiver.answer(500);
    await askAbout(await signByCode());
    assert.ok(written.length > 20, 'too few lines to prove anything');
    for (const line of written)
      for (const secret of secrets) assert.ok(!line.includes(secret), `${secret} in ${line}`);
  });
});

test('the trace is the caller’s only if its header is valid', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
  const parent = '00f067aa0ba902b7';
  assert.equal(readTraceParent(`00-${trace}-${parent}-00`)?.traceId, trace);
  assert.equal(readTraceParent(`cc-${trace}-${parent}-01-more`)?.traceId, trace, 'a later version');
  for (const header of [
    undefined,
    '',
    `00-${trace}-${parent}`,
    `00-${trace}-${parent}-01-more`,
    `ff-${trace}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `00-${trace.toUpperCase()}-${parent}-01`,
    `00-${trace}\n-${parent}-01`,
  ]) {
    assert.equal(readTraceParent(header), undefined, header);
  }
});

test('an error is logged with its code, such as of a full disk, and without its message', () => {
  const full = Object.assign(new Error('no space left for Maria'), { code: 'ENOSPC' });
  const line = describeError(new Error('Maria', { cause: full }));
  assert.match(line, /^Error\n[^]*\n {2}caused by Error \(ENOSPC\)\n/);
  const quoting = describeError(Object.assign(new Error('x'), { code: 'Maria da Silva' }));
  assert.doesNotMatch(line + quoting, /Maria/);
});
