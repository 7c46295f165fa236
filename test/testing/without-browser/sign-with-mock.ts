import assert from 'node:assert/strict';
import { it } from 'node:test';

/** What a page's own test does with the mock, in the DOM that is global by now. */
export function testMock(): void {
  it('signs by click and code, as a page’s own test would see it', async () => {
    const { createFakeSession, defineMockSignSession, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    const session = createFakeSession({ steps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] });
    const element = document.createElement('sign-session');
    element.setAttribute('client-secret', session.clientSecret);
    const signer = new SignSessionHarness(element);
    document.body.append(element);
    await signer.accept();
    await signer.enterCode('111111');
    assert.equal(session.state.steps[2]?.error, 'wrong-code');
    await signer.enterCode();
    const completed = await signer.hears('sign-completed');
    assert.equal(completed.detail['sessionId'], session.sessionId);
    signer.expectOrder('sign-step', 'sign-ready', 'sign-completed');
    assert.equal(element.getAttribute('client-secret'), null);
    element.remove();
  });

  it('signs several documents, by acceptance and by certificate', async () => {
    const { createFakeSession, defineMockSignSession, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    const session = createFakeSession({
      documents: ['Contract', 'Annex'],
      steps: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'],
    });
    const element = document.createElement('sign-session');
    const signer = new SignSessionHarness(element);
    Object.assign(element, { clientSecret: session.clientSecret });
    document.body.append(element);
    await signer.accept();
    assert.equal(session.step, 'DIGITAL_SIGN_A1');
    await signer.continue();
    await signer.hears('sign-completed');
    assert.deepEqual(
      session.documents.map(({ signedHash }) => signedHash),
      session.documents.map(({ hash }) => hash),
    );
    element.remove();
  });

  it('signs by a certificate in the cloud, after a refusal', async () => {
    const { createFakeSession, defineMockSignSession, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    for (const documents of [['Contract', 'Annex'], undefined]) {
      const session = createFakeSession({
        ...(documents && { documents }),
        steps: ['DIGITAL_SIGN_A1'],
        certificateSources: ['CLOUD'],
        outcome: 'cloud-denied',
      });
      const element = document.createElement('sign-session');
      const signer = new SignSessionHarness(element);
      Object.assign(element, { clientSecret: session.clientSecret });
      document.body.append(element);
      await signer.authorizeInCloud();
      assert.equal(session.state.cloud?.authorization?.error, 'denied');
      await signer.authorizeInCloud('Test provider, two visits');
      await signer.hears('sign-completed');
      element.remove();
    }
  });

  it('is worked by a harness that comes late, as after a page was rendered', async () => {
    const { createFakeSession, defineMockSignSession, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    const session = createFakeSession();
    const element = document.createElement('sign-session');
    const first = new SignSessionHarness(element);
    Object.assign(element, { clientSecret: session.clientSecret });
    document.body.append(element);
    await first.hears('sign-ready');
    const late = new SignSessionHarness(element);
    await late.accept();
    await late.hears('sign-completed');
    element.remove();
  });

  it('hears every end and every fault of a fake session', async () => {
    const { createFakeSession, defineMockSignSession, OUTCOMES, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    for (const outcome of ['declined', 'cancelled', 'expired', 'network', 'document_unavailable'] as const) {
      const session = createFakeSession();
      const element = document.createElement('sign-session');
      const signer = new SignSessionHarness(element);
      Object.assign(element, { clientSecret: session.clientSecret, baseUrl: session.baseUrl });
      document.body.append(element);
      await signer.shows('accept');
      session.setOutcome(outcome);
      const [name, detail] = (OUTCOMES[outcome].event ?? '').split(': ');
      const last = signer.events.at(-1);
      assert.deepEqual([last?.name, last?.detail['code'] ?? last?.detail['reason']], [name, detail]);
      element.remove();
    }
  });

  it('works while a test has replaced timers, microtasks and clocks', async () => {
    const { createFakeSession, defineMockSignSession, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    const real = { setTimeout, queueMicrotask, now: Date.now };
    const session = createFakeSession();
    const element = document.createElement('sign-session');
    const frozen = Date.now();
    Object.assign(globalThis, { setTimeout: () => 0, queueMicrotask: () => undefined });
    Date.now = () => frozen;
    try {
      const signer = new SignSessionHarness(element);
      const impatient = new SignSessionHarness(element, { timeout: 50 });
      Object.assign(element, { clientSecret: session.clientSecret });
      document.body.append(element);
      await signer.accept();
      await signer.hears('sign-completed');
      await assert.rejects(impatient.shows('otp'), /Waited 50 ms for the screen otp; on outcome/);
    } finally {
      const { setTimeout: timer, queueMicrotask: queue, now } = real;
      Object.assign(globalThis, { setTimeout: timer, queueMicrotask: queue });
      Date.now = now;
    }
    element.remove();
  });

  it('expires by itself', async () => {
    const { createFakeSession, defineMockSignSession, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    const session = createFakeSession({ expiresInMs: 100 });
    const element = document.createElement('sign-session');
    const signer = new SignSessionHarness(element);
    Object.assign(element, { clientSecret: session.clientSecret });
    document.body.append(element);
    await signer.hears('sign-expired');
    assert.equal(session.status, 'EXPIRED');
    element.remove();
  });

  it('tells what is wrong, and the way out of it', async () => {
    const { createFakeSession, defineMockSignSession, SignSessionHarness } =
      await import('../../../packages/testing/src/index.ts');
    defineMockSignSession();
    const element = document.createElement('sign-session');
    const signer = new SignSessionHarness(element);
    const impatient = new SignSessionHarness(element, { timeout: 50 });
    document.body.append(element);
    await assert.rejects(
      impatient.accept(),
      /Waited 50 ms for the screen accept or batch; on no screen; told were none/,
    );
    assert.throws(() => signer.expectOrder('sign-ready'), /told were none/);
    Object.assign(element, { clientSecret: createFakeSession({ document: null }).clientSecret });
    await signer.shows('accept');
    await signer.press('Decline');
    await signer.hears('sign-declined');
    element.remove();
  });
}
