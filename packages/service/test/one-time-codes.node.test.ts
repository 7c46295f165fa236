import assert from 'node:assert/strict';
import { SCOPES } from '../src/domain/principal.ts';
import { testTenant } from './support/test-tenant.ts';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  openTestService,
  START,
  type Answer,
  type CreatedSession,
  type TestService,
} from './support/test-service.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const MINUTE = 60_000;
const policy = { profile: 'CLICK_PLUS_OTP' };

/** A new signer for each test: limits count per destination, across sessions. */
let signers = 0;
let signer: { name: string; cpf: string; email: string; phone: string };
beforeEach(() => {
  signers += 1;
  const phone = `+55119${String(10_000_000 + signers)}`;
  signer = { name: 'Maria da Silva', cpf: '52998224725', email: `m${signers}@example.com`, phone };
});

interface Started {
  readonly session: CreatedSession;
  readonly accepted: Answer;
  readonly code: string;
}

/** A session whose signer has accepted and was sent a code. */
async function start(changes: Readonly<Record<string, unknown>> = {}): Promise<Started> {
  const session = await service.create({ policy, signer, ...changes });
  const accepted = await service.accept(session);
  assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
  return { session, accepted, code: String(accepted.body.sandbox?.otpCode) };
}

const verify = (session: CreatedSession, otpCode: string): Promise<Answer> =>
  service.act(session, { action: 'verify_otp', otpCode });
const resend = (session: CreatedSession, otpChannel?: string): Promise<Answer> =>
  service.act(session, { action: 'resend_otp', otpChannel });

/** Another code. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** The OTP_VERIFY step in a response's session. */
function verifyStep({ body }: Answer): {
  status: string;
  attempts: number;
  maxAttempts: number;
  error?: string;
} {
  return body.session.steps.find((step: { type: string }) => step.type === 'OTP_VERIFY');
}

