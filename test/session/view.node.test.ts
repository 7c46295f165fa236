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

/** How far the signer is, as the header counts: the steps that are done, and all. */
const progressOf = (...steps: readonly (readonly [type: string, status: string])[]): string => {
  const counted = signerSteps(
    viewOf({ steps: steps.map(([type, status], order) => step(type, status, order)) }),
  );
  return `${counted.filter(Boolean).length}/${counted.length}`;
};

describe('the steps as the signer counts them', () => {
  it('stay as many from first to last where a photo takes the place of a check', () => {
    const begun = [
      ['PURPOSE_DISCLOSURE', 'COMPLETED'],
      ['CLICK_ACCEPT', 'COMPLETED'],
    ] as const;
    for (const check of ['SERPRO_IDENTITY_CHECK', 'BIOMETRIC_MATCH']) {
      const progress = [
        progressOf(...begun, ['BIOMETRIC_LIVENESS', 'PENDING'], [check, 'PENDING']),
        progressOf(...begun, ['BIOMETRIC_LIVENESS', 'COMPLETED'], [check, 'STARTED']),
        progressOf(...begun, ['BIOMETRIC_LIVENESS', 'COMPLETED'], ['DOCUMENT_PHOTO_MATCH', 'PENDING']),
        progressOf(...begun, ['BIOMETRIC_LIVENESS', 'COMPLETED'], ['DOCUMENT_PHOTO_MATCH', 'COMPLETED']),
      ];
      assert.deepEqual(progress, ['2/3', '2/3', '2/3', '3/3'], check);
    }
  });

  it('are all done only once the service’s check is, too', () => {
    const accepted = ['CLICK_ACCEPT', 'COMPLETED'] as const;
    const face = ['BIOMETRIC_LIVENESS', 'COMPLETED'] as const;
    assert.equal(progressOf(accepted, face, ['BIOMETRIC_MATCH', 'STARTED']), '1/2');
    assert.equal(progressOf(accepted, face, ['BIOMETRIC_MATCH', 'COMPLETED']), '2/2');
    assert.equal(progressOf(['SERPRO_IDENTITY_CHECK', 'STARTED'], ['CLICK_ACCEPT', 'PENDING']), '0/1');
  });

  it('are as many from first to last where the policy asks for face and photo', () => {
    const [face, photo] = ['BIOMETRIC_LIVENESS', 'DOCUMENT_PHOTO_MATCH'] as const;
    assert.equal(progressOf([face, 'PENDING'], [photo, 'PENDING']), '0/1');
    assert.equal(progressOf([face, 'COMPLETED'], [photo, 'PENDING']), '0/1');
    assert.equal(progressOf(['CLICK_ACCEPT', 'COMPLETED'], [photo, 'PENDING']), '1/2');
  });

  it('leave out what the service does, and count a code and its entry once', () => {
    const steps = [
      'CLICK_ACCEPT',
      'BIOMETRIC_LIVENESS',
      'BIOMETRIC_MATCH',
      'OTP_CHALLENGE',
      'OTP_VERIFY',
    ].map((type, order) => step(type, order === 0 ? 'COMPLETED' : 'PENDING', order));
    assert.deepEqual(signerSteps(viewOf({ steps })), [true, false, false]);
  });

  it('count a step of a new kind', () => {
    assert.deepEqual(signerSteps(viewOf({ steps: [step('RETINA_SCAN')] })), [false]);
  });
});
