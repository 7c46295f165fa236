import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createFakeSession, OUTCOMES, type FakeSession } from '../../packages/testing/src/index.ts';
import { outcomeNames } from '../../packages/testing/src/outcomes.ts';
import { DocumentedAnswers, SESSION, type Body } from '../support/fake-session-answers.ts';

let answers: DocumentedAnswers;
before(async () => {
  answers = await DocumentedAnswers.open();
});

const inCloud = (options: Parameters<typeof createFakeSession>[0] = {}) =>
  createFakeSession({ steps: ['DIGITAL_SIGN_A1'], certificateSources: ['CLOUD'], ...options });

const act = (session: FakeSession, action: string, more: Body = {}) =>
  answers.advance(session, { action: `${action}_cloud_signing`, ...more });
const authorize = (session: FakeSession, providerId = 'fake-psc') =>
  act(session, 'authorize', { providerId });
const complete = (session: FakeSession, more: Body = {}) =>
  act(session, 'complete', { signatureRequestId: 'sig_fake_1', ...more });

/** How the newest authorisation stands, as a page would read it. */
async function authorizationOf(session: FakeSession): Promise<Body> {
  return (await answers.ask(session, `GET ${SESSION}`)).body.cloud.authorization;
}

describe('a certificate in the cloud of a fake session', () => {
  it('is found at its providers, authorised without a visit, and signs', async () => {
    const session = inCloud();
    const { body } = await answers.ask(session, `POST ${SESSION}/cloud-providers`, {});
    assert.deepEqual(
      body.providers.map((each: Body) => [each['providerId'], each['certificate']]),
      [
        ['fake-psc', 'found'],
        ['fake-csc', 'unknown'],
      ],
    );
    const { body: begun } = await authorize(session);
    assert.deepEqual(
      [begun.session.cloud.authorization.status, begun.authorizationUrl],
      ['pending', undefined],
    );
    assert.equal((await authorizationOf(session))['status'], 'authorized');
    const prepared = (await act(session, 'prepare')).body;
    assert.match(prepared.certificateChainPems[0], /^-----BEGIN CERTIFICATE-----/);
    assert.equal((await complete(session)).body.status, 'COMPLETED');
  });

  it('is known after the first visit, and authorised after the second', async () => {
    const session = inCloud();
    await authorize(session, 'fake-csc');
    assert.equal((await authorizationOf(session))['status'], 'identified');
    const early = await complete(session);
    assert.deepEqual([early.status, early.body.type], [409, 'conflict']);
    await act(session, 'prepare');
    await act(session, 'confirm');
    assert.equal((await authorizationOf(session))['status'], 'authorized');
    assert.equal((await act(session, 'confirm')).body.type, 'conflict');
    assert.equal((await complete(session)).body.status, 'COMPLETED');
  });

  it('waits for the provider with the outcome waiting, at a page of its own', async () => {
    const session = inCloud({ outcome: 'waiting' });
    const { body } = await authorize(session);
    const page = await session.fetch(body.authorizationUrl);
    assert.match(await page.text(), /<title>Test provider<\/title>/);
    assert.equal((await authorizationOf(session))['status'], 'pending');
    await act(session, 'cancel');
    assert.equal(await authorizationOf(session), undefined);
    await authorize(session);
    session.advance();
    assert.equal((await authorizationOf(session))['status'], 'authorized');
    await authorize(session);
    session.setOutcome('cloud-denied');
    assert.deepEqual(await authorizationOf(session), {
      providerId: 'fake-psc',
      status: 'failed',
      error: 'denied',
    });
  });

  for (const outcome of outcomeNames().filter(name => OUTCOMES[name].effect.kind === 'cloud')) {
    it(`fails once with the outcome ${outcome}`, async () => {
      const session = inCloud({ outcome });
      await authorize(session);
      const { status, error } = await authorizationOf(session);
      assert.deepEqual([status, `cloud-${String(error)}`], ['failed', outcome]);
      assert.equal((await act(session, 'prepare')).body.hashToSign, undefined);
      assert.equal((await authorizationOf(session))['error'], 'expired');
      await authorize(session);
      assert.equal((await complete(session)).body.status, 'COMPLETED');
    });
  }

  it('has every error of an authorisation that the document knows', () => {
    const cloud = JSON.stringify(answers.document.components?.schemas?.['CloudCertificates']);
    const { error }: { error: { enum: string[] } } = JSON.parse(cloud).properties.authorization.properties;
    const errors = outcomeNames().flatMap(name => {
      const { effect } = OUTCOMES[name];
      return effect.kind === 'cloud' ? [effect.error] : [];
    });
    assert.deepEqual(errors.toSorted(), error.enum.toSorted());
    assert.throws(() => createFakeSession({ outcome: 'cloud-denied' }), /with the source CLOUD/);
  });

  it('is refused as every certificate is, and needs another authorisation then', async () => {
    const session = inCloud({ outcome: 'certificate-revoked' });
    await authorize(session);
    const { body } = await act(session, 'prepare');
    assert.equal(body.session.steps[0].error, 'certificate-revoked');
    assert.equal(body.session.cloud.authorization, undefined);
  });

  it('signs every document of a batch by one authorisation', async () => {
    const session = inCloud({ documents: ['Contract', 'Annex'] });
    await authorize(session);
    for (const documentPosition of [1, 2]) {
      assert.equal(session.status, 'ACTIVE');
      await act(session, 'prepare', { documentPosition });
      await complete(session, { documentPosition });
    }
    assert.equal(session.status, 'COMPLETED');
  });

  it('is asked for only where the session takes it', async () => {
    const byFile = createFakeSession({ steps: ['DIGITAL_SIGN_A1'] });
    assert.equal((await authorize(byFile)).body.type, 'step-out-of-order');
    assert.equal(byFile.state.cloud, undefined);
    const session = inCloud({ steps: ['CLICK_ACCEPT', 'DIGITAL_SIGN_A1'] });
    assert.equal((await answers.ask(session, `POST ${SESSION}/cloud-providers`, {})).status, 409);
    session.advance();
    assert.equal((await authorize(session, 'other')).body.type, 'validation-error');
    const byKey = { action: 'prepare_signing', certificateChainPems: [] };
    assert.equal((await answers.advance(session, byKey)).body.type, 'step-out-of-order');
  });
});
