import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ActionError } from '../../src/session/errors.ts';
import { applyResult, applyView, EMPTY, type SessionSnapshot } from '../../src/session/state.ts';
import { viewOf } from '../support/bootstraps.ts';

const CODE = { channel: 'email', expiresAt: '2026-11-20T12:05:00Z' };
const NEWER = { channel: 'email', expiresAt: '2026-11-20T12:06:00Z' };

const errorOf = (action: ActionError['action'], reason: ActionError['reason']): ActionError => ({
  kind: 'action',
  action,
  reason,
  code: 'network',
  retryable: true,
});

/** The signer entered a code, nobody knows with what result, and asked for a link. */
const before: SessionSnapshot = {
  ...EMPTY,
  state: { phase: 'open', view: viewOf({ otp: CODE }) },
  error: errorOf('verifyCode', 'unknown'),
  handover: { url: 'https://service.test/s/ss_test?h=c0de' },
  sandboxCode: '482913',
};

describe('the service’s view', () => {
  it('settles an unknown outcome, and changes nothing else while the session has not moved on', () => {
    const { error, handover, sandboxCode } = applyView(before, viewOf({ otp: CODE }));
    assert.deepEqual(error, errorOf('verifyCode', 'notDone'));
    assert.equal(handover, before.handover);
    assert.equal(sandboxCode, '482913');
  });

  it('clears the error, the link and the sandbox’s code once another code was sent', () => {
    const { error, handover, sandboxCode } = applyView(before, viewOf({ otp: NEWER }));
    assert.deepEqual([error, handover, sandboxCode], [undefined, undefined, undefined]);
  });

  it('keeps the sandbox’s code while the message of that code is on its way and arrives', () => {
    const { sandboxCode } = applyView(before, viewOf({ otp: { ...CODE, delivery: 'sent' } }));
    assert.equal(sandboxCode, '482913');
  });
});

describe('the result of an action', () => {
  it('shows why the action had no effect', () => {
    const error = errorOf('accept', 'busy');
    assert.equal(applyResult(EMPTY, { error }).error, error);
  });

  it('of a check that failed leaves the error that it was about, as unknown', () => {
    const error = errorOf('check', 'unknown');
    assert.equal(applyResult(EMPTY, { error }).error, undefined);
    const shown = { ...EMPTY, error: errorOf('accept', 'notDone') };
    assert.deepEqual(applyResult(shown, { error }).error, errorOf('accept', 'unknown'));
  });

  it('brings the sandbox’s code, and keeps the one that was there', () => {
    assert.equal(applyResult(before, {}).sandboxCode, '482913');
    assert.equal(applyResult(before, { sandboxCode: '000000' }).sandboxCode, '000000');
  });
});
