import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screenFor } from '../../src/session/screen-for.ts';
import { step, viewOf } from '../support/bootstraps.ts';

/** The screen of an open session, in short. */
function screenOf(overrides: Parameters<typeof viewOf>[0]): string {
  const screen = screenFor({ phase: 'open', view: viewOf(overrides) });
  return screen.kind === 'outcome' ? `outcome ${screen.ending}` : screen.kind;
}

/** The screen for a code that was not passed. */
function failed(more: object): string {
  return screenOf({ steps: [{ ...step('OTP_VERIFY', 'FAILED'), ...more }] });
}

describe('the screen for a session', () => {
  it('is the step that comes next in order', () => {
    const steps = [step('OTP_VERIFY', 'PENDING', 2), step('CLICK_ACCEPT', 'STARTED', 1)];
    assert.equal(screenOf({ steps }), 'accept');
  });

  it('is the hosted page’s for a step that is newer than this widget', () => {
    const done = step('CLICK_ACCEPT', 'COMPLETED');
    assert.equal(screenOf({ steps: [done, step('RETINA_SCAN', 'PENDING', 2)] }), 'hostedStep');
  });

  it('is the photo’s for the identity document', () => {
    assert.equal(screenOf({ steps: [step('DOCUMENT_PHOTO_MATCH')] }), 'documentPhoto');
  });

  it('is the camera’s for the liveness step', () => {
    assert.equal(screenOf({ steps: [step('BIOMETRIC_LIVENESS')] }), 'liveness');
  });

  it('asks for a one-time code, and for where it goes', () => {
    for (const type of ['OTP_CHALLENGE', 'OTP_VERIFY'])
      assert.equal(screenOf({ steps: [step(type)] }), 'otp');
  });

  it('shows the notice that is to be acknowledged, and leaves one without a text to the hosted page', () => {
    const steps = [step('PURPOSE_DISCLOSURE')];
    assert.equal(screenOf({ steps, disclosure: { version: '1', text: 'Why' } }), 'purposeDisclosure');
    assert.equal(screenOf({ steps }), 'hostedStep');
  });

  it('says that no try is left, and only then', () => {
    assert.equal(failed({ attempts: 9, maxAttempts: 9 }), 'attemptsExhausted');
    assert.equal(failed({ attempts: 3 }), 'attemptsExhausted');
    assert.equal(failed({ attempts: 1, error: 'attempts-exhausted' }), 'attemptsExhausted');
    assert.equal(failed({ attempts: 2 }), 'otp');
  });

  it('waits for an earlier signer, and for what the service does by itself', () => {
    assert.equal(screenOf({ envelope: { waitingForIndex: 1 } }), 'waiting');
    assert.equal(screenOf({ steps: [step('BIOMETRIC_MATCH')] }), 'waiting');
  });

  it('waits when all is done and the service has yet to finish', () => {
    assert.equal(screenOf({ steps: [step('CLICK_ACCEPT', 'COMPLETED')] }), 'waiting');
  });

  it('has an ending of its own for every end', () => {
    assert.equal(screenOf({ status: 'COMPLETED' }), 'outcome completed');
    assert.equal(screenOf({ status: 'CANCELLED', cancelledBy: 'signer' }), 'outcome declined');
    assert.equal(screenOf({ status: 'CANCELLED', cancelledBy: 'integrator' }), 'outcome cancelled');
    assert.equal(screenOf({ status: 'CANCELLED' }), 'outcome cancelled');
    assert.equal(screenOf({ status: 'EXPIRED' }), 'outcome expired');
    assert.equal(screenOf({ status: 'FAILED' }), 'outcome failed');
  });

  it('does not break on a status that is newer than the widget', () => {
    assert.equal(screenOf({ status: 'SUSPENDED' }), 'hostedStep');
  });

  it('has one for what comes before a session is open', () => {
    assert.equal(screenFor({ phase: 'idle' }).kind, 'loading');
    assert.equal(screenFor({ phase: 'loading' }).kind, 'loading');
    assert.equal(screenFor({ phase: 'unreachable', reason: 'offline' }).kind, 'error');
    assert.deepEqual(screenFor({ phase: 'closed', ending: 'invalidLink' }), {
      kind: 'outcome',
      ending: 'invalidLink',
      view: undefined,
    });
  });
});