describe('a session with a code', () => {
  test('has the steps of its profile and says what they are', async () => {
    const session = await service.create({ policy, signer });
    const view = await service.view(session);
    assert.deepEqual(
      view.steps.map(({ type, status, order, maxAttempts }: Record<string, unknown>) => [
        type,
        status,
        order,
        maxAttempts,
      ]),
      [
        ['CLICK_ACCEPT', 'PENDING', 1, 3],
        ['OTP_CHALLENGE', 'PENDING', 2, 3],
        ['OTP_VERIFY', 'PENDING', 3, 9],
      ],
    );
    assert.equal(view.signer.otpChannelSelectable, false);
    assert.deepEqual(view.signer.availableOtpChannels, ['email']);
    assert.equal(view.otp, undefined);
  });

  test('sends the code by itself once the document is accepted', async () => {
    const { session, accepted, code } = await start();
    assert.match(code, /^\d{6}$/);
    assert.equal(accepted.body.currentStep.type, 'CLICK_ACCEPT');
    assert.equal(accepted.body.currentStep.status, 'COMPLETED');
    assert.equal(accepted.body.nextStep.type, 'OTP_VERIFY');
    const otp = {
      channel: 'email',
      maskedDestination: 'm****@example.com',
      expiresAt: new Date(START.getTime() + 5 * MINUTE).toISOString(),
      resendAvailableAt: new Date(START.getTime() + 30_000).toISOString(),
      attemptsLeft: 3,
    };
    assert.deepEqual(accepted.body.otp, { ...otp, delivery: 'pending' });
    const message = (await service.messages()).at(-1);
    assert.deepEqual(
      (await service.view(session)).otp,
      { ...otp, delivery: 'sent' },
      'a reload knows it too',
    );
    assert.equal(message?.to, signer.email);
    assert.ok(message?.text.includes(code));
    assert.ok(message?.subject?.startsWith(`${code} `), 'a notification is enough to read it');
  });

  test('is completed by the code, pasted with a space or a hyphen', async () => {
    for (const spell of [
      (code: string) => code,
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
      (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
    ]) {
      signer = { ...signer, email: `x${signer.email}` };
      const { session, code } = await start();
      const done = await verify(session, spell(code));
      assert.equal(done.body.status, 'COMPLETED', JSON.stringify(done.body));
      assert.equal(done.body.currentStep.type, 'OTP_VERIFY');
      assert.match(done.body.evidenceId, /^ev_/);
    }
  });

  test('leaves in the evidence that a code was right, and where it went', async () => {
    const { session, code } = await start();
    await verify(session, code);
    const { body } = await service.call(`/v1/transactions/${session.transactionId}/evidence`, {
      as: await service.token(),
    });
    assert.deepEqual(
      body.steps.map(({ type, status }: Record<string, unknown>) => [type, status]),
      [
        ['CLICK_ACCEPT', 'COMPLETED'],
        ['OTP_CHALLENGE', 'COMPLETED'],
        ['OTP_VERIFY', 'COMPLETED'],
      ],
    );
    assert.deepEqual(body.steps[2].result, { otp: { verified: true, channel: 'email' } });
    const types = (await service.events(session.transactionId)).map(event => event.type);
    assert.deepEqual(types, [
      'SIGNING_SESSION.CREATED',
      'TRANSACTION.COMPLETED',
      'SIGNING_SESSION.COMPLETED',
    ]);
  });

  test('gives no code away outside the sandbox', async () => {
    const token = await service.token('limited');
    const session = await service.create({ policy, signer }, token);
    const { body } = await service.accept(session);
    assert.equal(body.sandbox, undefined);
    assert.equal(body.otp.attemptsLeft, 3);
  });
});

describe('entering a code', () => {
  test('that is wrong counts, says so, and leaves the signer two more', async () => {
    const { session, code } = await start();
    const answer = await verify(session, other(code));
    assert.equal(answer.status, 200);
    assert.equal(answer.body.status, 'ACTIVE');
    assert.deepEqual(
      [answer.body.currentStep.type, answer.body.currentStep.status],
      ['OTP_VERIFY', 'PENDING'],
    );
    assert.equal(answer.body.otp, undefined, 'nothing was sent');
    const { attempts, error } = verifyStep(answer);
    assert.deepEqual([attempts, error, answer.body.session.otp.attemptsLeft], [1, 'wrong-code', 2]);
    assert.equal((await verify(session, code)).body.status, 'COMPLETED');
  });

  test('wrongly three times invalidates it', async () => {
    const { session, code } = await start();
    await verify(session, other(code));
    await verify(session, other(code));
    const third = await verify(session, other(code));
    assert.deepEqual([third.status, verifyStep(third).error], [200, 'code-exhausted']);
    assert.equal(third.body.session.otp.attemptsLeft, 0);
    const right = await verify(session, code);
    assert.equal(right.status, 200);
    assert.deepEqual(
      [right.body.status, verifyStep(right).error, verifyStep(right).attempts],
      ['ACTIVE', 'code-exhausted', 3],
    );
  });

  test('works until a millisecond before 5 minutes, and then is expired, which counts nothing', async () => {
    const timely = await start();
    service.clock.advance(5 * MINUTE - 1);
    assert.equal((await verify(timely.session, timely.code)).body.status, 'COMPLETED');
    const late = await start();
    service.clock.advance(5 * MINUTE);
    const answer = await verify(late.session, late.code);
    assert.deepEqual([answer.status, answer.body.status], [200, 'ACTIVE']);
    assert.deepEqual([verifyStep(answer).error, verifyStep(answer).attempts], ['code-expired', 0]);
  });

  test('of another length or with letters is refused and counts nothing', async () => {
    const { session } = await start();
    for (const otpCode of ['12345', '1234567', '', 'abcdef', '12345６', undefined, 123_456]) {
      const answer = await service.act(session, { action: 'verify_otp', otpCode });
      assert.equal(answer.status, 400, String(otpCode));
      assert.equal(answer.body.errors[0].pointer, '/otpCode');
    }
    assert.equal((await service.view(session)).steps[2].attempts, 0);
  });

  test('works only for its own session, and only once', async () => {
    const first = await start();
    const second = await start();
    if (first.code !== second.code) {
      assert.equal(verifyStep(await verify(second.session, first.code)).error, 'wrong-code');
    }
    await verify(first.session, first.code);
    assert.equal((await verify(first.session, first.code)).status, 410);
  });

  test('before accepting is out of order', async () => {
    const session = await service.create({ policy, signer });
    for (const answer of [await verify(session, '123456'), await resend(session)]) {
      assert.deepEqual([answer.status, answer.body.type], [409, 'step-out-of-order']);
    }
    const { session: accepted } = await start();
    assert.equal((await service.accept(accepted)).body.type, 'step-out-of-order');
  });
});

describe('a new code', () => {
  test('is sent 30 s after the last, and not before', async () => {
    const { session, code } = await start();
    service.clock.advance(29_001);
    const early = await resend(session);
    assert.deepEqual([early.status, early.body.type], [429, 'rate-limit']);
    assert.equal(early.headers.get('Retry-After'), '1');
    assert.match(early.body.detail, /less than 30 seconds ago/);
    service.clock.advance(999);
    const answer = await resend(session);
    assert.equal(answer.status, 200);
    assert.deepEqual(
      [answer.body.currentStep.type, answer.body.currentStep.status],
      ['OTP_VERIFY', 'PENDING'],
    );
    const next = answer.body.sandbox.otpCode;
    if (next !== code) {
      assert.equal(verifyStep(await verify(session, code)).error, 'wrong-code', 'the old one is over');
    }
    assert.equal((await verify(session, next)).body.status, 'COMPLETED');
  });

  test('has three entries of its own, but after nine in all the step is over', async () => {
    let { session, code } = await start();
    for (let entry = 1; entry <= 8; entry += 1) {
      const answer = await verify(session, other(code));
      assert.deepEqual([answer.status, verifyStep(answer).attempts], [200, entry]);
      assert.equal(verifyStep(answer).error, entry % 3 === 0 ? 'code-exhausted' : 'wrong-code');
      if (entry % 3 !== 0) continue;
      service.clock.advance(30_000);
      const sent = await resend(session);
      assert.deepEqual([verifyStep(sent).attempts, verifyStep(sent).error], [entry, undefined]);
      assert.equal(sent.body.otp.attemptsLeft, 3);
      code = sent.body.sandbox.otpCode;
    }
    const last = await verify(session, other(code));
    assert.deepEqual([last.status, last.body.status], [200, 'ACTIVE']);
    assert.deepEqual(
      [last.body.currentStep.status, verifyStep(last).error],
      ['FAILED', 'attempts-exhausted'],
    );
    service.clock.advance(MINUTE);
    for (const answer of [await verify(session, code), await resend(session)]) {
      assert.deepEqual([answer.status, answer.body.type], [409, 'attempts-exhausted']);
    }
    const view = await service.view(session);
    assert.deepEqual([view.status, view.steps[2].status], ['ACTIVE', 'FAILED']);
  });

  test('is sent at most 5 times an hour', async () => {
    const { session } = await start();
    for (let sent = 2; sent <= 5; sent += 1) {
      service.clock.advance(30_000);
      const answer = await resend(session);
      assert.equal(answer.status, 200, `the code no. ${sent}`);
      if (sent < 5) continue;
      const first = service.clock.now().getTime() - 4 * 30_000;
      assert.equal(answer.body.otp.resendAvailableAt, new Date(first + 60 * MINUTE).toISOString());
    }
    service.clock.advance(30_000);
    const sixth = await resend(session);
    assert.deepEqual([sixth.status, sixth.body.type], [429, 'rate-limit']);
    assert.equal(sixth.headers.get('Retry-After'), String(3600 - 5 * 30));
    assert.match(sixth.body.detail, /^The session has had 5 codes/);
  });

  test('goes to one destination at most 10 times an hour, whatever the sessions', async () => {
    signer = { ...signer, email: 'maria@bücher.example' };
    for (let sent = 1; sent <= 10; sent += 1) await start();
    // The same mailbox.
    signer = { ...signer, email: 'MARIA@XN--BCHER-KVA.EXAMPLE' };
    const session = await service.create({ policy, signer });
    const accepted = await service.accept(session);
    assert.equal(accepted.status, 200, 'what the signer did stands');
    assert.equal(accepted.body.otp, undefined);
    assert.deepEqual(
      [accepted.body.nextStep.type, accepted.body.session.steps[1].error],
      ['OTP_CHALLENGE', 'rate-limit'],
    );
    const refused = await resend(session);
    assert.deepEqual([refused.status, refused.headers.get('Retry-After')], [429, '3600']);
    assert.match(refused.body.detail, /has had 10 codes within an hour.* in 3600 s/);
    const as = await service.token();
    const { body } = await service.call(`/v1/transactions/${session.transactionId}/steps`, { as });
    assert.equal(body.steps[1].error, 'rate-limit');
    assert.match(body.steps[1].errorDetail, /has had 10 codes within an hour/);
    const byServer = await service.call(`/v1/signing-sessions/${session.sessionId}/resend-otp`, {
      method: 'POST',
      as,
    });
    const waits = ['Retry-After', 'RateLimit-Reset'].map(name => byServer.headers.get(name));
    assert.deepEqual(
      [byServer.status, ...waits],
      [429, null, '3600'],
      'published clients would sleep an hour',
    );
    service.clock.advance(60 * MINUTE - 1000);
    assert.equal((await resend(session)).status, 429);
  });

  test('is counted by tenant, so that none can keep another one’s signers from their codes', async () => {
    const secret = 'a-secret-of-the-shops';
    const shops = ['one', 'two', 'three'].map(name => ({
      tenant: testTenant({ tenantId: name }),
      clients: [{ clientId: name, scopes: SCOPES, secret }],
    }));
    const several = await openTestService({ tenants: shops });
    const sent = async (name: string) => {
      const form = { grant_type: 'client_credentials', client_id: name, client_secret: secret };
      const { access_token: token } = (await several.call('/oauth2/token', { form })).body;
      const session = await several.create({ policy, signer }, token);
      return (await several.accept(session)).body.otp !== undefined;
    };
    for (let count = 1; count <= 10; count += 1) assert.ok(await sent('one'));
    assert.equal(await sent('one'), false);
    for (const name of ['two', 'three'])
      for (let count = 1; count <= 10; count += 1) assert.ok(await sent(name), `${name} ${count}`);
    const session = await several.create({ policy, signer });
    assert.equal((await several.accept(session)).body.otp, undefined, '30 of all tenants together');
    const { detail } = (await several.act(session, { action: 'resend_otp' })).body;
    assert.match(detail, /has had 30 codes within an hour/);
    await several.close();
  });

  test('can be asked for under an address of its own, with or without a body', async () => {
    const { session } = await start();
    const path = `/v1/signing-sessions/${session.sessionId}/resend-otp`;
    const call = { method: 'POST', as: session.clientSecret };
    service.clock.advance(30_000);
    const plain = await service.call(path, call);
    assert.equal(plain.status, 200);
    assert.match(plain.body.sandbox.otpCode, /^\d{6}$/);
    service.clock.advance(30_000);
    const named = await service.call(path, { ...call, json: { channel: 'EMAIL' } });
    assert.equal(named.body.otp.channel, 'email');
    const unknown = await service.call(path, { ...call, json: { channel: 'pigeon' } });
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [400, '/channel']);
  });
});

