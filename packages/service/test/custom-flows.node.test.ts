import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { openTestService, type CreatedSession, type TestService } from './support/test-service.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const custom = (...customSteps: string[]) => ({ policy: { profile: 'CUSTOM', customSteps } });

const typesOf = (view: { steps: { type: string; status: string }[] }): string[] =>
  view.steps.map(({ type, status }) => `${type} ${status}`);

async function evidenceSteps({ transactionId }: CreatedSession) {
  const as = await service.token();
  return (await service.call(`/v1/transactions/${transactionId}/evidence`, { as })).body.steps;
}

describe('a custom flow', () => {
  test('has the tenant’s steps in the tenant’s order', async () => {
    const session = await service.create(
      custom('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'),
    );
    const view = await service.view(session);
    assert.deepEqual(typesOf(view), [
      'PURPOSE_DISCLOSURE PENDING',
      'CLICK_ACCEPT PENDING',
      'OTP_CHALLENGE PENDING',
      'OTP_VERIFY PENDING',
    ]);
    const { version: disclosureVersion } = view.disclosure;
    await service.act(session, { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion });
    const { body } = await service.accept(session);
    const done = await service.act(session, { action: 'verify_otp', otpCode: body.sandbox.otpCode });
    assert.equal(done.body.status, 'COMPLETED');
    assert.deepEqual(Object.keys((await evidenceSteps(session))[1].result), ['click']);
  });

  test('that begins with a code sends it when the signer asks: a link may lie unopened for a day', async () => {
    const sentBefore = (await service.messages()).length;
    const session = await service.create(custom('OTP_CHALLENGE', 'OTP_VERIFY', 'CLICK_ACCEPT'));
    assert.equal((await service.messages()).length, sentBefore);
    const { body } = await service.act(session, { action: 'resend_otp' });
    assert.equal(body.nextStep.type, 'OTP_VERIFY');
    await service.act(session, { action: 'verify_otp', otpCode: body.sandbox.otpCode });
    assert.equal((await service.accept(session)).body.status, 'COMPLETED');
  });

  test('goes on once from a step that is taken several times at the same moment', async () => {
    for (const next of [['PURPOSE_DISCLOSURE'], ['OTP_CHALLENGE', 'OTP_VERIFY']]) {
      const session = await service.create(custom('CLICK_ACCEPT', ...next));
      const sentBefore = (await service.messages()).length;
      const answers = await Promise.all(Array.from({ length: 5 }, () => service.accept(session)));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409]);
      const refusals = answers.flatMap(({ status, body }) => (status === 409 ? [body.type] : []));
      assert.deepEqual(new Set(refusals), new Set(['step-out-of-order']));
      assert.equal((await service.messages()).length, sentBefore + next.length - 1);
      assert.equal(typesOf(await service.view(session))[0], 'CLICK_ACCEPT COMPLETED');
    }
  });

  test('may end with reading what the data is for', async () => {
    const session = await service.create(custom('CLICK_ACCEPT', 'PURPOSE_DISCLOSURE'));
    const sent = async () =>
      (await service.events(session.transactionId)).filter(
        ({ type }) => type === 'STEP.PURPOSE_DISCLOSURE_SENT',
      );
    assert.deepEqual(await sent(), []);
    const { body } = await service.accept(session);
    assert.equal(body.nextStep.type, 'PURPOSE_DISCLOSURE');
    assert.equal((await sent()).length, 1, 'the answer has brought it');
    const { version: disclosureVersion } = body.session.disclosure;
    const done = await service.act(session, {
      action: 'acknowledge_purpose',
      acknowledged: true,
      disclosureVersion,
    });
    assert.equal(done.body.status, 'COMPLETED');
  });
});

/** Without the deadline warning that comes with the creation, which has a test of its own. */
const told = async ({ transactionId }: CreatedSession) =>
  (await service.events(transactionId)).filter(({ type }) => !type.includes('DEADLINE'));

describe('the disclosure of the purpose', () => {
  test('is told of when the signer was first shown it, and once', async () => {
    const session = await service.create(custom('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'));
    const events = async () => (await told(session)).map(({ type }) => type);
    const path = `/v1/signing-sessions/${session.sessionId}`;
    const as = await service.token();
    assert.equal((await service.call(path, { as })).status, 200);
    assert.equal((await service.call(`${path}/status`, { as: session.clientSecret })).status, 200);
    assert.deepEqual(await events(), ['SIGNING_SESSION.CREATED'], 'the integrator is not the signer');
    service.clock.advance(60_000);
    await Promise.all([service.view(session), service.view(session)]);
    assert.deepEqual(await events(), ['SIGNING_SESSION.CREATED', 'STEP.PURPOSE_DISCLOSURE_SENT']);
    const [, event] = await told(session);
    assert.equal(event?.data['sentAt'], service.clock.now().toISOString());
  });

  for (const [locale, word] of [
    ['pt-BR', 'identidade'],
    ['en', 'identity'],
    ['es', 'identidad'],
  ] as const) {
    test(`is told in the session’s language, and proved by its hash: ${locale}`, async () => {
      const session = await service.create({ ...custom('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'), locale });
      const { disclosure } = await service.view(session);
      assert.match(disclosure.text, new RegExp(word));
      const hash = `sha256:${createHash('sha256').update(disclosure.text).digest('hex')}`;
      assert.equal(disclosure.textHash, hash);
      const [, event] = await told(session);
      assert.equal(event?.type, 'STEP.PURPOSE_DISCLOSURE_SENT');
      assert.deepEqual(
        [event.data['disclosureVersion'], event.data['disclosureTextHash'], event.data['sessionId']],
        [disclosure.version, hash, session.sessionId],
      );
      await service.act(session, {
        action: 'acknowledge_purpose',
        acknowledged: true,
        disclosureVersion: disclosure.version,
      });
      await service.accept(session);
      assert.deepEqual((await evidenceSteps(session))[0].result, {
        purposeDisclosure: {
          acknowledged: true,
          disclosureVersion: disclosure.version,
          disclosureTextHash: hash,
          notificationChannel: 'hosted_page',
        },
      });
    });
  }

  test('is acknowledged as it stands, or not at all', async () => {
    const session = await service.create(custom('PURPOSE_DISCLOSURE', 'CLICK_ACCEPT'));
    const { disclosure } = await service.view(session);
    const acknowledge = (more: object) => service.act(session, { action: 'acknowledge_purpose', ...more });
    const version = { disclosureVersion: disclosure.version };
    const refused = await acknowledge({ acknowledged: false, ...version });
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '/acknowledged']);
    const unnamed = await acknowledge({ acknowledged: true });
    assert.deepEqual([unnamed.status, unnamed.body.errors[0].pointer], [400, '/disclosureVersion']);
    const other = await acknowledge({ acknowledged: true, disclosureVersion: '1999-01' });
    assert.deepEqual([other.status, other.body.type], [409, 'conflict']);
    const early = await service.accept(session);
    assert.deepEqual([early.status, early.body.type], [409, 'step-out-of-order']);
    assert.equal((await acknowledge({ acknowledged: true, ...version })).status, 200);
  });

  test('is in no other session', async () => {
    assert.equal((await service.view(await service.create())).disclosure, undefined);
  });
});
