import type { StepType } from '@sign-session/session-rules';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  createFakeSession,
  MAGIC_CODES,
  OUTCOMES,
  type FakeSession,
} from '../../packages/testing/src/index.ts';
import { outcomeNames, type Outcome } from '../../packages/testing/src/outcomes.ts';
import { DocumentedAnswers, SESSION, type Body } from '../support/fake-session-answers.ts';

/** All of them, as a session that has them all would. */
const ALL_STEPS = [
  'PURPOSE_DISCLOSURE',
  'CLICK_ACCEPT',
  'OTP_CHALLENGE',
  'OTP_VERIFY',
  'BIOMETRIC_LIVENESS',
  'BIOMETRIC_MATCH',
  'SERPRO_IDENTITY_CHECK',
  'DOCUMENT_PHOTO_MATCH',
  'DIGITAL_SIGN_A1',
] as const satisfies readonly StepType[];

const CODE_STEPS = ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] as const;

/** Every action of a signer, in the order in which a session of all steps takes them. */
const ACTIONS: readonly Body[] = [
  { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion: 'fake-1' },
  { action: 'accept', textVersion: 'test', locale: 'en' },
  { action: 'verify_otp', otpCode: MAGIC_CODES.right },
  { action: 'start_liveness', capabilities: { camera: true } },
  { action: 'complete_liveness', livenessSessionId: 'liv_fake', liveness: { nonce: '0'.repeat(32) } },
  { action: 'submit_document_photo', documentImage: '', documentType: 'CNH' },
  { action: 'prepare_signing', certificateChainPems: [] },
  { action: 'complete_signing', signatureRequestId: 'sig_fake', rawSignatureBase64: '' },
];

let answers: DocumentedAnswers;
before(async () => {
  answers = await DocumentedAnswers.open();
});

const ask = (...question: Parameters<DocumentedAnswers['ask']>) => answers.ask(...question);
const advance = (session: FakeSession, content: Body) => answers.advance(session, content);

describe('the answers of a fake session', () => {
  it('are those of the service’s document, for every action', async () => {
    const session = createFakeSession({ steps: ALL_STEPS, signer: { name: 'Ana' } });
    for (const action of ACTIONS) {
      await ask(session, `GET ${SESSION}`);
      const { status, body } = await advance(session, action);
      assert.equal(status, 200, String(action['action']));
      assert.equal(
        body.session.steps.find((step: Body) => step['error'] !== undefined),
        undefined,
      );
    }
    await ask(session, `GET ${SESSION}`);
    await ask(session, `GET ${SESSION}/status`);
    assert.equal(session.status, 'COMPLETED');
  });

  it('are those of the service’s document, for every outcome', async () => {
    for (const outcome of outcomeNames()) {
      const { effect } = OUTCOMES[outcome];
      if (effect.kind === 'fault') continue;
      const session = createFakeSession({
        steps: ALL_STEPS,
        outcome,
        certificateSources: ['FILE', 'CLOUD'],
      });
      for (const action of ACTIONS) {
        await advance(session, action);
        await ask(session, `GET ${SESSION}`);
      }
    }
  });

  it('are those of the service’s document, for a handover and for declining', async () => {
    const session = createFakeSession();
    await ask(session, `POST ${SESSION}/handover`, {});
    await ask(session, `POST ${SESSION}/cancel`, { reason: 'No' });
    assert.equal(session.state.cancelledBy, 'signer');
    const { status, body } = await advance(session, { action: 'accept' });
    assert.deepEqual([status, body.type], [410, 'gone']);
  });

  it('have every step and every error of a step that the document knows', () => {
    const view = JSON.stringify(answers.document.components?.schemas?.['SignerView']);
    const steps: { type: { enum: string[] }; error: { enum: string[] } } =
      JSON.parse(view).properties.steps.items.properties;
    assert.deepEqual([...ALL_STEPS].toSorted(), steps.type.enum.toSorted());
    const refusals = outcomeNames().filter(name => OUTCOMES[name].effect.kind === 'refusal');
    assert.deepEqual(refusals.toSorted(), steps.error.enum.toSorted());
  });
});