describe('the channel', () => {
  test('is SMS when the integrator says so, with the line that browsers read', async () => {
    const { accepted, code } = await start({ signer: { ...signer, otpChannel: 'SMS' } });
    assert.equal(accepted.body.otp.channel, 'sms');
    assert.match(accepted.body.otp.maskedDestination, /^\+55\*{7}\d{4}$/);
    const message = (await service.messages()).find(({ to }) => to === signer.phone);
    assert.equal(message?.text.split('\n').at(-1), `@127.0.0.1 #${code}`);
  });

  test('is the phone of a signer without e-mail', async () => {
    const { name, cpf, phone } = signer;
    const { accepted } = await start({ signer: { name, cpf, phone } });
    assert.equal(accepted.body.otp.channel, 'sms');
  });

  test('may be left to the signer: then nothing is sent before they choose', async () => {
    const session = await service.create({ policy, signer: { ...signer, otpChannelSelectable: true } });
    const sentBefore = (await service.messages()).length;
    const accepted = await service.accept(session);
    assert.equal(accepted.body.nextStep.type, 'OTP_CHALLENGE');
    assert.deepEqual([accepted.body.otp, accepted.body.sandbox], [undefined, undefined]);
    assert.equal((await service.messages()).length, sentBefore);
    const view = await service.view(session);
    assert.equal(view.signer.otpChannelSelectable, true);
    assert.deepEqual(view.signer.availableOtpChannels, ['email', 'sms']);
    assert.equal(view.signer.maskedPhone, `+55*******${signer.phone.slice(-4)}`);

    const sms = await resend(session, 'sms');
    assert.deepEqual(
      [sms.body.currentStep.type, sms.body.currentStep.status],
      ['OTP_CHALLENGE', 'COMPLETED'],
    );
    assert.deepEqual([sms.body.nextStep.type, sms.body.otp.channel], ['OTP_VERIFY', 'sms']);
    service.clock.advance(30_000);
    assert.equal((await resend(session)).body.otp.channel, 'sms', 'the same as before');
    service.clock.advance(30_000);
    const email = await resend(session, 'email');
    assert.equal(email.body.otp.channel, 'email');
    const done = await verify(session, email.body.sandbox.otpCode);
    assert.equal(done.body.status, 'COMPLETED');
  });

  test('that the signer chose is remembered for as long as the session lasts', async () => {
    const session = await service.create({
      policy,
      signer: { ...signer, otpChannelSelectable: true },
      expiresInMinutes: 120,
    });
    await service.accept(session);
    await resend(session, 'sms');
    service.clock.advance(61 * MINUTE);
    // Setting the clock runs everything that is due, such as removing old codes.
    await service.call('/_local/clock', { json: { advanceSeconds: 0 } });
    assert.equal((await service.view(session)).otp?.channel, 'sms');
    assert.equal((await resend(session)).body.otp?.channel, 'sms');
  });

  test('cannot be another than those offered', async () => {
    const { session } = await start();
    service.clock.advance(30_000);
    const answer = await resend(session, 'sms');
    assert.deepEqual([answer.status, answer.body.errors[0].pointer], [400, '/otpChannel']);
  });

  for (const [locale, subject, words] of [
    ['pt-BR', 'é seu código para Acme Crédito', 'Acme Crédito: seu código é'],
    ['en', 'is your code for Acme Crédito', 'Acme Crédito: your code is'],
    ['es', 'es su código para Acme Crédito', 'Acme Crédito: su código es'],
  ] as const) {
    test(`is written in the session’s language: ${locale}`, async () => {
      // What earlier tests left is delivered first: messages of several channels arrive in any order.
      await service.messages();
      await start({ locale });
      assert.equal((await service.messages()).at(-1)?.subject?.replace(/^\d{6} /, ''), subject);
      await start({ locale, signer: { ...signer, otpChannel: 'sms' } });
      assert.ok((await service.messages()).at(-1)?.text.startsWith(words));
    });
  }
});

