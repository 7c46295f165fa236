import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idempotencyKey } from '../../src/api/request.ts';

const intent = {
  sessionId: 'ss_1',
  stepId: 'st_1',
  action: 'accept',
  attempts: 0,
  body: '{"action":"accept"}',
};

describe('the idempotency key', () => {
  it('is the same for the same intent, also after a reload', async () => {
    assert.equal(await idempotencyKey(intent), await idempotencyKey({ ...intent }));
  });

  it('differs with every part of the intent', async () => {
    const others = [
      { ...intent, sessionId: 'ss_2' },
      { ...intent, stepId: 'st_2' },
      { ...intent, action: 'cancel' },
      { ...intent, attempts: 1 },
      { ...intent, body: '{}' },
      { ...intent, codeExpiresAt: 1 },
      { ...intent, codeExpiresAt: 2 },
      { ...intent, nonce: '3' },
    ];
    const keys = await Promise.all([intent, ...others].map(idempotencyKey));
    assert.equal(new Set(keys).size, keys.length);
  });

  it('tells nothing of the body', async () => {
    assert.match(await idempotencyKey({ ...intent, body: 'MARIA' }), /^[0-9a-f]{64}$/);
  });
});