/** The steps of a session in which an outcome can happen. */
function stepsFor(outcome: Outcome): readonly StepType[] {
  const { effect } = OUTCOMES[outcome];
  if (effect.kind !== 'refusal') return ['CLICK_ACCEPT'];
  return effect.steps.some(step => step.startsWith('OTP_'))
    ? CODE_STEPS
    : ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', ...effect.steps.slice(0, 1)].filter(
        (step, index, all): step is StepType => all.indexOf(step) === index,
      );
}

describe('an outcome of a fake session', () => {
  for (const outcome of outcomeNames().filter(name => OUTCOMES[name].effect.kind === 'refusal')) {
    it(`${outcome} is the error of its step, once`, async () => {
      const session = createFakeSession({ steps: stepsFor(outcome), outcome });
      const errors: unknown[] = [];
      for (const action of ACTIONS) {
        const { status, body } = await advance(session, action);
        if (status !== 200) continue;
        errors.push(...body.session.steps.map((step: Body) => step['error']));
      }
      const isReplaced = outcome === 'identity-unavailable';
      assert.equal(errors.includes(outcome), !isReplaced);
      if (isReplaced) assert.ok(session.state.steps.some(({ type }) => type === 'DOCUMENT_PHOTO_MATCH'));
    });
  }

  it('needs a step that can have it', () => {
    assert.throws(() => createFakeSession({ outcome: 'wrong-code' }), /needs one of the steps OTP_VERIFY/);
  });

  it('can be set later, and undone', async () => {
    const session = createFakeSession();
    session.setOutcome('service_unavailable');
    const broken = await ask(session, `GET ${SESSION}`);
    assert.equal(broken.status, 503);
    session.setOutcome('completed');
    assert.equal((await advance(session, { action: 'accept' })).body.status, 'COMPLETED');
  });

  it('network is no answer: fetch throws, and a handler of requests gets an error to hand on', async () => {
    const session = createFakeSession({ outcome: 'network' });
    await assert.rejects(session.fetch(`${session.baseUrl}/v1/x`), TypeError);
    assert.equal((await session.handle(new Request(`${session.baseUrl}/v1/x`))).type, 'error');
  });

  it('waiting lets the service’s checks wait for advance()', async () => {
    const session = createFakeSession({
      steps: ['CLICK_ACCEPT', 'BIOMETRIC_LIVENESS', 'BIOMETRIC_MATCH'],
      outcome: 'waiting',
    });
    session.advance();
    session.advance();
    assert.deepEqual([session.step, session.state.steps[2]?.status], ['BIOMETRIC_MATCH', 'STARTED']);
    session.advance();
    assert.deepEqual([session.step, session.status], [undefined, 'ACTIVE']);
    session.setOutcome('completed');
    assert.equal(session.status, 'COMPLETED');
  });
});

const problemOf = async (session: FakeSession, body: Body) => (await advance(session, body)).body.type;
const completion = (livenessSessionId: string) => ({ action: 'complete_liveness', livenessSessionId });
const signature = (signatureRequestId: string) => ({ action: 'complete_signing', signatureRequestId });