describe('a service that was started again without what sends codes', () => {
  test('still shows the session and takes the code, but sends no other', async () => {
    const local = await openTestService();
    const session = await local.create({ policy, signer });
    const { body } = await local.accept(session);
    const mute = await local.restart({ local: undefined });
    await local.messages();
    assert.deepEqual((await mute.view(session)).otp, { ...body.otp, delivery: 'sent' });
    local.clock.advance(30_000);
    const refused = await mute.act(session, { action: 'resend_otp', otpChannel: 'email' });
    assert.deepEqual([refused.status, refused.body.type], [503, 'service-unavailable']);
    assert.ok(Number(refused.headers.get('Retry-After')) > 0);
    const done = await mute.act(session, { action: 'verify_otp', otpCode: body.sandbox.otpCode });
    assert.equal(done.body.status, 'COMPLETED');
    await local.close();
  });

  test('keeps what the signer accepts, and says that no code was sent', async () => {
    const local = await openTestService();
    const session = await local.create({ policy, signer });
    const mute = await local.restart({ local: undefined });
    const accepted = await mute.accept(session);
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
    assert.equal(accepted.body.otp, undefined);
    const [click, challenge] = accepted.body.session.steps;
    assert.deepEqual([click.status, challenge.status, challenge.error], ['COMPLETED', 'PENDING', 'not-sent']);
    const sent = await local.act(session, { action: 'resend_otp' });
    assert.deepEqual([sent.status, sent.body.nextStep.type], [200, 'OTP_VERIFY'], 'once there is a sender');
    await local.close();
  });
});

