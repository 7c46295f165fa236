import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  failStep,
  failTry,
  passStep,
  STEP_ERRORS,
  STEP_TYPES,
  withError,
  withoutError,
  type StepError,
} from '../src/index.ts';
import { step } from './support/steps.ts';

describe('a step that passes', () => {
  test('is completed, without the error of an earlier try', () => {
    const tried = step('CLICK_ACCEPT', { attempts: 1, error: 'wrong-code', errorDetail: 'why' });
    assert.deepEqual(passStep(tried), {
      ...tried,
      status: 'COMPLETED',
      attempts: 2,
      error: undefined,
      errorDetail: undefined,
    });
  });

  test('counts the try where the signer is asked for something that is judged at once', () => {
    const counted = STEP_TYPES.filter(type => passStep(step(type)).attempts === 1);
    assert.deepEqual(counted, ['CLICK_ACCEPT', 'OTP_VERIFY', 'DIGITAL_SIGN_A1', 'PURPOSE_DISCLOSURE']);
  });
});

describe('a try that fails', () => {
  test('counts, says why, and leaves the step open again', () => {
    const started = step('BIOMETRIC_LIVENESS', { status: 'STARTED' });
    const { status, attempts, error } = failTry(started, 'liveness-failed');
    assert.deepEqual([status, attempts, error], ['PENDING', 1, 'liveness-failed']);
  });

  test('fails the step for good with the last attempt, whatever the try’s own reason was', () => {
    const last = step('DIGITAL_SIGN_A1', { attempts: 2 });
    const { status, attempts, error, errorDetail } = failTry(last, 'signature-invalid', 'why');
    assert.deepEqual([status, attempts, error, errorDetail], ['FAILED', 3, 'attempts-exhausted', undefined]);
  });

  test('takes three of a step, and nine of a code’s', () => {
    for (const type of STEP_TYPES) {
      let tried = step(type);
      let count = 0;
      for (; tried.status !== 'FAILED'; count += 1) tried = failTry(tried, 'match-failed');
      assert.equal(count, type === 'OTP_VERIFY' ? 9 : 3, type);
    }
  });

  test('costs nothing where the signer is not at fault, or nothing was tried', () => {
    const last = step('DIGITAL_SIGN_A1', { attempts: 2 });
    const free = STEP_ERRORS.filter(error => failTry(last, error).attempts === 2);
    assert.deepEqual(free, [
      'code-expired',
      'rate-limit',
      'not-sent',
      'signature-used',
      'revocation-unavailable',
      'other-document',
      'document-unsigned',
      'document-changed',
    ] satisfies StepError[]);
    const unavailable = failTry(last, 'revocation-unavailable', 'http://example.com');
    assert.deepEqual(unavailable, {
      ...last,
      error: 'revocation-unavailable',
      errorDetail: 'http://example.com',
    });
  });
});

test('an error comes and goes without an attempt, and nothing else of the step changes', () => {
  const kept = { ...step('OTP_VERIFY', { attempts: 4 }), stepId: 'stp_1' };
  const told = withError(kept, 'not-sent', 'why');
  assert.deepEqual(told, { ...kept, error: 'not-sent', errorDetail: 'why' });
  assert.deepEqual(withoutError(told), { ...kept, error: undefined, errorDetail: undefined });
});

test('a step that failed for good says that no attempt is left', () => {
  const { status, error } = failStep(step('BIOMETRIC_MATCH', { status: 'STARTED' }));
  assert.deepEqual([status, error], ['FAILED', 'attempts-exhausted']);
});