describe('what was begun in a fake session', () => {
  it('is completed once, and is the newest attempt of the camera', async () => {
    const session = createFakeSession({ steps: ['BIOMETRIC_LIVENESS'] });
    const start = async () => (await advance(session, { action: 'start_liveness' })).body.livenessSessionId;
    assert.equal(await problemOf(session, completion('liv_other')), 'conflict');
    const former = await start();
    const newest = await start();
    assert.equal(await problemOf(session, completion(former)), 'conflict');
    session.setOutcome('liveness-failed');
    await advance(session, completion(newest));
    assert.equal(await problemOf(session, completion(newest)), 'conflict');
    assert.deepEqual([session.state.steps[0]?.attempts, session.state.steps[0]?.status], [1, 'PENDING']);
    await advance(session, completion(await start()));
    assert.equal(session.status, 'COMPLETED');
  });

  it('ends with twenty starts of the camera', async () => {
    const session = createFakeSession({ steps: ['BIOMETRIC_LIVENESS'] });
    for (let start = 1; start <= 20; start += 1)
      assert.equal((await advance(session, { action: 'start_liveness' })).status, 200);
    assert.equal(await problemOf(session, { action: 'start_liveness' }), 'attempts-exhausted');
  });

  it('is the signature that was prepared last, until a certificate is refused', async () => {
    const session = createFakeSession({ steps: ['DIGITAL_SIGN_A1'] });
    const prepare = { action: 'prepare_signing', certificateChainPems: [] };
    const prepared = async () => (await advance(session, prepare)).body.signatureRequestId;
    const former = await prepared();
    const newest = await prepared();
    assert.equal(await problemOf(session, signature(former)), 'conflict');
    session.setOutcome('certificate-revoked');
    await advance(session, prepare);
    assert.equal(await problemOf(session, signature(newest)), 'conflict');
    assert.equal(session.state.steps[0]?.attempts, 1);
    await advance(session, signature(await prepared()));
    assert.equal(session.status, 'COMPLETED');
  });

  it('is the text about the use of data as it stands', async () => {
    const session = createFakeSession({ steps: ['PURPOSE_DISCLOSURE'] });
    const acknowledge = { action: 'acknowledge_purpose', acknowledged: true, disclosureVersion: '1999-01' };
    assert.equal(await problemOf(session, acknowledge), 'conflict');
  });

  it('is an action of the interface', async () => {
    assert.equal(await problemOf(createFakeSession(), { action: 'dance' }), 'validation-error');
  });
});

const enter = (session: FakeSession, otpCode: string) => advance(session, { action: 'verify_otp', otpCode });

describe('a one-time code of a fake session', () => {
  it('is dead after three wrong entries, until another one is sent', async () => {
    const session = createFakeSession({ steps: CODE_STEPS, choosesChannel: true });
    session.advance();
    await advance(session, { action: 'resend_otp' });
    for (const left of [2, 1, 0]) {
      const { body } = await enter(session, '123456');
      assert.equal(body.session.otp.attemptsLeft, left);
    }
    const dead = await enter(session, MAGIC_CODES.right);
    assert.equal(dead.body.session.steps[2].error, 'code-exhausted');
    assert.equal(dead.body.session.steps[2].attempts, 3);
    const resent = await advance(session, { action: 'resend_otp', otpChannel: 'sms' });
    assert.deepEqual([resent.body.otp.channel, resent.body.sandbox.otpCode], ['sms', MAGIC_CODES.right]);
    assert.equal((await enter(session, MAGIC_CODES.right)).body.status, 'COMPLETED');
  });

  it('goes where the service sends it, unless the signer may choose', async () => {
    const session = createFakeSession({ steps: CODE_STEPS });
    session.advance();
    assert.deepEqual(session.state.signer?.availableOtpChannels, ['email']);
    const other = await advance(session, { action: 'resend_otp', otpChannel: 'sms' });
    assert.deepEqual([other.status, other.body.type], [400, 'validation-error']);
  });

  it('that comes first is sent when the signer asks: a link may lie unopened for a day', async () => {
    const session = createFakeSession({ steps: ['OTP_CHALLENGE', 'OTP_VERIFY'] });
    assert.deepEqual([session.step, session.state.otp], ['OTP_CHALLENGE', undefined]);
    await advance(session, { action: 'resend_otp' });
    assert.equal(session.step, 'OTP_VERIFY');
  });

  it('waits for the signer’s choice of a channel', async () => {
    const session = createFakeSession({ steps: CODE_STEPS, choosesChannel: true });
    session.advance();
    assert.equal(session.step, 'OTP_CHALLENGE');
    await advance(session, { action: 'resend_otp', otpChannel: 'sms' });
    assert.equal(session.step, 'OTP_VERIFY');
  });
});

