import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bootstrap, parseJson } from '../../src/api/schemas.ts';
import { readDigest, toSessionView } from '../../src/session/read-view.ts';
import { signerSteps } from '../../src/session/screen-for.ts';
import { bootstrapOf, step, viewOf } from '../support/bootstraps.ts';

const hex = 'a'.repeat(64);

describe('the view of a session', () => {
  it('comes from a service that sends no more than it must', () => {
    const data = bootstrap({
      sessionId: 's',
      transactionId: 't',
      status: 'ACTIVE',
      purpose: 'DOCUMENT_SIGNATURE',
      steps: [{ stepId: '1', type: 'CLICK_ACCEPT', status: 'PENDING' }],
      expiresAt: '2026-11-20T12:00:00Z',
    });
    const view = toSessionView(data, Date.parse('2026-11-20T11:00:00Z'));
    assert.equal(view.clockOffset, 0);
    assert.equal(view.steps[0]?.attempts, 0);
  });

  it('reads null as “none”', () => {
    const sent = JSON.stringify(bootstrapOf({ returnUrl: null, document: null, signer: null, action: null }));
    const data = bootstrap(parseJson(sent));
    assert.equal(data.document, undefined);
    assert.equal(toSessionView(data, 0).returnUrl, undefined);
  });

  it('knows how far the device’s clock is off', () => {
    const view = toSessionView(
      bootstrap(bootstrapOf({ serverTime: '2026-11-20T12:00:00Z' })),
      Date.parse('2026-11-19T12:00:00Z'),
    );
    assert.equal(view.clockOffset, 86_400_000);
  });

  it('accepts the three ways to write a digest, and nothing else', () => {
    for (const hash of [`sha256:${hex}`, `sha256-${hex}`, hex, hex.toUpperCase()])
      assert.equal(readDigest(hash), hex);
    for (const hash of ['', `md5:${hex}`, `${hex}0`, undefined]) assert.equal(readDigest(hash), undefined);
  });
});

describe('the steps as the signer counts them', () => {
  it('leave out what the service does, and count a code and its entry once', () => {
    const steps = [
      'CLICK_ACCEPT',
      'BIOMETRIC_LIVENESS',
      'BIOMETRIC_MATCH',
      'OTP_CHALLENGE',
      'OTP_VERIFY',
    ].map((type, order) => step(type, order === 0 ? 'COMPLETED' : 'PENDING', order));
    assert.deepEqual(signerSteps(viewOf({ steps })), [
      { kind: 'accept', done: true },
      { kind: 'liveness', done: false },
      { kind: 'otp', done: false },
    ]);
  });

  it('count a step of a new kind', () => {
    assert.deepEqual(signerSteps(viewOf({ steps: [step('RETINA_SCAN')] })), [{ kind: 'other', done: false }]);
  });
});
