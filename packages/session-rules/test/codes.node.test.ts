import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  afterEntry,
  entriesLeft,
  entryProblem,
  stepAfterEntry,
  type CodeStanding,
  type SessionStep,
} from '../src/index.ts';
import { step } from './support/steps.ts';

const NEW: Pick<CodeStanding, 'wrongEntries' | 'isSpent'> = { wrongEntries: 0, isSpent: false };

/** The code and the step after a wrong entry. */
function enterWrong(code: typeof NEW, before: SessionStep) {
  const after = afterEntry(code, false);
  return { code: after, step: stepAfterEntry(before, after.isSpent ? 'used-up' : 'wrong') };
}

describe('an entry', () => {
  test('is not compared without a code, with one that is over in time, or one that is spent', () => {
    assert.equal(entryProblem(undefined), 'expired');
    assert.equal(entryProblem({ ...NEW, isExpired: true }), 'expired');
    assert.equal(entryProblem({ ...NEW, isSpent: true, isExpired: true }), 'expired');
    assert.equal(entryProblem({ ...NEW, isSpent: true, isExpired: false }), 'spent');
    assert.equal(entryProblem({ ...NEW, isExpired: false }), undefined);
  });

  test('that is right spends the code and passes the step', () => {
    assert.deepEqual(afterEntry({ wrongEntries: 2 }, true), { wrongEntries: 2, isSpent: true });
    const { status, attempts } = stepAfterEntry(step('OTP_VERIFY', { attempts: 2 }), 'right');
    assert.deepEqual([status, attempts], ['COMPLETED', 3]);
  });

  test('that is not compared costs no attempt, and says why', () => {
    const before = step('OTP_VERIFY', { attempts: 3 });
    assert.deepEqual(stepAfterEntry(before, 'expired'), {
      ...before,
      error: 'code-expired',
      errorDetail: undefined,
    });
    assert.deepEqual(stepAfterEntry(before, 'spent'), {
      ...before,
      error: 'code-exhausted',
      errorDetail: undefined,
    });
  });

  test('wrong for the third time ends its code, and for the ninth the step', () => {
    let state = { code: NEW, step: step('OTP_VERIFY') };
    const errors: unknown[] = [];
    for (let entry = 1; entry <= 9; entry += 1) {
      state = enterWrong(state.code, state.step);
      errors.push(state.step.error);
      assert.equal(state.code.isSpent, entry % 3 === 0, `entry ${entry}`);
      assert.equal(state.step.attempts, entry);
      // Another code is sent.
      if (state.code.isSpent) state = { ...state, code: NEW };
    }
    const ofCode = ['wrong-code', 'wrong-code', 'code-exhausted'];
    assert.deepEqual(errors, [...ofCode, ...ofCode, 'wrong-code', 'wrong-code', 'attempts-exhausted']);
    assert.equal(state.step.status, 'FAILED');
  });
});

describe('entries that are left', () => {
  test('are three for a new code, and one less after each wrong entry', () => {
    const before = step('OTP_VERIFY');
    assert.equal(entriesLeft(NEW, before), 3);
    const once = enterWrong(NEW, before);
    assert.equal(entriesLeft(once.code, once.step), 2);
  });

  test('are none for a code that is spent', () => {
    assert.equal(entriesLeft({ wrongEntries: 0, isSpent: true }, step('OTP_VERIFY')), 0);
  });

  test('are no more than the step has: a resend brings none back', () => {
    assert.equal(entriesLeft(NEW, step('OTP_VERIFY', { attempts: 8 })), 1);
    assert.equal(entriesLeft(NEW, step('OTP_VERIFY', { attempts: 9 })), 0);
  });
});