describe('a fake session', () => {
  it('refuses another secret, another session, another document and another step', async () => {
    const session = createFakeSession();
    const url = `${session.baseUrl}/v1/signing-sessions/${session.sessionId}`;
    assert.equal((await session.fetch(url)).status, 401);
    const other = createFakeSession();
    const headers = { Authorization: `Bearer ${session.clientSecret}` };
    const foreign = `${session.baseUrl}/v1/signing-sessions/${other.sessionId}`;
    assert.equal((await session.fetch(foreign, { headers })).status, 404);
    const wrong = { action: 'accept', acceptedDocumentHash: `sha256:${'0'.repeat(64)}` };
    assert.equal((await advance(session, wrong)).body.type, 'document-hash-mismatch');
    assert.equal((await advance(session, { action: 'verify_otp' })).body.type, 'step-out-of-order');
  });

  it('answers a repeated request as the first time', async () => {
    const session = createFakeSession({ steps: CODE_STEPS });
    const post = (content: Body) =>
      session.fetch(`${session.baseUrl}/v1/signing-sessions/${session.sessionId}/advance`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${session.clientSecret}`, 'X-Idempotency-Key': 'k1' },
        body: JSON.stringify(content),
      });
    const first = await (await post({ action: 'accept' })).text();
    assert.equal(await (await post({ action: 'accept' })).text(), first);
    assert.equal((await post({ action: 'accept', locale: 'en' })).status, 409);
  });

  it('streams its changes until its end, and no longer than it is listened to', async () => {
    const session = createFakeSession({ steps: CODE_STEPS });
    const left = new AbortController();
    const follow = (signal: AbortSignal) =>
      session.fetch(`${session.baseUrl}/v1/signing-sessions/${session.sessionId}/events`, {
        headers: { Authorization: `Bearer ${session.clientSecret}` },
        signal,
      });
    const whole = await follow(new AbortController().signal);
    const aborted = await follow(left.signal);
    left.abort();
    await assert.rejects(aborted.text(), { name: 'AbortError' });
    session.advance();
    session.advance();
    const events = (await whole.text()).split('\n\n').filter(event => event !== '');
    const statuses = events.map(event => JSON.parse(event.split('data: ')[1] ?? '').status);
    assert.deepEqual(statuses, ['ACTIVE', 'ACTIVE', 'COMPLETED']);
  });

  it('expires by itself', async () => {
    const session = createFakeSession({ expiresInMs: -1000 });
    assert.equal((await ask(session, `GET ${SESSION}`)).body.status, 'EXPIRED');
  });

  it('keeps what was asked, without the secret', async () => {
    const session = createFakeSession();
    await advance(session, { action: 'accept', locale: 'en' });
    assert.deepEqual(session.requests, [{ route: 'POST advance', body: { action: 'accept', locale: 'en' } }]);
    assert.ok(!JSON.stringify(session.requests).includes('ss_secret'));
  });
});

/** As a caller in JavaScript. */
const untyped = (options: object): unknown => Reflect.apply(createFakeSession, undefined, [options]);

describe('a fake session of callers without types', () => {
  it('refuses names that it does not know, and says which there are', () => {
    assert.throws(
      () => untyped({ outcome: 'complted' }),
      /RangeError: There is no outcome “complted”\. There are completed,/,
    );
    assert.throws(() => untyped({ steps: ['CLICK'] }), /RangeError: There is no step CLICK\. There are /);
  });

  it('expires without being asked, for whoever watches', async () => {
    const session = createFakeSession({ expiresInMs: 30 });
    // The session's own timer keeps no process alive.
    const alive = setTimeout(() => undefined, 10_000);
    await new Promise<void>(resolve => {
      session.watch(resolve);
    });
    clearTimeout(alive);
    assert.equal(session.status, 'EXPIRED');
  });
});