describe('at the same moment', () => {
  test('two last entries end the step once', async () => {
    let { session, code } = await start();
    for (let entry = 1; entry <= 8; entry += 1) {
      await verify(session, other(code));
      if (entry % 3 !== 0) continue;
      service.clock.advance(30_000);
      code = (await resend(session)).body.sandbox.otpCode;
    }
    const answers = await Promise.all([verify(session, other(code)), verify(session, other(code))]);
    assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 409]);
    assert.equal(answers.find(answer => answer.status === 409)?.body.type, 'attempts-exhausted');
    assert.equal((await service.view(session)).steps[2].attempts, 9);
  });

  test('no more than three entries are judged of one code', async () => {
    const { session, code } = await start();
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(session, other(code))));
    assert.ok(answers.every(answer => answer.status === 200));
    assert.equal((await service.view(session)).steps[2].attempts, 3);
    assert.equal(verifyStep(await verify(session, code)).error, 'code-exhausted');
  });

  test('two right entries complete the session once', async () => {
    const { session, code } = await start();
    const answers = await Promise.all([verify(session, code), verify(session, code)]);
    assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 409]);
    const events = await service.events(session.transactionId);
    assert.equal(events.filter(event => event.type === 'TRANSACTION.COMPLETED').length, 1);
  });

  test('two acceptances send one code', async () => {
    const session = await service.create({ policy, signer });
    const answers = await Promise.all([service.accept(session), service.accept(session)]);
    assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 409]);
    const sent = (await service.messages()).filter(({ to }) => to === signer.email);
    assert.equal(sent.length, 1);
  });

  test('two resends send one code', async () => {
    const { session } = await start();
    service.clock.advance(30_000);
    const answers = await Promise.all([resend(session), resend(session)]);
    assert.deepEqual(answers.map(answer => answer.status).toSorted(), [200, 429]);
  });
});

