import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  actionRefusal,
  afterLastStep,
  closedBecause,
  SESSION_STATUSES,
  type SessionStanding,
} from '../src/index.ts';
import { step } from './support/steps.ts';

const OPEN: SessionStanding = {
  status: 'ACTIVE',
  isExpired: false,
  isBeingSealed: false,
  isByIntegrator: false,
  certificateSources: ['FILE'],
  steps: [step('CLICK_ACCEPT')],
};

describe('an action', () => {
  test('is taken by the current step of an open session', () => {
    assert.equal(actionRefusal(OPEN, 'accept'), undefined);
  });

  test('is refused for the first reason that there is', () => {
    const failed = [step('OTP_VERIFY', { status: 'FAILED' })];
    const over = { status: 'CANCELLED', isExpired: true } as const;
    const cases = [
      ['sealing', { ...over, isBeingSealed: true, waitingForIndex: 1, steps: [] }],
      ['ended', { ...over, waitingForIndex: 1, steps: [] }],
      ['not-your-turn', { waitingForIndex: 1, steps: [] }],
      ['nothing-left', { steps: [] }],
      ['out-of-order', { steps: failed }],
    ] as const;
    for (const [reason, changes] of cases)
      assert.equal(actionRefusal({ ...OPEN, ...changes }, 'accept'), reason);
    assert.equal(actionRefusal({ ...OPEN, steps: failed }, 'verify_otp'), 'attempts-exhausted');
    assert.equal(actionRefusal({ ...OPEN, steps: failed }, 'resend_otp'), 'attempts-exhausted');
  });

  test('for a later step is out of order', () => {
    const steps = [...OPEN.steps, step('DIGITAL_SIGN_A1')];
    assert.equal(actionRefusal({ ...OPEN, steps }, 'prepare_signing'), 'out-of-order');
  });
});

describe('a session', () => {
  test('takes no action once it has ended, by its status or by the clock', () => {
    const closed = SESSION_STATUSES.filter(status => closedBecause({ ...OPEN, status }) === 'ended');
    assert.deepEqual(closed, ['COMPLETED', 'FAILED', 'EXPIRED', 'CANCELLED']);
    assert.equal(closedBecause({ ...OPEN, isExpired: true }), 'ended');
  });

  test('whose documents are being sealed is completed even after its expiry', () => {
    assert.equal(closedBecause({ ...OPEN, isExpired: true, isBeingSealed: true }), 'sealing');
  });

  test('goes on after its last step by a seal, or by the integrator’s call', () => {
    assert.equal(afterLastStep({ isByIntegrator: false, isBatch: false }), 'seal');
    assert.equal(afterLastStep({ isByIntegrator: false, isBatch: true }), 'seal-batch');
    assert.equal(afterLastStep({ isByIntegrator: true, isBatch: false }), 'call');
  });
});
