import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EMPTY, problemToTell, takeOver } from '../../src/session/snapshot.ts';
import type { SessionSnapshot } from '../../src/session/state.ts';
import { viewOf } from '../support/bootstraps.ts';

const CODE = { channel: 'email', expiresAt: '2026-11-20T12:05:00Z' };
const NEWER = { channel: 'email', expiresAt: '2026-11-20T12:06:00Z' };

/** What a signer has before them who entered a code in vain, and asked for a link. */
const before: SessionSnapshot = {
  ...EMPTY,
  state: { phase: 'open', view: viewOf({ otp: CODE }) },
  problem: { action: 'verifyCode', kind: 'unknown' },
  handover: { url: 'https://service.test/s/ss_test?h=c0de' },
  sandboxCode: '482913',
};

describe('what the service’s view changes', () => {
  it('is nothing else while the session stands where it was, but that a question is answered', () => {
    const { problem, handover, sandboxCode } = takeOver(viewOf({ otp: CODE }), before);
    assert.deepEqual(problem, { action: 'verifyCode', kind: 'notDone' });
    assert.equal(handover, before.handover);
    assert.equal(sandboxCode, '482913');
  });

  it('is also the problem, the link and the sandbox’s code, once another code was sent', () => {
    const { problem, handover, sandboxCode } = takeOver(viewOf({ otp: NEWER }), before);
    assert.deepEqual([problem, handover, sandboxCode], [undefined, undefined, undefined]);
  });

  it('leaves the sandbox’s code while the message of that code is on its way and arrives', () => {
    const { sandboxCode } = takeOver(viewOf({ otp: { ...CODE, delivery: 'sent' } }), before);
    assert.equal(sandboxCode, '482913');
  });
});

describe('what is told of something in vain', () => {
  it('is why an action had no effect', () => {
    const problem = { action: 'accept', kind: 'busy' } as const;
    assert.equal(problemToTell(problem, undefined), problem);
  });

  it('is nothing of a question, but that what it was about is still open', () => {
    const question = { action: 'check', kind: 'unknown' } as const;
    assert.equal(problemToTell(question, undefined), undefined);
    assert.deepEqual(problemToTell(question, { action: 'accept', kind: 'notDone' }), {
      action: 'accept',
      kind: 'unknown',
    });
  });
});
