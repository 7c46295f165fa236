import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestService, sessionRequest, type Call, type TestService } from './support/test-service.ts';

let service: TestService;
let token: string;
before(async () => {
  service = await openTestService();
  token = await service.token();
});
after(() => service.close());

const { signer } = Object(sessionRequest());

const create = (changes: Record<string, unknown>) =>
  ['/v1/signing-sessions', { json: sessionRequest(changes) }] as const;

describe('a validation error says what was expected', () => {
  const cases: readonly (readonly [path: string, call: Call, pointer: string, detail: string])[] = [
    ['/v1/signing-sessions?limit=0', {}, '/limit', 'Must be at least 1.'],
    ['/v1/signing-sessions?limit=101', {}, '/limit', 'Must be at most 100.'],
    ['/v1/signing-sessions?limit=many', {}, '/limit', 'Must be a number.'],
    ['/v1/signing-sessions?limit=1.5', {}, '/limit', 'Must be a whole number.'],
    [
      '/v1/signing-sessions?status=OPEN',
      {},
      '/status',
      'Must be one of: ACTIVE, COMPLETED, FAILED, EXPIRED, CANCELLED.',
    ],
    [
      '/v1/transactions?startDate=soon',
      {},
      '/startDate',
      'Must be a date such as 2026-11-30, or a time such as 2026-11-30T14:00:00Z.',
    ],
    [...create({ signer: { ...signer, name: 7 } }), '/signer/name', 'Must be text.'],
    [...create({ signer: 'Maria' }), '/signer', 'Must be an object.'],
    [...create({ signer: undefined }), '/signer', 'Is required.'],
    [
      ...create({ signer: { ...signer, otpChannelSelectable: 'yes' } }),
      '/signer/otpChannelSelectable',
      'Must be true or false.',
    ],
    [...create({ metadata: { key: {} } }), '/metadata/key', 'Must be text, or a number, or true or false.'],
    [
      ...create({ metadata: { ['k'.repeat(257)]: 1 } }),
      `/metadata/${'k'.repeat(257)}`,
      'Is not a valid key: must be at most 256 characters.',
    ],
    [
      ...create({ appearance: { borderRadius: 'round' } }),
      '/appearance/borderRadius',
      'Must be a number from 0 to 64, or a length such as 8px or 0.5rem.',
    ],
    [
      ...create({ policy: { profile: 'CUSTOM', customSteps: 'CLICK_ACCEPT' } }),
      '/policy/customSteps',
      'Must be a list.',
    ],
    [
      ...create({ policy: { profile: 'CUSTOM', customSteps: 'x'.repeat(500) } }),
      '/policy/customSteps',
      'Must be a list.',
    ],
    ['/v1/signing-sessions', { json: [] }, '', 'Must be an object.'],
  ];
  for (const [path, call, pointer, detail] of cases) {
    test(`${path} ${pointer.slice(0, 40)}: ${detail}`, async () => {
      const { status, body } = await service.call(path, { as: token, ...call });
      assert.equal(status, 400);
      assert.deepEqual(body.errors, [{ pointer, detail }]);
    });
  }

  test('of an action', async () => {
    const session = await service.create();
    const { body } = await service.act(session, { action: 'dance' });
    assert.equal(body.errors[0].pointer, '/action');
    assert.match(body.errors[0].detail, /^Must be one of: accept, acknowledge_purpose, /);
    const missing = await service.act(session, {});
    assert.match(missing.body.errors[0].detail, /^Must be one of: accept, /);
  });

  test('of a step, by its type', async () => {
    const json = {
      policy: { profile: 'CUSTOM', customSteps: ['CLICK_ACCEPT', 'OTP_CHALLENGE', 'OTP_VERIFY'] },
      purpose: 'ACTION_AUTHENTICATION',
      action: { type: 'pix', description: 'Pay 10' },
      signer,
    };
    const { body } = await service.call('/v1/transactions', { as: token, json });
    const complete = async (index: number, sent: unknown) => {
      const path = `/v1/transactions/${body.transactionId}/steps/${body.steps[index].stepId}/complete`;
      return (await service.call(path, { as: token, json: sent })).body.errors;
    };
    assert.deepEqual(await complete(2, {}), [{ pointer: '/code', detail: 'Is required.' }]);
    assert.deepEqual(await complete(2, { code: 'abc' }), [{ pointer: '/code', detail: 'Must be 6 digits.' }]);
    assert.deepEqual(await complete(0, { accepted: false }), [
      { pointer: '/accepted', detail: 'Must be true.' },
    ]);
    assert.deepEqual(await complete(0, { code: '123456' }), [
      { pointer: '/accepted', detail: 'Must be true.' },
    ]);
  });
});

describe('an address', () => {
  test('says which methods it takes', async () => {
    const session = await service.create();
    for (const [method, path, allow] of [
      ['DELETE', '/v1/signing-sessions', 'GET, HEAD, POST'],
      ['PATCH', `/v1/signing-sessions/${session.sessionId}`, 'GET, HEAD'],
      ['GET', `/v1/signing-sessions/${session.sessionId}/advance`, 'POST'],
      ['GET', '/oauth2/token', 'POST'],
      ['POST', '/health', 'GET, HEAD'],
      ['PUT', '/v1/webhooks/wh_1', 'DELETE'],
    ] as const) {
      const { status, body, headers } = await service.call(path, { as: token, method });
      assert.deepEqual([status, body.type, headers.get('Allow')], [405, 'method-not-allowed', allow], path);
      assert.equal(body.instance, path);
    }
  });

  test('that is none is not called somebody else’s', async () => {
    for (const path of ['/v1/signing-session', '/v2/signing-sessions', '/favicon.ico']) {
      const { status, body } = await service.call(path, { as: token });
      assert.deepEqual([status, body.type], [404, 'not-found']);
      assert.match(body.detail, /No route has this path/);
    }
    const { body } = await service.call('/v1/signing-sessions/ss_00000000000000000000000000', { as: token });
    assert.match(body.detail, /not accessible with these credentials/);
  });
});