describe('a repeated request', () => {
  test('with the same key is one entry, and one code sent', async () => {
    const session = await service.create({ policy, signer });
    const accept = { action: 'accept' };
    const first = await service.act(session, accept, { key: 'a' });
    const again = await service.act(session, accept, { key: 'a' });
    assert.deepEqual(again.body.sandbox, first.body.sandbox, 'the same answer, code and all');
    assert.deepEqual(again.body.otp, first.body.otp);
    const wrong = { action: 'verify_otp', otpCode: other(first.body.sandbox.otpCode) };
    await service.act(session, wrong, { key: 'v' });
    await service.act(session, wrong, { key: 'v' });
    assert.equal((await service.view(session)).steps[2].attempts, 1);
  });
});

describe('a code in clear', () => {
  test('is in no table, no event and no log', async () => {
    const session = await service.create({ policy, signer: { ...signer, otpChannel: 'sms' } });
    const { body } = await service.act(session, { action: 'accept' }, { key: 'clear' });
    const code: string = body.sandbox.otpCode;
    await service.messages();
    const wrong = other(code);
    await verify(session, wrong);
    const tables = await service.database.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
    );
    assert.ok(tables.length > 10);
    for (const { name } of tables) {
      const rows = await service.database.query(`SELECT * FROM ${name}`);
      // Hashes and numbers may contain the same six digits by chance.
      for (const secret of [code, wrong]) {
        assert.doesNotMatch(
          JSON.stringify(rows),
          new RegExp(`(?<![0-9A-Za-z_-])${secret}(?![0-9A-Za-z_-])`),
          name,
        );
      }
    }
    assert.doesNotMatch([...service.log, ...service.errors].join('\n'), new RegExp(code));
  });
});

describe('codes and quotas', () => {
  test('count each code that is sent', async () => {
    const token = await service.token('limited');
    const period = START.toISOString().slice(0, 7);
    await service.database.query(
      `INSERT INTO quota_usage (tenant_id, dimension, period, used) VALUES ('tenant_limited', 'monthlyOtp', $1, 1)
       ON CONFLICT (tenant_id, dimension, period) DO UPDATE SET used = 1`,
      [period],
    );
    await service.database.query(
      `DELETE FROM quota_usage WHERE dimension IN ('monthlyTransactions', 'monthlyDocuments', 'monthlyClick')`,
    );
    const session = await service.create({ policy, signer }, token);
    assert.equal((await service.accept(session)).headers.get('RateLimit-Remaining'), '0');
    service.clock.advance(30_000);
    const refused = await resend(session);
    assert.deepEqual([refused.status, refused.body.type], [429, 'quota-exceeded']);
    assert.match(refused.body.detail, /monthlyOtp/);
    const second = await service.create({ policy, signer }, token);
    const accepted = await service.accept(second);
    assert.deepEqual([accepted.status, accepted.body.type], [429, 'quota-exceeded']);
    assert.equal((await service.view(second)).steps[0].status, 'PENDING', 'all or nothing');
  });
});
